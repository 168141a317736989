import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { openLog } from '../../server/ground/log/log.ts'
import { openRuleShop, points, productsOf } from '../support/checkout-shop.ts'
import { traceOf } from '../support/rule-table.ts'
import { Shop, startTestService, times } from '../support/shop.ts'

const logged: string[] = []
const strict = startTestService(['--work-limit', '20000'], false, undefined, {
  log: openLog('warn', (line) => logged.push(line)),
})
after(async () => (await strict).stop())

const light = { then: [points(1)] }
const heavy = {
  then: [{ discount: { groupPrice: 1, on: { pick: 'dearest', units: 2 }, repeat: true, basis: 'original' } }],
}
const linesOf = (count: number) => times(count, (n) => `0.${(n % 89) + 11} SKU-${n} ${2 + (n % 7)}.37`).join(', ')
const linesLog = (brand: string) => logged.filter((line) => line.includes(brand))

test('a checkout whose rules take too much work is refused, changes nothing, and names the rule', async () => {
  const service = await strict
  const { shop, buy, bought } = await openRuleShop([light, heavy, light], { service })
  const cardNumber = await shop.card({ usd: 20 })
  const pay = { paymentMethods: [{ redeemBalance: true, balanceType: 'Currency', balanceCode: 'USD', amount: 1 }] }

  const { status, body } = await buy(linesOf(300), { cardNumber, ...pay })

  assert.deepEqual([status, body.errorCode], [400, 135])
  assert.match(body.errorMessage, /nothing was changed/)
  assert.deepEqual(
    (await shop.balances(cardNumber))?.map((one: { amount: number }) => one.amount),
    [20],
  )
  const record = await shop.must('requestLookup', { requestRef: body.requestRef })
  assert.equal(record.requestErrorCode, 135)
  const worst = (await traceOf(shop, body.requestRef)).find((entry) => entry.not?.kind === 'tooMuchWork')
  assert.equal(worst?.rule, 'main/rule-2')
  assert.ok(worst.not.steps > 10_000 && worst.not.limit === 20_000, JSON.stringify(worst))
  await bought(linesOf(5), { cardNumber, ...pay })
  assert.deepEqual(await shop.verify(), [])
})

test('the operator is told once a minute for each brand, with the rule that takes most', async () => {
  const service = await strict
  const { shop, buy } = await openRuleShop([light, heavy], { service })
  for (const _ of times(3, () => 0)) assert.equal((await buy(linesOf(300))).body.errorCode, 135)

  const [line = '', ...more] = linesLog(shop.id)
  assert.deepEqual(more, [])
  assert.match(line, /"event":"too much work"/)
  assert.match(line, /main\/rule-2/)
  assert.match(line, /--work-limit/)
})

test('the same call is refused on every server and each time, or nowhere and never', async () => {
  const service = await strict
  const { shop, buy } = await openRuleShop([light, heavy, heavy, light], { service })
  const other = await startTestService(['--work-limit', '20000'])
  const elsewhere = new Shop({ ...shop, port: other.port })
  const sizes = times(12, (n) => 5 + 12 * n)
  const codes = async () => {
    const found = []
    for (const size of sizes) found.push((await buy(linesOf(size))).body.errorCode ?? 0)
    return found
  }
  const first = await codes()
  assert.ok(first.includes(135) && first.includes(0), JSON.stringify(first))
  assert.deepEqual(await codes(), first)
  const there = []
  for (const size of sizes) {
    const products = productsOf(linesOf(size))
    there.push((await elsewhere.call('checkout', { products })).body.errorCode ?? 0)
  }
  assert.deepEqual(there, first)
  await other.stop()
  assert.deepEqual(await shop.verify(), [])
})

test('preDiscounts count too, and so do rules that run after other calls', async () => {
  const service = await strict
  const updates = [{ fact: 'request.callType', op: '=', value: 'UPDATE_BALANCE' }]
  const asked = times(1000, () => ({ trigger: 'request', when: updates, then: [points(1)] }))
  const { shop, buy } = await openRuleShop([light, ...asked], { service })
  const cardNumber = await shop.card()
  const preDiscounts = times(60, () => ({ amount: 0.01 }))
  const refused = await buy(linesOf(300), { cardNumber, preDiscounts })
  assert.equal(refused.body.errorCode, 135)

  const issued = await shop.call('updateBalance', {
    cardNumber,
    action: 'issue',
    amount: { balanceType: 'Currency', balanceCode: 'USD', amount: 5 },
  })
  assert.equal(issued.body.errorCode, 135)
  assert.deepEqual(await shop.balances(cardNumber), [])
  assert.deepEqual(await shop.verify(), [])
})

test('the lots of a card count: rules that issue take more work on a card that has many', async () => {
  const service = await strict
  const issuing = times(60, () => ({ then: [points(1), points(2), points(3)] }))
  const { shop, buy } = await openRuleShop(issuing, { service })
  const cardNumber = await shop.card()
  const codes = []
  for (const _ of times(4, () => 0)) codes.push((await buy('1 SKU-1 2', { cardNumber })).body.errorCode ?? 0)
  assert.equal(codes[0], 0)
  assert.equal(codes.at(-1), 135)
  assert.deepEqual(await shop.verify(), [])
})
