import assert from 'node:assert/strict'
import test from 'node:test'
import { assertRefused } from '../support/refusals.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'

const ask = (shop: Shop, card: string, currency: string, amount: number, more: object = {}) =>
  shop.call('updateBalance', {
    cardNumber: card,
    action: 'redeem',
    amount: { balanceType: 'Currency', balanceCode: currency, amount, convertToMainCurrency: true },
    returnBalances: true,
    ...more,
  })

const usdLeft = (body: { balances: { amount: number }[] }) => body.balances[0]?.amount ?? 0

test('an amount of another currency is redeemed from the main currency at the rate of the brand', async () => {
  const shop = await openShop()
  //  currency, asked, converted
  const table: [string, number, number][] = [
    ['EUR', 10, 11],
    ['EUR', 0.05, 0.06],
    ['EUR', 0.04, 0.04],
    ['EUR', 1.01, 1.11],
    ['JPY', 1000, 6.7],
    ['JPY', 1, 0.01],
    ['JPY', 149, 1],
    ['USD', 12.34, 12.34],
  ]
  for (const [currency, amount, convertedAmount] of table) {
    const card = await shop.card({ usd: 50 })
    const { body } = await ask(shop, card, currency, amount)
    assert.deepEqual(
      [body.convertedAmount, body.didOverdraw, body.overdrawAmount, body.overdrawAmountOriginalCurrency],
      [convertedAmount, false, undefined, undefined],
      `${amount} ${currency}: ${JSON.stringify(body)}`,
    )
    assert.equal(usdLeft(body), Number((50 - convertedAmount).toFixed(2)))
  }
  assert.deepEqual(await shop.verify(), [])
})

test('the card pays from its main currency, even where it also has the currency that was asked for', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 20, eur: 20 })
  const { body } = await ask(shop, card, 'EUR', 10)
  assert.deepEqual(
    body.balances.map(({ balanceCode, amount }: { balanceCode: string; amount: number }) => [balanceCode, amount]),
    [
      ['USD', 9],
      ['EUR', 20],
    ],
  )
  assert.deepEqual(await shop.verify(), [])
})

test('what is missing is told in both currencies', async () => {
  const shop = await openShop()
  //  currency, asked, on the card, overdraw in USD, overdraw in the currency
  const table: [string, number, number, number, number][] = [
    ['EUR', 20, 11, 11, 10],
    ['EUR', 20, 0, 22, 20],
    ['EUR', 10, 10.99, 0.01, 0.01],
    ['JPY', 1000, 5, 1.7, 254],
    ['JPY', 1, 0, 0.01, 1],
    ['JPY', 2, 0, 0.01, 2],
  ]
  for (const [currency, amount, balance, overdraw, original] of table) {
    const card = await shop.card(balance > 0 ? { usd: balance } : {})
    assertRefused(await ask(shop, card, currency, amount), 13)
    const { body } = await ask(shop, card, currency, amount, { redeemMaxOnOverdraw: true })
    assert.deepEqual(
      [body.didOverdraw, body.overdrawAmount, body.overdrawAmountOriginalCurrency, body.convertedAmount],
      [true, overdraw, original, balance],
      `${amount} ${currency}: ${JSON.stringify(body)}`,
    )
  }
  assert.deepEqual(await shop.verify(), [])
})

test('both amounts are kept, and a void gives back what was taken in the main currency', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 5 })
  const { body } = await ask(shop, card, 'EUR', 10, { redeemMaxOnOverdraw: true })

  const [row] = await sql('select detail from request where brand_id = $1 and request_ref = $2', [
    shop.id,
    body.requestRef,
  ])
  assert.deepEqual(row.detail.conversion, { currency: 'EUR', asked: 1000, scale: 2, converted: 500 })
  const shown = await shop.must('requestLookup', { requestRef: body.requestRef })
  assert.deepEqual(shown.balanceMutations, [
    { amount: -5, isDiscount: false, balanceType: 'Currency', balanceCode: 'USD' },
  ])
  await shop.must('voidTransaction', { cardNumber: card, requestRef: body.requestRef })
  assert.equal((await shop.balances(card))[0].amount, 5)
  assert.deepEqual(await shop.verify(), [])
})

test('a currency without a rate is 133, one with too many decimals 116, a program without its currency 115', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 20 })
  for (const currency of ['GBP', 'XXX', 'eur', 'not a currency', '__proto__'])
    assertRefused(await ask(shop, card, currency, 1), 133, undefined, currency)
  const [euros, yen] = [await ask(shop, card, 'EUR', 0.001), await ask(shop, card, 'JPY', 0.5)]
  for (const refused of [euros, yen]) assertRefused(refused, 116)
  assert.match(euros.body.errorMessage, /must have at most 2 decimals/)
  assert.match(yen.body.errorMessage, /must be a whole number/)
  assert.deepEqual((await shop.balances(card))[0].amount, 20)

  const pointsOnly = await openShop({ valueTypes: [{ balanceType: 'Points', scale: 0 }] })
  assertRefused(await ask(pointsOnly, await pointsOnly.card(), 'EUR', 1), 115)
  assert.deepEqual(await shop.verify(), [])
})

const euroCards = {
  program: { currency: 'EUR' },
  brand: { exchangeRates: { EUR: '1.10', GBP: '1.25', KWD: '3.25' } },
  valueTypes: [{ balanceType: 'Currency', balanceCode: 'EUR', scale: 2 }],
}

test("cards whose currency is not the brand's are converted through the brand's, and rounded once", async () => {
  const shop = await openShop(euroCards)
  //  currency, asked, converted to EUR
  const table: [string, number, number][] = [
    ['USD', 11, 10],
    ['USD', 1, 0.91],
    ['GBP', 8.8, 10],
    // 0.05 GBP are 0.0625 USD are 0.0568… EUR; rounded twice it would be 0.06 USD and 0.05 EUR.
    ['GBP', 0.05, 0.06],
    ['KWD', 1.234, 3.65],
  ]
  for (const [currency, amount, convertedAmount] of table) {
    const card = await shop.card({ eur: 50 })
    const { body } = await ask(shop, card, currency, amount)
    assert.equal(body.convertedAmount, convertedAmount, `${amount} ${currency}: ${JSON.stringify(body)}`)
  }
  assert.deepEqual(await shop.verify(), [])
})

test('a currency converts to itself without any rate', async () => {
  const shop = await openShop({ ...euroCards, brand: { exchangeRates: {} } })
  const card = await shop.card({ eur: 50 })
  assertRefused(await ask(shop, card, 'USD', 1), 133)
  const { body } = await ask(shop, card, 'EUR', 12.34)
  assert.equal(body.convertedAmount, 12.34, JSON.stringify(body))
  assert.deepEqual(await shop.verify(), [])
})

test('a hold can be redeemed in another currency', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 50 })
  const { transactionId } = (await shop.hold(card, { usd: 22 })).body

  const { body } = await ask(shop, card, 'EUR', 10, { redeemFromHoldTransactionId: transactionId })
  assert.deepEqual([body.convertedAmount, body.balances.map((one: { amount: number }) => one.amount)], [11, [28, 11]])
  assertRefused(await ask(shop, card, 'EUR', 10.01, { redeemFromHoldTransactionId: transactionId }), 13)
  assert.deepEqual(await shop.verify(), [])
})

test('an amount that is worth nothing in the main currency is not redeemed for nothing', async () => {
  const shop = await openShop({ brand: { exchangeRates: { JPY: '0.004' } } })
  const card = await shop.card({ usd: 50 })
  const { body } = await ask(shop, card, 'JPY', 1)
  assert.equal(body.success, false, 'a redemption of 0 only cancels a hold')
  assert.deepEqual(await shop.verify(), [])
})

test('no amount is so large that its conversion ends in error 1', async () => {
  const shop = await openShop({ brand: { exchangeRates: { EUR: '50' } } })
  const card = await shop.card({ usd: 9_999_999_999_999.99 })
  for (const more of [{}, { redeemMaxOnOverdraw: true }]) {
    const { body } = await ask(shop, card, 'EUR', 9_999_999_999_999.99, more)
    assert.ok([13, 100].includes(body.errorCode), JSON.stringify(body))
  }
  assert.deepEqual(await shop.verify(), [])
})

test('no balance is so large that showing it in a small currency ends in error 1', async () => {
  const shop = await openShop({ brand: { exchangeRates: { EUR: '0.000061' } } })
  const card = await shop.card({ usd: 9_999_999_999_999.99 })
  const found = await shop.call('search', {
    filters: { cardNumber: card },
    returnFields: { balances: true },
    convertToCurrency: 'EUR',
  })
  assert.notEqual(found.body.errorCode, 1, JSON.stringify(found.body))
  assert.deepEqual(await shop.verify(), [])
})

test('search shows the main currency in another one as well', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 11, points: 3, eur: 5 })
  const { transactionId } = (await shop.hold(card, { usd: 2.2 })).body
  const show = (convertToCurrency: string) =>
    shop.call('search', { filters: { cardNumber: card }, returnFields: { balances: true }, convertToCurrency })

  const usd = { balanceType: 'Currency', balanceCode: 'USD', scale: 2 }
  assert.deepEqual((await show('EUR')).body.cards[0].balances, [
    { balanceType: 'Points', amount: 3, scale: 0, isHold: false },
    { ...usd, amount: 8.8, isHold: false, convertedAmount: 8 },
    { ...usd, amount: 2.2, isHold: true, holdingTransactionId: transactionId, convertedAmount: 2 },
    { balanceType: 'Currency', balanceCode: 'EUR', amount: 5, scale: 2, isHold: false },
  ])
  assert.equal((await show('JPY')).body.cards[0].balances[1].convertedAmount, 1313)
  assert.equal((await show('USD')).body.cards[0].balances[1].convertedAmount, 8.8)
  assertRefused(await show('GBP'), 133)
  assertRefused(await show('EURO'), 100, 'convertToCurrency')
  assert.deepEqual(await shop.verify(), [])
})

test('search converts balances with more decimals than their currency usually has', async () => {
  const shop = await openShop({ valueTypes: [{ balanceType: 'Currency', balanceCode: 'USD', scale: 4 }] })
  const card = await shop.card({ usd: 1.1011 })
  const { body } = await shop.call('search', {
    filters: { cardNumber: card },
    returnFields: { balances: true },
    convertToCurrency: 'EUR',
  })
  assert.equal(body.cards?.[0].balances[0].convertedAmount, 1, JSON.stringify(body))
  assert.deepEqual(await shop.verify(), [])
})
