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
      - { id: earn, trigger: checkout, then: [{ issue: { balanceType: Points, amount: 20 } }] }
`
const day = 86_400_000
const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10)
const period = ['--from', dateOf(Date.now() - day), '--to', dateOf(Date.now() + day)]

test('purser replay prints a table or JSON, by a draft or by the files of then, and progress aside', async () => {
  const { shop, bought } = await openRuleShop([{ id: 'earn', then: [points(perDollar(1))] }])
  const card = await shop.card()
  await bought('1 CAKE 4', { cardNumber: card })
  const folder = await mkdtemp(join(tmpdir(), 'purser-replay-'))
  const file = join(folder, 'draft.yaml')
  await writeFile(file, draft)

  const asItWas = await purserCommand('replay', shop.id, ...period)
  assert.equal(asItWas.status, 0, asItWas.output)
  assert.match(asItWas.output, /by the files that were in force/)
  assert.match(asItWas.output, /1 checkouts: 1 the same, 0 different/)

  const tried = await purserCommand('replay', shop.id, '--draft', file, ...period)
  assert.match(tried.output, /Issued Points: 4 → 20/)
  assert.match(tried.output, new RegExp(`Customers who would have gained most:\n {2}${card}: \\+16 Points`))

  const json = await purserCommand('replay', shop.id, '--draft', file, '--sample', '1', '--json', ...period)
  assert.deepEqual(
    JSON.parse(json.output.slice(json.output.indexOf('{'), json.output.lastIndexOf('}') + 1)).checkouts.different,
    1,
  )

  await writeFile(file, draft.replace('Points', 'Pints'))
  const wrong = await purserCommand('replay', shop.id, '--draft', file, ...period)
  assert.notEqual(wrong.status, 0)
  assert.match(wrong.output, /draft\.yaml:5:\d+/)
  assert.match(wrong.output, /balanceType/)
  const never = await purserCommand('replay', shop.id)
  assert.match(never.output, /Say which period/)
  const back = await purserCommand('replay', shop.id, '--from', '2026-02-01', '--to', '2026-01-01')
  assert.match(back.output, /must be after/)
})
