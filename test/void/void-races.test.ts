import assert from 'node:assert/strict'
import { campaign, productsOf } from '../support/checkout-shop.ts'
import { outcomes, type Race, race } from '../support/race.ts'
import { times } from '../support/shop.ts'
import { bringBack, stateOf, sums, undo, undone } from '../support/undo-shop.ts'

const points = { issue: { balanceType: 'Points', amount: 10 } }
const limited = { limit: { times: 5, per: 'brand', every: 'ever' } }
const options = { more: { campaigns: [campaign([{ then: [points] }, { ...limited, then: [points] }])] } }

async function buy({ shop }: Race, more: object = {}) {
  const cardNumber = await shop.card({ usd: 20 })
  const before = await stateOf(shop)
  const redeemBalance = { redeemBalance: true, balanceType: 'Currency', balanceCode: 'USD', amount: 5 }
  const body = { cardNumber, products: productsOf('2 ESP 5'), paymentMethods: [redeemBalance], ...more }
  const sale = await shop.must('checkout', body)
  return { cardNumber, before, sale, ref: sale.requestRef as string }
}

race(
  'of many voids of a checkout one succeeds',
  async (here) => {
    const { cardNumber, before, ref } = await buy(here)
    const answers = await Promise.all(times(12, (caller) => undo(here.till(caller), cardNumber, ref)))
    assert.deepEqual(outcomes(answers), { ok: 1, 119: 11 })
    assert.deepEqual(await stateOf(here.shop), before)
  },
  options,
)

race(
  'of many voids of an anonymous checkout one succeeds',
  async (here) => {
    const { shop } = here
    const gift = await shop.card({ usd: 20 })
    const updateBalanceRequestRef = (await shop.redeem(gift, { usd: 5 })).body.requestRef
    const sale = await shop.must('checkout', {
      products: productsOf('2 ESP 5'),
      paymentMethods: [{ updateBalanceRequestRef }],
    })
    const answers = await Promise.all(times(8, (caller) => undo(here.till(caller), undefined, sale.requestRef)))
    assert.deepEqual(outcomes(answers), { ok: 1, 119: 7 })
    assert.deepEqual(await sums(shop, gift), { USD: 20 })
  },
  options,
)

race(
  'a checkout is either voided or returned, and pays back once',
  async (here) => {
    for (const _ of times(5, () => 0)) {
      const { cardNumber, sale, ref } = await buy(here)
      const answers = await Promise.all(
        times(6, (caller) =>
          caller % 3 === 0
            ? undo(here.till(caller), cardNumber, ref)
            : bringBack(here.till(caller), sale, '2 ESP', { reversePayments: true }),
        ),
      )
      assert.equal(outcomes(answers).ok, 1, JSON.stringify(outcomes(answers)))
      assert.deepEqual(await sums(here.shop, cardNumber), { USD: 20 })
    }
  },
  options,
)

race(
  'a payment that is voided while its checkout is, is given back once',
  async (here) => {
    const { shop } = here
    for (const _ of times(5, () => 0)) {
      const gift = await shop.card({ usd: 20 })
      const paid = (await shop.redeem(gift, { usd: 5 })).body.requestRef
      const { cardNumber, ref } = await buy(here, { paymentMethods: [{ updateBalanceRequestRef: paid }] })
      const [ofSale, ofPayment] = await Promise.all([
        undo(here.till(0), cardNumber, ref),
        undo(here.till(1), gift, paid),
      ])
      assert.ok(ofSale.body.success, JSON.stringify(ofSale.body))
      assert.ok(ofPayment.body.success || ofPayment.body.errorCode === 119)
      assert.deepEqual([await sums(shop, gift), await sums(shop, cardNumber)], [{ USD: 20 }, { USD: 20 }])
    }
  },
  options,
)

race(
  'a void against tills that spend the points: all or nothing',
  async (here) => {
    const { cardNumber, ref } = await buy(here)
    const spend = { cardNumber, action: 'redeem', amount: { balanceType: 'Points', amount: 2 } }
    const answers = await Promise.all(
      times(10, (caller) =>
        caller === 3 ? undo(here.till(caller), cardNumber, ref) : here.till(caller).call('updateBalance', spend),
      ),
    )
    const spent = answers.filter(({ body }, index) => index !== 3 && body.success).length
    const isVoided = answers[3]?.body.success
    assert.equal((await sums(here.shop, cardNumber)).Points ?? 0, isVoided ? 0 : 20 - 2 * spent)
    assert.equal((await sums(here.shop, cardNumber)).USD, isVoided ? 20 : 15)
  },
  options,
)

race(
  'voids give throttles back while others take them: never more than the limit',
  async (here) => {
    const { shop } = here
    const cards = await Promise.all(times(8, () => shop.card()))
    for (const _ of times(3, () => 0)) {
      const sales = await Promise.all(
        cards.map((cardNumber, caller) =>
          here.till(caller).must('checkout', { cardNumber, products: productsOf('1 ESP 1') }),
        ),
      )
      const { firings = [] } = await stateOf(shop)
      assert.equal(firings.filter((one) => (one as { rule_id: string }).rule_id === 'main/rule-2').length, 5)
      await Promise.all(sales.map((sale, caller) => undone(here.till(caller), sale.cardNumber, sale.requestRef)))
      assert.deepEqual((await stateOf(shop)).firings, [])
    }
  },
  options,
)

race(
  'a voided return and a new one do not lose which of them reversed the payments',
  async (here) => {
    const { shop } = here
    const gift = await shop.card({ usd: 20 })
    const paid = (await shop.redeem(gift, { usd: 5 })).body.requestRef
    const { cardNumber, sale } = await buy(here, { paymentMethods: [{ updateBalanceRequestRef: paid }] })
    let back = (await bringBack(shop, sale, '1 ESP', { reversePayments: true })).body.requestRef
    for (const _ of times(4, () => 0)) {
      const [, again] = await Promise.all([
        undone(here.till(0), cardNumber, back),
        bringBack(here.till(1), sale, '1 ESP', { reversePayments: true }),
      ])
      const { body } = again.body.success ? again : await bringBack(shop, sale, '1 ESP', { reversePayments: true })
      assert.ok(body.success, JSON.stringify(body))
      back = body.requestRef
      assert.deepEqual(await sums(shop, gift), { USD: 20 })
      assert.equal((await shop.must('requestLookup', { requestRef: paid })).isVoided, true)
    }
  },
  options,
)
