import assert from 'node:assert/strict'
import test from 'node:test'
import { openRuleShop, perDollar, points } from '../support/checkout-shop.ts'
import { assertRefused } from '../support/refusals.ts'
import { applyFile, openShop, times } from '../support/shop.ts'
import { letTimePass, oneDay, secondsFromNow, sql } from '../support/time-passes.ts'
import { otherProgram, transfersOf } from '../support/transfer-shop.ts'
import { bringBack, broughtBack, sums, undo, undone } from '../support/undo-shop.ts'
import { bookExpiry } from '../support/worker-room.ts'

const perDollarShop = (options: object = {}) => openRuleShop([{ then: [points(perDollar(1))] }], options)

test('a sale of the old card is returned and voided with the new one, over any number of transfers', async () => {
  const { shop, bought } = await perDollarShop()
  const { moved } = transfersOf(shop)
  const [first, second, third] = [await shop.card(), await shop.card({ points: 3 }), await shop.card()]
  const sale = await bought('4 ESP 5', { cardNumber: first })
  const other = await bought('1 CAKE 7', { cardNumber: first })
  await moved(second, first)
  await broughtBack(shop, { ...sale, cardNumber: second }, '1 ESP')
  assert.deepEqual(await sums(shop, second), { Points: 25 })
  await moved(third, second)
  await broughtBack(shop, { ...sale, cardNumber: third }, '3 ESP')
  assert.deepEqual(await sums(shop, third), { Points: 10 })
  await undone(shop, third, other.requestRef)
  assert.deepEqual(await sums(shop, third), { Points: 3 })
  assertRefused(await undo(shop, third, other.requestRef), 119)
  assertRefused(await bringBack(shop, { ...sale, cardNumber: third }, '1 ESP'), 120)
  for (const old of [first, second]) assertRefused(await undo(shop, old, other.requestRef), 112)
  assertRefused(await undo(shop, await shop.card(), other.requestRef), 118)
  assert.deepEqual(await shop.verify(), [])
})

test('what was redeemed comes back to the lot that came along, or to one like it', async () => {
  const shop = await openShop()
  const { moved } = transfersOf(shop)
  const [old, card] = [await shop.card(), await shop.card()]
  const expiring = { issuedBalanceExpiration: secondsFromNow(2 * oneDay) }
  await shop.issue(old, { usd: 10 }, expiring)
  await shop.issue(old, { points: 5 }, expiring)
  const part = (await shop.redeem(old, { usd: 4 })).body.requestRef
  const all = (await shop.redeem(old, { points: 5 })).body.requestRef
  await moved(card, old)
  await undone(shop, card, part)
  await undone(shop, card, all)
  assert.deepEqual(await sums(shop, card), { USD: 10, Points: 5 })
  await letTimePass(shop, 2 * oneDay + 1)
  assert.deepEqual(await sums(shop, card), {})
  assert.deepEqual(await shop.verify(), [])
})

test('what expired on either card counts as taken back', async () => {
  for (const waits of ['before', 'between', 'after'] as const) {
    const shop = await openShop()
    const { out, in: into } = transfersOf(shop)
    const [old, card] = [await shop.card(), await shop.card({ usd: 20 })]
    const expiring = { issuedBalanceExpiration: secondsFromNow(oneDay) }
    const { requestRef } = (await shop.issue(old, { usd: 5 }, expiring)).body
    await shop.redeem(old, { usd: 2 })
    if (waits === 'before') await letTimePass(shop, oneDay + 1)
    await out(old)
    if (waits === 'between') await letTimePass(shop, oneDay + 1)
    assert.ok((await into(card, old)).body.success)
    if (waits === 'after') await letTimePass(shop, oneDay + 1)
    await bookExpiry(shop)
    await undone(shop, card, requestRef)
    assert.deepEqual(await sums(shop, card), { USD: 18 }, waits)
    assert.deepEqual(await shop.verify(), [])
  }
})

test('a program with other scales takes back and gives back the same worth', async () => {
  const { shop, bought } = await openRuleShop([{ then: [points(perDollar(1))] }])
  const file = shop.file as { programs: object[] }
  await applyFile({ ...file, programs: [...file.programs, otherProgram] })
  const { moved } = transfersOf(shop)
  const [old, card] = [await shop.card(), await shop.card({}, 'gifts')]
  const sale = await bought('4 ESP 5', { cardNumber: old })
  const spent = (await shop.redeem(old, { points: 3 })).body.requestRef
  await moved(card, old)
  assert.deepEqual(await sums(shop, card), { Points: 17 })
  await undone(shop, card, spent)
  assert.deepEqual(await sums(shop, card), { Points: 20 })
  await broughtBack(shop, { ...sale, cardNumber: card }, '1 ESP')
  assert.deepEqual(await sums(shop, card), { Points: 15 })
  await broughtBack(shop, { ...sale, cardNumber: card }, '3 ESP')
  assert.deepEqual(await sums(shop, card), {})
  assert.deepEqual(await shop.verify(), [])
})

test('a gift card that paid and was transferred since gets its payment back where it is now', async () => {
  const { shop, bought } = await perDollarShop()
  const { moved } = transfersOf(shop)
  const [cardNumber, gift, heir] = [await shop.card(), await shop.card({ usd: 30 }), await shop.card()]
  const pay = async () => (await shop.redeem(gift, { usd: 10 })).body.requestRef
  const [one, two] = [await pay(), await pay()]
  const buy = (updateBalanceRequestRef: string) =>
    bought('1 ESP 10', { cardNumber, paymentMethods: [{ updateBalanceRequestRef }] })
  const [voided, returned] = [await buy(one), await buy(two)]
  await moved(heir, gift)
  await undone(shop, cardNumber, voided.requestRef)
  assert.deepEqual(await sums(shop, heir), { USD: 20 })
  await broughtBack(shop, returned, '1 ESP', { reversePayments: true })
  assert.deepEqual(await sums(shop, heir), { USD: 30 })
  assert.deepEqual(await shop.verify(), [])
})

test('limits, events, purchases, offers and history are those of both cards', async () => {
  const rules = [
    {
      id: 'once',
      limit: { times: 1, per: 'card', every: 'ever' },
      then: [points(100), { logEvent: { categoryId: 'visit' } }],
    },
    { id: 'third', when: [{ fact: 'history.checkouts', op: '>=', value: 2 }], then: [points(1000)] },
    { id: 'seen', when: [{ fact: 'event.count', categoryId: 'visit', op: '>=', value: 1 }], then: [points(7)] },
  ]
  const { shop, bought } = await openRuleShop(rules, {
    more: { eventTypes: [{ categoryId: 'visit', name: 'Visit' }] },
  })
  const { moved } = transfersOf(shop)
  const [old, card] = [await shop.card(), await shop.card()]
  const expirationDate = secondsFromNow(oneDay)
  const offer = {
    skus: [{ sku: 'CAKE' }],
    discountType: 'absoluteDiscount',
    absoluteDiscount: 1,
    maxUsageCount: 2,
    expirationDate,
  }
  await shop.must('addPersonalOffer', { cardNumber: old, offers: [offer] })
  await bought('1 ESP 10', { cardNumber: old })
  const withOffer = await bought('1 CAKE 10', { cardNumber: old })
  assert.equal(withOffer.totalDiscount, 1)
  await shop.redeem(old, { points: 114 })
  await moved(card, old)
  const { cards } = await shop.must('search', {
    filters: { cardNumber: card },
    returnFields: { personalOffers: true, events: true },
  })
  assert.equal(cards[0].personalOffers.length, 1)
  assert.equal((await bought('1 CAKE 10', { cardNumber: card })).totalDiscount, 1)
  assert.deepEqual(await sums(shop, card), { Points: 1007 })
  assert.equal((await bought('1 CAKE 10', { cardNumber: card })).totalDiscount, 0, 'the offer was used twice')
  await undone(shop, card, withOffer.requestRef)
  assert.equal((await bought('1 CAKE 10', { cardNumber: card })).totalDiscount, 1, 'one use came back')
  assert.deepEqual(await shop.verify(), [])
})

test("a child's history, returns and voids follow it to its new root", async () => {
  const { shop, bought } = await openRuleShop([{ target: 'child', then: [points(perDollar(1))] }])
  const { moved, child } = transfersOf(shop)
  const [old, card] = [await shop.card(), await shop.card()]
  const childCardNumber = await child(old, 'kid')
  const sale = await bought('2 ESP 5', { cardNumber: old, childCardNumber })
  const amount = { balanceType: 'Points', amount: 9 }
  const issue = await shop.must('updateBalance', { cardNumber: old, childCardNumber, action: 'issue', amount })
  const refs = async (cardNumber: string, more: object = {}) =>
    (await shop.history(cardNumber, { childCardNumber, ...more })).map((row: { requestRef: string }) => row.requestRef)
  const before = await refs(old)
  assert.deepEqual(before, [issue.requestRef, sale.requestRef])
  await moved(card, old)
  assert.deepEqual(await refs(card), before)
  const { requestRef } = await broughtBack(shop, { ...sale, cardNumber: card }, '1 ESP', { childCardNumber })
  await undone(shop, card, issue.requestRef, { childCardNumber })
  assert.equal((await refs(card)).length, 4)
  assert.deepEqual((await refs(card, { sortMostRecentFirst: false })).slice(0, 3), [...before.toReversed(), requestRef])
  const { transactions, matchCount } = await shop.must('cardHistory', {
    cardNumber: card,
    childCardNumber,
    maxResults: 1,
  })
  assert.deepEqual([transactions.length, matchCount], [1, 4])
  assertRefused(await shop.call('cardHistory', { cardNumber: old, childCardNumber }), 129)
  assert.deepEqual(await shop.verify(), [])
})

test('a void and a transfer at the same time happen one after the other', async () => {
  for (const _ of times(6, () => 0)) {
    const shop = await openShop()
    const { out, in: into } = transfersOf(shop)
    const [old, card] = [await shop.card(), await shop.card()]
    const { requestRef } = (await shop.issue(old, { usd: 5 })).body
    await out(old)
    const [, voided] = await Promise.all([into(card, old), undo(shop, card, requestRef)])
    if (!voided.body.success) {
      assertRefused(voided, 118)
      await undone(shop, card, requestRef)
    }
    assert.deepEqual(await sums(shop, card), {})
    assert.deepEqual(await shop.verify(), [])
  }
})

test('a long chain of transfers is followed in one step', async () => {
  const shop = await openShop()
  const { moved } = transfersOf(shop)
  const cards = [await shop.card()]
  const issued = (await shop.issue(cards[0] ?? '', { usd: 5 })).body.requestRef
  for (const _ of times(12, () => 0)) {
    const next = await shop.card()
    await moved(next, cards.at(-1) ?? '')
    cards.push(next)
  }
  const rows = await sql('select distinct heir_id from card_heir where brand_id = $1', [shop.id])
  assert.equal(rows.length, 1, 'each card knows its last heir')
  await undone(shop, cards.at(-1) ?? '', issued)
  assert.deepEqual(await sums(shop, cards.at(-1) ?? ''), {})
  assert.deepEqual(await shop.verify(), [])
})

test('the main balance update of a transfer is the sum of what came', async () => {
  const shop = await openShop()
  const { moved } = transfersOf(shop)
  const [old, card] = [await shop.card({ usd: 10 }), await shop.card()]
  await shop.issue(old, { usd: 5 })
  await moved(card, old)
  const [newest] = await shop.history(card, { includeMainBalanceUpdate: true })
  assert.equal(newest.mainBalanceUpdate, 15)
  assert.deepEqual(await shop.verify(), [])
})
