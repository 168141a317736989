import assert from 'node:assert/strict'
import test from 'node:test'
import { openRuleShop, perDollar, points } from '../support/checkout-shop.ts'
import { bySpend, openTierShop } from '../support/tier-shop.ts'
import { letTimePass, oneDay, secondsFromNow } from '../support/time-passes.ts'
import { broughtBack, undone } from '../support/undo-shop.ts'

/** Sales of 10 dollars, two days apart, each of which gives 10 points for ten days. */
async function openEarningShop(sales: number, more: object = {}) {
  const { shop, bought } = await openRuleShop([{ then: [points(perDollar(1), { expiresAfter: { days: 10 } })] }], more)
  const cardNumber = await shop.card()
  const redeem = async (amount: number): Promise<string> =>
    (await shop.redeem(cardNumber, { points: amount })).body.requestRef
  return {
    shop,
    cardNumber,
    redeem,
    /** All of them; half-way through the first, what it gave is spent. */
    async buyAll() {
      const refs: string[] = []
      let spent = ''
      for (let sale = 0; sale < sales; sale += 1) {
        refs.push((await bought('1 ESP 10', { cardNumber })).requestRef)
        if (sale === 0) spent = await redeem(10)
        await letTimePass(shop, 2 * oneDay)
      }
      return { refs, spent }
    },
    bringBack: async (requestRef = '', card = cardNumber): Promise<string> =>
      (await broughtBack(shop, { cardNumber: card, requestRef }, '1 ESP 10')).requestRef,
    undo: (requestRef = '', card = cardNumber) => undone(shop, card, requestRef),
    points: async (card = cardNumber) =>
      ((await shop.balances(card)) as { amount: number }[]).map(({ amount }) => amount),
  }
}

test('a lot that gave in the stead of another gets it back once, not with the void of the return again', async () => {
  const { shop, buyAll, bringBack, undo, redeem, points: left } = await openEarningShop(3)
  const { refs, spent } = await buyAll()
  const [first, second] = refs
  const brought = await bringBack(first)
  await letTimePass(shop, 5 * oneDay - 60)
  assert.deepEqual(await left(), [10], 'the second sale stood in for the first, which has expired by now')
  await undo(spent)
  assert.deepEqual(await left(), [20], 'what was spent belongs to the second')
  await redeem(4)
  await undo(second)
  assert.deepEqual(await left(), [6], 'of the third: four were spent')
  await undo(brought)
  assert.deepEqual(await left(), [6], 'the first has expired')
  assert.deepEqual(await shop.verify(), [])
})

test('what comes back to a lot goes on to those that gave in the stead of the ones that gave in its own', async () => {
  const { shop, buyAll, bringBack, undo, points: left } = await openEarningShop(4)
  const { refs, spent } = await buyAll()
  const [first, second, third] = refs
  await bringBack(first)
  await bringBack(second)
  await undo(third)
  assert.deepEqual(await left(), [])
  await undo(spent)
  assert.deepEqual(await left(), [10])
  await letTimePass(shop, 7 * oneDay)
  assert.deepEqual(await left(), [10], 'only the fourth sale stands, which has not expired')
  assert.deepEqual(await shop.verify(), [])
})

test('what another lot gave for a level is given back once, though the same void gives back what was earned', async () => {
  const { shop, bought } = await openTierShop(
    [
      { then: [points(10, { expiresAfter: { days: 5 } })] },
      { trigger: 'tier', tier: { on: 'up', level: 'silver' }, then: [points(10, { expiresAfter: { days: 10 } })] },
    ],
    bySpend,
  )
  const cardNumber = await shop.card()
  await shop.issue(cardNumber, { points: 10 }, { issuedBalanceExpiration: secondsFromNow(30 * oneDay) })
  const sale = await bought('1 CAKE 150', { cardNumber })
  await shop.redeem(cardNumber, { points: 10 })
  const byExpiry = async () =>
    ((await shop.balances(cardNumber, { balanceExpirations: true })) as { amount: number }[]).map(
      ({ amount }) => amount,
    )
  assert.deepEqual(await byExpiry(), [10, 10], 'one half is from the level, and the other was issued')
  const back = await broughtBack(shop, { cardNumber, requestRef: sale.requestRef }, '1 CAKE')
  assert.deepEqual(await byExpiry(), [])
  await undone(shop, cardNumber, back.requestRef)
  assert.deepEqual(await byExpiry(), [10, 10])
  assert.deepEqual(await shop.verify(), [])
})

test('a lot that stood in on a new card gets back what was spent on the old one', async () => {
  const { shop, cardNumber, buyAll, bringBack, undo, points: left } = await openEarningShop(2)
  const { refs, spent } = await buyAll()
  const heir = await shop.card()
  await shop.must('transfer', { action: 'out', cardNumber })
  await shop.must('transfer', { action: 'in', cardNumber: heir, oldCardNumber: cardNumber })
  assert.deepEqual(await left(heir), [10], 'the second sale came along')
  await bringBack(refs[0], heir)
  assert.deepEqual(await left(heir), [], 'it stood in for the first')
  await undo(spent, heir)
  await letTimePass(shop, 7 * oneDay)
  assert.deepEqual(await left(heir), [10], 'what was spent belongs to the second, which has not expired')
  assert.deepEqual(await shop.verify(), [])
})

const grace = { settings: { reversalGraceDays: 30 } }

test('with a grace, what comes back to an expired lot still belongs to the one that gave in its stead', async () => {
  const { shop, buyAll, bringBack, undo, points: left } = await openEarningShop(2, grace)
  const { refs, spent } = await buyAll()
  const brought = await bringBack(refs[0])
  await letTimePass(shop, 7 * oneDay)
  assert.deepEqual(
    await left(),
    [],
    'the second stood in for the first, which has expired; the second has one day left',
  )
  await undo(spent)
  assert.deepEqual(await left(), [10])
  await letTimePass(shop, 2 * oneDay)
  assert.deepEqual(await left(), [], 'it was of the second, which nobody gave a grace')
  await undo(brought)
  assert.deepEqual(await left(), [10], 'what was taken is of the first alone: it comes back late, and has the grace')
  await letTimePass(shop, 31 * oneDay)
  assert.deepEqual(await left(), [])
  assert.deepEqual(await shop.verify(), [])
})

test('with a grace, a lot that gave in the stead of another and has expired itself gets the grace, once', async () => {
  const { shop, buyAll, bringBack, undo, points: left } = await openEarningShop(2, grace)
  const { refs, spent } = await buyAll()
  const brought = await bringBack(refs[0])
  await letTimePass(shop, 9 * oneDay)
  await undo(spent)
  assert.deepEqual(await left(), [10], 'both have expired: what was spent can be used for a while longer')
  await undo(brought)
  assert.deepEqual(await left(), [20], 'and so can what the return had taken, once')
  await letTimePass(shop, 31 * oneDay)
  assert.deepEqual(await left(), [])
  assert.deepEqual(await shop.verify(), [])
})
