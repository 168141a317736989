import assert from 'node:assert/strict'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openRuleShop, perDollar, points } from '../support/checkout-shop.ts'
import { purserCommand } from '../support/purser-command.ts'

const draft = `campaigns:
  - id: main
    name: Main
    rules:
      - { id: earn, name: Double points, trigger: checkout, then: [{ issue: { balanceType: Points, amount: 20 } }] }
`

test('purser simulate prints the receipt and why, by flags or a file, for the live file or a draft', async () => {
  const { shop } = await openRuleShop([
    { id: 'earn', name: 'Points', then: [points(perDollar(1)), { discount: { amount: 1 } }] },
    { id: 'big', name: 'Big basket', when: [{ fact: 'checkout.total', op: '>=', value: 20 }], then: [points(5)] },
  ])
  const card = await shop.card({ points: 2, usd: 10.5 })
  const folder = await mkdtemp(join(tmpdir(), 'purser-simulate-'))
  const [basket, campaigns] = [join(folder, 'basket.yaml'), join(folder, 'draft.yaml')]
  await writeFile(
    basket,
    'card: { balances: [{ balanceType: Points, amount: 3 }] }\nproducts: [{ sku: CAKE, unitPrice: 4 }]\n',
  )
  await writeFile(campaigns, draft)

  const byFlags = await purserCommand('simulate', shop.id, '--card', card, '--products', '2 ESP 3.50, 1 CAKE 4')
  assert.equal(byFlags.status, 0, byFlags.output)
  assert.match(byFlags.output, /2 × Espresso at 3\.50 USD: 7\.00 USD/)
  assert.match(byFlags.output, /Total: 11.00 USD, after discounts 10.00 USD/)
  assert.match(byFlags.output, /Points: 2 → 12/)
  assert.match(byFlags.output, /USD: 10\.50\n/)
  assert.match(byFlags.output, /Nearly fired:\n {2}Main \/ Big basket: needs 9.00 USD more/)

  const tried = await purserCommand('simulate', shop.id, basket, '--draft', campaigns, '--at', '2029-01-02 10:00:00')
  assert.match(tried.output, /Simulated for 2029-01-02 10:00:00\. Nothing was changed\./)
  assert.match(tried.output, /Points: 3 → 23/)
  const json = await purserCommand('simulate', shop.id, basket, '--json')
  assert.equal(JSON.parse(json.output).receipt.checkoutTotalAfterDiscount, 3)

  const nobody = await purserCommand('simulate', shop.id, '--card', '4711', '--products', '1 CAKE 4')
  assert.equal(nobody.status, 1)
  assert.match(nobody.output, /Refused with error 2 \(.*\)\.\n {2}There is no card 4711\.\n/)
  assert.equal(nobody.output.match(/error 2/g)?.length, 1, nobody.output)

  await writeFile(campaigns, draft.replace('balanceType: Points', 'balanceTyp: Points'))
  const faulty = await purserCommand('simulate', shop.id, basket, '--draft', campaigns)
  assert.equal(faulty.status, 1)
  assert.match(faulty.output, /draft\.yaml:5:\d+: campaigns\[main\].*balanceTyp.*did you mean "balanceType"\?/)
  assert.match(faulty.output, /\n {2}5 \| .*balanceTyp: Points.*\n.*\^/)

  const wrong = await purserCommand('simulate', shop.id, '--products', 'cake')
  assert.match(wrong.output, /how many, what and at what price/)
  assert.notEqual(wrong.status, 0)
  const nowhere = await purserCommand('simulate', shop.id, basket, '--location', 'L9')
  assert.match(nowhere.output, /locationId: there is no such location/)
})
