import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReplayReport } from '../../server/calls/replay/report.ts'
import { campaign, openRuleShop, perDollar, points } from '../support/checkout-shop.ts'
import { between, replayShop } from '../support/replay-room.ts'
import { rowsOf } from '../support/report-shop.ts'

const earn = { id: 'earn', then: [points(perDollar(1))] }
const worth = (text: string) => ({ more: { promotions: { worth: { Points: text } } } })

const byRule = ({ rules }: ReplayReport, side: 'happened' | 'replayed') =>
  rules.map((one) => `${one.rule} ${one.worth[side]}`).toSorted()

test('campaigns meet in sales also where points have no worth, which is said', async () => {
  const { shop, bought } = await openRuleShop([earn])
  const from = await between()
  await bought('1 CAKE 4', { cardNumber: await shop.card() })
  const more = campaign([{ id: 'more', then: [points(2)] }], { id: 'promo', name: 'Promo' })
  const draft = { ...shop.file, campaigns: [campaign([earn]), more] }
  const report = await replayShop(shop, { from, draft })
  assert.deepEqual(report.together, [{ rules: ['main/earn', 'promo/more'], sales: 1, given: '0' }])
  assert.deepEqual(report.unpriced, ['Points'])
  const priced = await replayShop(shop, { from, draft: { ...draft, promotions: { worth: { Points: '0' } } } })
  assert.deepEqual(priced.unpriced, [], 'whoever says that it is worth nothing knows it')
  assert.deepEqual(await shop.verify(), [])
})

test('what is worth less than a cent in a sale is worth something in many', async () => {
  const { shop, bought } = await openRuleShop([earn], worth('0.001'))
  const cardNumber = await shop.card()
  const from = await between()
  for (const _ of Array.from({ length: 5 })) await bought('1 CAKE 4', { cardNumber })
  const small = await bought('1 CAKE 3.99', { cardNumber })
  const report = await replayShop(shop, { from })
  // Five times four points of a tenth of a cent, and three more.
  assert.deepEqual([report.worth.replayed, byRule(report, 'replayed')], ['0.02', ['main/earn 0.02']])
  assert.notEqual(report.largest?.requestRef, small.transactionId)
  assert.deepEqual(await shop.verify(), [])
})

test('a return takes back what each rule gave, and gives back what it took, as the report says', async () => {
  const hasPoints = { fact: 'balance', balanceType: 'Points', op: '>=', value: 100 }
  const taking = { redeem: { balanceType: 'Points', amount: 100 } }
  const treat = campaign([{ id: 'treat', when: [hasPoints], then: [taking, { discount: { amount: 3 } }] }], {
    ...{ id: 'treat', name: 'Treat' },
  })
  const twice = campaign([{ id: 'more', then: [points(perDollar(2))] }], { id: 'more', name: 'More', priority: 1 })
  const more = { campaigns: [campaign([earn], { priority: 1 }), twice, treat], ...worth('0.02').more }
  const { shop, bought } = await openRuleShop([], { more })
  const cardNumber = await shop.card({ points: 150 })
  const from = await between()
  const first = await bought('2 CAKE 10', { cardNumber })
  const back = (checkoutRequestRef: string, amountPurchased: number) =>
    shop.must('returnMerchandise', {
      cardNumber,
      checkoutRequestRef,
      returnedProducts: [{ sku: 'CAKE', amountPurchased }],
    })
  const same = async () => {
    const report = await replayShop(shop, { from })
    assert.deepEqual(byRule(report, 'replayed'), byRule(report, 'happened'))
    const told = (await rowsOf(shop, 'campaigns')).map(({ cost }) => Number(cost)).toSorted()
    const found = report.rules.map((one) => Number(one.worth.happened)).toSorted()
    assert.deepEqual(found, told, 'as the report of campaigns')
    assert.equal(
      found.reduce((sum, one) => sum + one * 100, 0).toFixed(0),
      (Number(report.worth.happened) * 100).toFixed(0),
    )
    return report
  }
  // 3.00 off for 100 points of 2 cents; 17 points, and 34.
  assert.deepEqual(byRule(await same(), 'happened'), ['main/earn 0.34', 'more/more 0.68', 'treat/treat 1'])
  await back(first.transactionId, 1)
  await same()
  await back(first.transactionId, 1)
  assert.deepEqual((await same()).worth, { happened: '0', replayed: '0' })

  // By a file without the treat, the return has none of it to give back.
  const report = await replayShop(shop, {
    from,
    draft: { ...shop.file, campaigns: [campaign([earn], { priority: 1 })] },
  })
  assert.deepEqual([report.worth, byRule(report, 'replayed')[0]], [{ happened: '0', replayed: '0' }, 'main/earn 0'])
  assert.deepEqual(await shop.verify(), [])
})
