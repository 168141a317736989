import assert from 'node:assert/strict'
import test from 'node:test'
import { openRuleShop, type RuleShop } from '../support/checkout-shop.ts'
import { told, traceOf } from '../support/rule-table.ts'
import { applyFile, times } from '../support/shop.ts'
import { oneDay, secondsFromNow, sql } from '../support/time-passes.ts'

const expirationDate = secondsFromNow(10 * oneDay)
const half = { discountType: 'percentageDiscount', percentageDiscount: 50, expirationDate }
const on = (...skus: string[]) => ({ skus: skus.map((sku) => ({ sku })) })
const coffee = { skus: [{ sku: 'COFFEE', includeChildProducts: true }] }
const asked = { returnBalanceMutations: true }

async function giving(
  ...offers: object[]
): Promise<RuleShop & { cardNumber: string; buys: (basket: string) => Promise<string[]> }> {
  const open = await openRuleShop([])
  const cardNumber = await open.shop.card()
  await open.shop.must('addPersonalOffer', { cardNumber, offers })
  return { ...open, cardNumber, buys: async (basket) => told(await open.bought(basket, { cardNumber, ...asked })) }
}

//  offer                                                                      basket                       what comes of it
const offerRows: [object, string, string[]][] = [
  [{ ...half, ...on('ESP') }, '2 ESP 3', ['-1.5 ESP']],
  [{ ...half, ...on('ESP') }, '2 CAKE 3', []],
  [{ ...half, ...on('ESP') }, '1 ESP 3, 1 ESP 5', ['-2.5 ESP']],
  [{ ...half, ...on('ESP', 'CAKE') }, '1 ESP 3, 1 CAKE 4', ['-1.5 ESP', '-2 CAKE']],
  [{ ...half, ...on('ESP', 'CAKE') }, '1 ESP 3', []],
  [{ ...half, ...on('ESP', 'ESP') }, '1 ESP 3', []],
  [
    { ...on('ESP', 'CAKE'), discountType: 'newGroupPrice', newGroupPrice: 5, expirationDate },
    '1 ESP 3, 1 CAKE 4',
    ['-0.86 ESP', '-1.14 CAKE'],
  ],
  [{ ...on('ESP', 'CAKE'), discountType: 'newGroupPrice', newGroupPrice: 9, expirationDate }, '1 ESP 3, 1 CAKE 4', []],
  [{ ...on('ESP'), discountType: 'bogo', expirationDate }, '1 ESP 3, 1 ESP 2', ['-2 ESP']],
  [{ ...on('ESP'), discountType: 'bogo', expirationDate }, '1 ESP 3', []],
  [{ ...on('ESP'), discountType: 'bogo', expirationDate }, '6 ESP 3', ['-3 ESP']],
  [
    { ...on('CAKE'), discountType: 'absoluteDiscount', absoluteDiscount: 1.5, expirationDate },
    '1 CAKE 4',
    ['-1.5 CAKE'],
  ],
  [{ ...on('CAKE'), discountType: 'absoluteDiscount', absoluteDiscount: 9, expirationDate }, '1 CAKE 4', ['-4 CAKE']],
  [{ ...half, ...on('ESP'), qualifyingSkus: ['CAKE'] }, '1 ESP 3', []],
  [{ ...half, ...on('ESP'), qualifyingSkus: ['CAKE'] }, '1 ESP 3, 1 CAKE 4', ['-1.5 ESP']],
  [{ ...half, ...on('ESP'), qualifyingSkus: ['ESP'] }, '1 ESP 3', []],
  [{ ...half, ...on('ESP'), qualifyingSkus: ['ESP'] }, '2 ESP 3', ['-1.5 ESP']],
  [{ ...half, ...coffee }, '1 LATTE 4', ['-2 LATTE']],
  [{ ...half, ...on('COFFEE') }, '1 LATTE 4', []],
  [{ ...half, ...on('ESP'), activationDate: secondsFromNow(oneDay) }, '1 ESP 3', []],
  [{ ...half, ...on('ESP'), activationDate: secondsFromNow(-oneDay) }, '1 ESP 3', ['-1.5 ESP']],
]

test('what an offer gives, by its kind, its products and what has to be there besides', async () => {
  const { shop, bought } = await openRuleShop([])
  for (const [offer, basket, expected] of offerRows) {
    const cardNumber = await shop.card()
    await shop.must('addPersonalOffer', { cardNumber, offers: [offer] })
    const answer = await bought(basket, { cardNumber, ...asked })
    assert.deepEqual(told(answer), expected, `${JSON.stringify(offer)} with ${basket}`)
  }
  assert.deepEqual(await shop.verify(), [])
})

test('an offer is used once in a checkout and so often in all; each use is in the activity', async () => {
  const { shop, bought, buys, cardNumber } = await giving({ ...half, ...on('ESP'), maxUsageCount: 2, customId: 77 })
  const start = Math.floor(Date.now() / 1000)
  assert.deepEqual(await buys('5 ESP 4'), ['-2 ESP'])
  assert.deepEqual(await buys('5 CAKE 4'), [])
  assert.deepEqual(await buys('1 ESP 4'), ['-2 ESP'])
  assert.deepEqual(await buys('1 ESP 4'), [])
  const { rows } = await shop.must('offerActivity', { cardNumber })
  assert.deepEqual(
    rows.map((row: { discountNr: number }) => row.discountNr),
    [1, 1],
  )
  assert.ok(rows.every(({ timestamp }: { timestamp: number }) => Math.abs(timestamp - start) < 60))
  assert.equal((await shop.must('offerActivity', { cardNumber, maxResults: 1, offset: 1 })).rows.length, 1)
  assert.deepEqual((await shop.must('offerActivity', { cardNumber: await shop.card() })).rows, [])
  assert.equal((await shop.call('offerActivity', { cardNumber: 'nobody' })).body.errorCode, 2)
  assert.deepEqual((await bought('1 ESP 4')).totalDiscount, 0)
  assert.deepEqual(await shop.verify(), [])
})

test('offers come before discounts, the oldest first, and discounts name them by their number', async () => {
  const open = await openRuleShop([
    { when: [{ fact: 'checkout.netTotal', op: '=', value: 6 }], then: [{ discount: { percent: 50 } }] },
  ])
  const { shop, bought } = open
  const cardNumber = await shop.card()
  const first = await shop.must('addPersonalOffer', {
    cardNumber,
    offers: [
      { ...half, ...on('ESP') },
      { ...half, ...on('CAKE') },
    ],
  })
  assert.deepEqual(first.offerIndexes, [1, 2])
  const second = await shop.must('addPersonalOffer', { cardNumber, offers: [{ ...half, ...on('ESP') }] })
  assert.deepEqual(second.offerIndexes, [3])
  const answer = await bought('1 ESP 8, 1 CAKE 8', { cardNumber, ...asked })
  assert.deepEqual(told(answer), ['-4 ESP', '-4 CAKE', '-2 ESP', '-1 ESP', '-2 CAKE'])
  const indexes = answer.balanceMutations.map((one: { offerIndex?: number }) => one.offerIndex)
  assert.deepEqual(indexes, [1, 2, 3, undefined, undefined])
  const [mutation] = answer.balanceMutations
  assert.deepEqual(
    [mutation.sku, mutation.skuUnitPrice, mutation.skuAmount, mutation.skuUnitDiscount],
    ['ESP', 8, 1, 4],
  )
  const trace = await traceOf(shop, answer.requestRef)
  assert.deepEqual(
    trace.map(({ rule }) => rule),
    ['personal offer 1', 'personal offer 2', 'personal offer 3', 'main/rule-1'],
  )
  assert.equal(trace[0].fired[0].currency, 'USD')
  const uses = await shop.must('offerActivity', { cardNumber })
  assert.deepEqual(uses.rows.map((row: { discountNr: number }) => row.discountNr).sort(), [1, 2, 3])
  assert.deepEqual(await shop.verify(), [])
})

test('an offer that has expired is not used', async () => {
  const { shop, buys } = await giving({ ...half, ...on('ESP') })
  await sql(`update personal_offer set expires_at = now() where brand_id = $1`, [shop.id])
  assert.deepEqual(await buys('1 ESP 3'), [])
})

test('setups do not use an offer, a locked one when it completes; voids give it back', async () => {
  const { shop, bought, buys, cardNumber } = await giving({ ...half, ...on('ESP') })
  const setup = { cardNumber, isSetup: true, ...asked }
  assert.deepEqual(told(await bought('1 ESP 4', setup)), ['-2 ESP'])
  const cancelled = await bought('1 ESP 4', { ...setup, lockSetupDuration: 60 })
  await shop.must('checkout', { cardNumber, cancelSetup: true, relatedSetupTransactionId: cancelled.transactionId })
  const locked = await bought('1 ESP 4', { ...setup, lockSetupDuration: 60 })
  assert.equal(
    (await shop.call('addPersonalOffer', { cardNumber, offers: [{ ...half, ...on('ESP') }] })).body.errorCode,
    113,
  )
  assert.deepEqual((await shop.must('offerActivity', { cardNumber })).rows, [])
  const done = await shop.must('checkout', { cardNumber, relatedSetupTransactionId: locked.transactionId, ...asked })
  assert.deepEqual(told(done), ['-2 ESP'])
  assert.equal((await shop.must('offerActivity', { cardNumber })).rows.length, 1)
  assert.deepEqual(await buys('1 ESP 4'), [])
  await shop.must('voidTransaction', { cardNumber, requestRef: done.requestRef })
  assert.deepEqual((await shop.must('offerActivity', { cardNumber })).rows, [])
  assert.deepEqual(await buys('1 ESP 4'), ['-2 ESP'])
  assert.deepEqual(await shop.verify(), [])
})

test('thirty tills use an offer for three checkouts three times', async () => {
  const { shop, buys } = await giving({ ...half, ...on('ESP'), maxUsageCount: 3 })
  const answers = await Promise.all(times(30, () => buys('1 ESP 4')))
  assert.equal(answers.filter((discounts) => discounts.length > 0).length, 3)
  assert.deepEqual(await shop.verify(), [])
})

test('offers that many calls give at once all have their own numbers', async () => {
  const { shop } = await openRuleShop([])
  const cardNumber = await shop.card()
  const offers = [
    { ...half, ...on('ESP') },
    { ...half, ...on('CAKE') },
  ]
  const answers = await Promise.all(times(15, () => shop.must('addPersonalOffer', { cardNumber, offers })))
  const numbers = answers.flatMap(({ offerIndexes }) => offerIndexes)
  assert.deepEqual(
    numbers.toSorted((a, b) => a - b),
    times(30, (index) => index + 1),
  )
  assert.deepEqual(await shop.verify(), [])
})

test('a rule gives an offer, which the next checkout uses; a locked setup gives it when it completes', async () => {
  const personalOffer = {
    ...on('ESP'),
    discountType: 'absoluteDiscount',
    absoluteDiscount: 1,
    expiresAfter: { days: 30 },
    maxUsageCount: 1,
  }
  const { shop, bought } = await openRuleShop([{ limit: { times: 2 }, then: [{ personalOffer }] }])
  const cardNumber = await shop.card()
  const buys = async () => told(await bought('1 ESP 4', { cardNumber, ...asked }))
  assert.deepEqual(await buys(), [])
  const locked = await bought('1 CAKE 4', { cardNumber, isSetup: true, lockSetupDuration: 60 })
  await shop.must('checkout', { cardNumber, relatedSetupTransactionId: locked.transactionId })
  assert.deepEqual(await buys(), ['-1 ESP', '-1 ESP'])
  assert.deepEqual(await buys(), [])
  assert.deepEqual(told(await bought('1 ESP 4', asked)), [])
  assert.deepEqual(await shop.verify(), [])
})

test('a void withdraws the offers that a setup promised, and no other that the card was given meanwhile', async () => {
  const personalOffer = (sku: string) => ({ ...on(sku), discountType: 'bogo', expiresAfter: { days: 30 } })
  const tiers = { by: { fact: 'history.spend' }, levels: [{ id: 'gold', name: 'Gold', at: 5 }] }
  const given = [
    { limit: { times: 1 }, then: [{ personalOffer: personalOffer('ESP') }] },
    { trigger: 'tier', tier: { on: 'up', level: 'gold' }, then: [{ personalOffer: personalOffer('TEA') }] },
  ]
  const { shop, bought } = await openRuleShop(given, { program: { tiers } })
  const cardNumber = await shop.card()
  await shop.must('addPersonalOffer', { cardNumber, offers: [{ ...half, ...on('MUG') }] })
  const locked = await bought('2 CAKE 4', { cardNumber, isSetup: true, lockSetupDuration: 60 })
  await applyFile({ ...shop.file, campaigns: [] })
  // No call gives offers to a card that is locked. Should there be such a one, this is what it would leave.
  await sql(
    `insert into personal_offer (brand_id, card_id, offer_no, terms, custom_id, active_at, expires_at, max_uses, uses,
       withdrawn, given_by)
     select brand_id, card_id, number, terms, custom_id, active_at, expires_at, max_uses, uses, withdrawn, given_by
     from personal_offer cross join generate_series(2, 4) as number where brand_id = $1 and offer_no = 1`,
    [shop.id],
  )
  const { requestRef } = await shop.must('checkout', { cardNumber, relatedSetupTransactionId: locked.transactionId })
  const withdrawn = () =>
    sql('select offer_no from personal_offer where brand_id = $1 and withdrawn order by 1', [shop.id])
  assert.deepEqual(await withdrawn(), [])
  await shop.must('voidTransaction', { cardNumber, requestRef })
  assert.deepEqual(await withdrawn(), [{ offer_no: 5 }, { offer_no: 6 }])
  assert.deepEqual(await shop.verify(), [])
})

test('a void of the checkout withdraws the offer that its rules gave', async () => {
  const personalOffer = { ...on('ESP'), discountType: 'bogo', expiresAfter: { days: 30 } }
  const { shop, bought } = await openRuleShop([
    {
      limit: { times: 1 },
      when: [{ fact: 'products.quantity', where: { sku: 'CAKE' }, op: '>', value: 0 }],
      then: [{ personalOffer }],
    },
  ])
  const cardNumber = await shop.card()
  const { requestRef } = await bought('1 CAKE 4', { cardNumber })
  await shop.must('voidTransaction', { cardNumber, requestRef })
  assert.deepEqual(told(await bought('2 ESP 4', { cardNumber, ...asked })), [])
  assert.deepEqual(await shop.verify(), [])
})

const good = { ...half, ...on('ESP') }
const { percentageDiscount: _, ...withoutAmount } = good
//  an offer with                                                              is refused
const badRows: [string, object][] = [
  ['no products', { ...good, skus: [] }],
  ['six products', { ...good, ...on('A', 'B', 'C', 'D', 'E', 'F') }],
  ['six qualifying products', { ...good, qualifyingSkus: ['A', 'B', 'C', 'D', 'E', 'F'] }],
  ['two products and bogo', { ...on('A', 'B'), discountType: 'bogo', expirationDate }],
  ['no percentage', withoutAmount],
  ['percentage 0', { ...good, percentageDiscount: 0 }],
  ['percentage 101', { ...good, percentageDiscount: 101 }],
  ['percentage 1.5', { ...good, percentageDiscount: 1.5 }],
  ['an amount of another kind', { ...good, absoluteDiscount: 1 }],
  ['an amount with bogo', { ...good, discountType: 'bogo' }],
  ['a negative group price', { ...on('A'), discountType: 'newGroupPrice', newGroupPrice: -1, expirationDate }],
  ['an absolute discount of 0', { ...on('A'), discountType: 'absoluteDiscount', absoluteDiscount: 0, expirationDate }],
  ['an unknown kind', { ...good, discountType: 'gift' }],
  ['no expiry', { ...good, expirationDate: undefined }],
  ['an expiry in the past', { ...good, expirationDate: secondsFromNow(-60) }],
  ['an expiry more than a year ahead', { ...good, expirationDate: secondsFromNow(367 * oneDay) }],
  ['an activation after its expiry', { ...good, activationDate: secondsFromNow(11 * oneDay) }],
  ['no uses', { ...good, maxUsageCount: 0 }],
]

test('offers that cannot be are refused, and none of the call is given', async () => {
  const { shop, bought } = await openRuleShop([])
  const cardNumber = await shop.card()
  const code = async (offers: unknown) => (await shop.call('addPersonalOffer', { cardNumber, offers })).body.errorCode
  for (const [what, offer] of badRows) assert.equal(await code([good, offer]), 100, what)
  assert.equal(await code([]), 100)
  assert.equal((await shop.call('addPersonalOffer', { offers: [good] })).body.errorCode, 6)
  assert.equal((await shop.call('addPersonalOffer', { cardNumber: 'nobody', offers: [good] })).body.errorCode, 2)
  assert.equal((await bought('1 ESP 4', { cardNumber })).totalDiscount, 0)
  const year = secondsFromNow(365 * oneDay)
  await shop.must('addPersonalOffer', { cardNumber, offers: [{ ...good, expirationDate: year }] })
})

test('a personal offer is usable again after a full return, and used again when that is voided', async () => {
  const { shop, bought, cardNumber, buys } = await giving({ ...half, ...on('ESP'), maxUsageCount: 1 })
  const uses = async () => (await shop.must('offerActivity', { cardNumber })).rows.length
  const sale = await bought('1 ESP 4, 1 CAKE 2', { cardNumber, ...asked })
  assert.deepEqual([told(sale), await uses()], [['-2 ESP'], 1])
  const give = (sku: string) => {
    const returnedProducts = [{ sku, amountPurchased: 1 }]
    return shop.must('returnMerchandise', { cardNumber, checkoutRequestRef: sale.requestRef, returnedProducts })
  }
  await give('CAKE')
  assert.deepEqual([await buys('1 ESP 4'), await uses()], [[], 1], 'a part of it is not all of it')
  const last = await give('ESP')
  assert.equal(await uses(), 0)
  await shop.must('voidTransaction', { cardNumber, requestRef: last.requestRef })
  assert.deepEqual([await buys('1 ESP 4'), await uses()], [[], 1])
  await give('ESP')
  assert.deepEqual([await buys('1 ESP 4'), await uses()], [['-2 ESP'], 1])
  assert.deepEqual(await shop.verify(), [])
})

test('a return is not voided where the offer of its sale was used for another one since', async () => {
  const { shop, bought, cardNumber } = await giving({ ...half, ...on('ESP'), maxUsageCount: 1 })
  const returnedProducts = [{ sku: 'ESP', amountPurchased: 1 }]
  const first = await bought('1 ESP 4', { cardNumber })
  const returned = { cardNumber, checkoutRequestRef: first.requestRef, returnedProducts }
  const { requestRef } = await shop.must('returnMerchandise', returned)
  const second = await bought('1 ESP 4', { cardNumber })
  assert.equal(second.totalDiscount, 2)
  const refused = await shop.call('voidTransaction', { cardNumber, requestRef })
  assert.equal(refused.body.errorCode, 119, 'else both sales would have the one use')
  assert.match(refused.body.errorMessage, /used for another/)
  assert.equal((await shop.must('offerActivity', { cardNumber })).rows.length, 1)
  await shop.must('voidTransaction', { cardNumber, requestRef: second.requestRef })
  await shop.must('voidTransaction', { cardNumber, requestRef })
  assert.equal((await bought('1 ESP 4', { cardNumber })).totalDiscount, 0, 'the first sale has it again')
  assert.deepEqual(await shop.verify(), [])
})
