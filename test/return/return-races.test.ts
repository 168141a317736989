import assert from 'node:assert/strict'
import { campaign, productsOf } from '../support/checkout-shop.ts'
import { outcomes, type Race, race, successes } from '../support/race.ts'
import { times } from '../support/shop.ts'
import { bringBack, sums } from '../support/undo-shop.ts'

const options = {
  more: { campaigns: [campaign([{ then: [{ issue: { balanceType: 'Points', amount: 100 } }] }])] },
}

async function buy({ shop }: Race, more: object = {}) {
  const cardNumber = await shop.card({ usd: 20 })
  return shop.must('checkout', { cardNumber, products: productsOf('3 ESP 5'), ...more })
}

race(
  'tills that return at once never return more than was bought',
  async (here) => {
    const sale = await buy(here)
    const answers = await Promise.all(times(9, (caller) => bringBack(here.till(caller), sale, '1 ESP')))
    assert.deepEqual(outcomes(answers), { ok: 3, 120: 6 })
    assert.deepEqual(await sums(here.shop, sale.cardNumber), { USD: 20 })
  },
  options,
)

race(
  'payments are reversed by one return, however many ask for it at once',
  async (here) => {
    const { shop } = here
    const gift = await shop.card({ usd: 20 })
    const updateBalanceRequestRef = (await shop.redeem(gift, { usd: 5 })).body.requestRef
    const redeemBalance = { redeemBalance: true, balanceType: 'Currency', balanceCode: 'USD', amount: 7 }
    const sale = await buy(here, { paymentMethods: [redeemBalance, { updateBalanceRequestRef }] })
    const answers = await Promise.all(
      times(8, (caller) => bringBack(here.till(caller), sale, '', { reversePayments: true })),
    )
    assert.deepEqual(outcomes(answers), { ok: 1, 119: 7 })
    assert.deepEqual(
      [await sums(shop, sale.cardNumber), await sums(shop, gift)],
      [{ Points: 100, USD: 20 }, { USD: 20 }],
    )
  },
  options,
)

race(
  'returns and redemptions of the points at once: never below 0, and what is short is known',
  async (here) => {
    const sale = await buy(here)
    const { cardNumber } = sale
    const spend = { cardNumber, action: 'redeem', amount: { balanceType: 'Points', amount: 20 } }
    const answers = await Promise.all(
      times(12, (caller) =>
        caller % 4 === 3 ? bringBack(here.till(caller), sale, '1 ESP') : here.till(caller).call('updateBalance', spend),
      ),
    )
    const spent = successes(answers.filter((_, index) => index % 4 !== 3)).length
    assert.equal(successes(answers.filter((_, index) => index % 4 === 3)).length, 3)
    assert.ok(spent <= 5)
    assert.deepEqual(await sums(here.shop, cardNumber), { USD: 20 })
  },
  options,
)
