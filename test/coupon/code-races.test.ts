import assert from 'node:assert/strict'
import { campaign, lockingCalls, productsOf, shopProducts } from '../support/checkout-shop.ts'
import { codeOff, usesOf, withCodes } from '../support/code-shop.ts'
import { outcomes, race, successes } from '../support/race.ts'
import { applyFile, type Shop, times } from '../support/shop.ts'

const cardSets = [{ id: 'cards', name: 'Cards', generate: { count: 100, prefix: '60', length: 16 } }]

function withCode(code: object) {
  return { cardSets, more: { products: shopProducts, ...withCodes([code]), campaigns: [campaign([codeOff])] } }
}

const basket = { products: productsOf('3 CAKE 10'), coupons: ['LAST'] }
const left = async (shop: Shop) => (await shop.must('couponDetails', { couponId: 'LAST' })).usesLeft

race(
  'forty tills want a code of which ten uses are left: ten get it, and thirty are told that there are none',
  async ({ shop, till }) => {
    const cards = await Promise.all(times(40, () => shop.card()))
    const answers = await Promise.all(
      cards.map((cardNumber, caller) => till(caller).call('checkout', { ...basket, cardNumber })),
    )
    assert.deepEqual(outcomes(answers), { 27: 30, ok: 10 })
    assert(successes(answers).every(({ body }) => body.totalDiscount === 10))
    assert.deepEqual([(await usesOf(shop)).length, await left(shop)], [10, 0])
  },
  withCode({ code: 'LAST', uses: 10 }),
)

race(
  'who leaves out what blocks buys without the code',
  async ({ shop, till }) => {
    const answers = await Promise.all(
      times(40, (caller) => till(caller).call('checkout', { ...basket, removeBlockingCoupons: true })),
    )
    assert.deepEqual(outcomes(answers), { ok: 40 })
    assert.equal(answers.filter(({ body }) => body.totalDiscount === 10).length, 10)
    assert.equal((await usesOf(shop)).length, 10)
  },
  withCode({ code: 'LAST', uses: 10 }),
)

race(
  'as long as there are uses, nobody is refused for others who use the code at the same time',
  async ({ shop, till }) => {
    const answers = await Promise.all(times(80, (caller) => till(caller).call('checkout', basket)))
    assert.deepEqual(outcomes(answers), { ok: 80 })
    assert.equal(await left(shop), 20)
  },
  withCode({ code: 'LAST', uses: 100 }),
)

race(
  'a card that presents a code twenty times at once uses it as often as it may',
  async ({ shop, till }) => {
    const cardNumber = await shop.card()
    const answers = await Promise.all(times(20, (caller) => till(caller).call('checkout', { ...basket, cardNumber })))
    assert.deepEqual(outcomes(answers), { 27: 18, ok: 2 })
    assert.equal((await usesOf(shop)).length, 2)
  },
  withCode({ code: 'LAST', perCard: 2 }),
)

race(
  'setups, completions, cancellations, voids and plain checkouts at once: no use is lost, none is used twice',
  async ({ shop, till }) => {
    const cards = await Promise.all(times(36, () => shop.card()))
    const ends = await Promise.all(
      cards.map(async (cardNumber, caller) => {
        const here = till(caller)
        if (caller % 3 === 0) {
          const { body } = await here.call('checkout', { ...basket, cardNumber })
          if (!body.success) return 0
          if (caller % 2 === 0) return 1
          await here.must('voidTransaction', { requestRef: body.transactionId, cardNumber })
          return 0
        }
        const setup = await here.call('checkout', { ...basket, cardNumber, isSetup: true, lockSetupDuration: 60 })
        if (!setup.body.success) return 0
        const { complete, cancel } = lockingCalls({ shop: here })
        const isCompleted = caller % 3 === 1
        const ended = await (isCompleted ? complete(setup.body) : cancel(setup.body))
        assert.equal(ended.body.success, true, JSON.stringify(ended.body))
        return isCompleted ? 1 : 0
      }),
    )
    const used = ends.reduce<number>((sum, one) => sum + one, 0)
    assert.deepEqual([(await usesOf(shop)).length, await left(shop)], [used, 12 - used])
    assert(used <= 12)
  },
  withCode({ code: 'LAST', uses: 12 }),
)

race(
  'a file that raises and lowers the uses while tills use them',
  async ({ shop, till }) => {
    const recode = (uses: number) => applyFile({ ...shop.file, ...withCodes([{ code: 'last', uses }]) })
    const buyAll = () => Promise.all(times(30, (caller) => till(caller).call('checkout', basket)))
    const [during] = await Promise.all([buyAll(), recode(20)])
    const first = successes(during).length
    assert(first >= 5 && first <= 20, String(first))
    assert.deepEqual(outcomes(await buyAll()), { 27: 10 + first, ...(first < 20 && { ok: 20 - first }) })
    await recode(3)
    assert.equal(await left(shop), 0, 'fewer than were used means none')
    assert.deepEqual(outcomes(await buyAll()), { 27: 30 })
    await recode(25)
    assert.deepEqual(outcomes(await buyAll()), { 27: 25, ok: 5 })
    assert.equal((await usesOf(shop)).length, 25)
  },
  withCode({ code: 'LAST', uses: 5 }),
)
