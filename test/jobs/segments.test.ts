import assert from 'node:assert/strict'
import test from 'node:test'
import { fireSegmentChanges } from '../../server/background/jobs/segments/segment-changes.ts'
import { inOrder, workOutSegments } from '../../server/background/jobs/segments/segments.ts'
import { openRuleShop, points } from '../support/checkout-shop.ts'
import { openJobRoom } from '../support/job-room.ts'
import { said, says } from '../support/rule-table.ts'
import { applyFile, openShop, type Shop, times } from '../support/shop.ts'
import { oneDay, sql } from '../support/time-passes.ts'

const regulars = {
  id: 'regulars',
  name: 'Regulars',
  description: 'Who comes often',
  where: [{ fact: 'history.checkouts', within: { days: 30 }, op: '>=', value: 2 }],
}
const now = { all: true, restFactor: 0 }

const segmentsOf = async (shop: Shop, cardNumber: string) => {
  const body = await shop.must('search', { filters: { cardNumber }, returnFields: { segments: true } })
  return body.cards[0].segments
}
const pointsOf = async (shop: Shop, card: string) => (await shop.balances(card))[0]?.amount ?? 0
const on = (what: 'enter' | 'leave', amount: number) => ({
  trigger: 'segment',
  segment: { id: 'regulars', on: what },
  then: [points(amount)],
})
const letSalesAge = (shop: Shop, days: number) =>
  sql(`update checkout set happened_at = happened_at - make_interval(secs => $2) where brand_id = $1`, [
    shop.id,
    days * oneDay,
  ])

test('who is in a segment is worked out by its conditions, shown by search, and a fact for rules', async () => {
  const open = await openRuleShop(
    [{ when: [{ fact: 'segment', op: '=', value: 'regulars' }], then: [says('welcome')] }],
    {
      more: { segments: [regulars] },
    },
  )
  const { shop, bought } = open
  const [often = '', once = ''] = [await shop.card(), await shop.card()]
  for (const cardNumber of [often, often, once]) await bought('1 ESP 3', { cardNumber })
  assert.deepEqual(await segmentsOf(shop, often), [])

  const room = await openJobRoom(shop)
  assert.deepEqual((await workOutSegments(room)).counts, { segments: 1, entered: 1, left: 0, fired: 0, later: 0 })
  const shown = { id: 'regulars', name: 'Regulars', description: 'Who comes often' }
  assert.deepEqual(await segmentsOf(shop, often), [shown])
  assert.deepEqual(await segmentsOf(shop, once), [])
  assert.deepEqual(await said(open, ['1 ESP 3', { cardNumber: often }]), ['welcome'])
  assert.deepEqual(await said(open, ['1 ESP 3', { cardNumber: once }]), [])

  assert.equal((await workOutSegments(room)).counts.segments, 0, 'it is not due for an hour')
  await letSalesAge(shop, 40)
  assert.deepEqual((await workOutSegments(room, now)).counts, { segments: 1, entered: 0, left: 1, fired: 0, later: 0 })
  assert.deepEqual(await segmentsOf(shop, often), [])
  assert.deepEqual(await shop.verify(), [])
})

test('a child card is in the segments of its root, and its purchases count for the root', async () => {
  const open = await openRuleShop([{ target: 'any', when: [{ fact: 'segment', op: 'exists' }], then: [says('in')] }], {
    more: { segments: [regulars] },
  })
  const cardNumber = await open.shop.card()
  await open.shop.must('allocateChildCard', { cardNumber, childCardNumber: 'kid-1' })
  for (let count = 0; count < 2; count += 1) await open.bought('1 ESP 3', { cardNumber, childCardNumber: 'kid-1' })
  await workOutSegments(await openJobRoom(open.shop))
  assert.deepEqual(await said(open, ['1 ESP 3', { cardNumber, childCardNumber: 'kid-1' }]), ['in'])
})

test('entering and leaving fire rules, each change once, also with workers at the same time', async () => {
  const open = await openRuleShop([on('enter', 10), on('leave', 3)], { more: { segments: [regulars] } })
  const { shop, bought } = open
  const cards = await Promise.all(times(12, () => shop.card()))
  for (const cardNumber of [...cards, ...cards]) await bought('1 ESP 3', { cardNumber })
  const rooms = await Promise.all(times(3, () => openJobRoom(shop)))
  await Promise.all(rooms.map((room) => workOutSegments(room, { ...now, sliceCards: 5 })))
  for (const card of cards) assert.equal(await pointsOf(shop, card), 10)

  await Promise.all(rooms.map((room) => workOutSegments(room, now)))
  for (const card of cards) assert.equal(await pointsOf(shop, card), 10)
  await letSalesAge(shop, 40)
  await Promise.all(rooms.map((room) => workOutSegments(room, { ...now, sliceCards: 5 })))
  for (const card of cards) assert.equal(await pointsOf(shop, card), 13)
  assert.deepEqual(
    rooms.flatMap(({ faults }) => faults),
    [],
  )

  const [first = ''] = cards
  const calls = (await shop.history(first)).map((row: { callType: string }) => row.callType)
  assert.equal(calls.filter((type: string) => type === 'TRIGGER_ONLY').length, 2)
  assert.deepEqual(await shop.verify(), [])
})

test('a change whose worker died before its commit fires later, and one that was committed never again', async () => {
  const { shop, bought } = await openRuleShop([on('enter', 10)], { more: { segments: [regulars] } })
  const cardNumber = await shop.card()
  for (let count = 0; count < 2; count += 1) await bought('1 ESP 3', { cardNumber })
  const died = await openJobRoom(shop, { run: () => Promise.reject(new Error('killed')) })
  await assert.rejects(workOutSegments(died), /killed/)
  assert.equal(await pointsOf(shop, cardNumber), 0)

  const room = await openJobRoom(shop)
  assert.deepEqual(await fireSegmentChanges(room, shop.id), { done: 1, later: 0 })
  assert.equal(await pointsOf(shop, cardNumber), 10)
  await sql(`update segment_change set fired_at = null where brand_id = $1`, [shop.id])
  assert.deepEqual(await fireSegmentChanges(room, shop.id), { done: 0, later: 0 })
  assert.equal(await pointsOf(shop, cardNumber), 10)
  assert.deepEqual(await shop.verify(), [])
})

test('a card that is locked by a checkout waits; one that cannot be used any more is given up', async () => {
  const { shop, bought } = await openRuleShop([on('enter', 10)], { more: { segments: [regulars] } })
  const [locked = '', closed = ''] = [await shop.card(), await shop.card()]
  for (const cardNumber of [locked, closed, locked, closed]) await bought('1 ESP 3', { cardNumber })
  const setup = await shop.must('checkout', {
    cardNumber: locked,
    isSetup: true,
    lockSetupDuration: 60,
    checkoutTotal: 1,
  })
  await shop.must('updateBalance', {
    cardNumber: closed,
    action: 'adjustOnly',
    isAccountingAdjustment: true,
    adjustStatus: { newStatus: 'Closed' },
  })
  const room = await openJobRoom(shop)
  assert.deepEqual((await workOutSegments(room)).counts, { segments: 1, entered: 2, left: 0, fired: 0, later: 1 })
  const waiting = () => sql(`select from segment_change where brand_id = $1 and fired_at is null`, [shop.id])
  assert.equal((await waiting()).length, 1)

  await shop.must('checkout', { cardNumber: locked, cancelSetup: true, relatedSetupTransactionId: setup.transactionId })
  assert.equal((await workOutSegments(room)).counts.fired, 1)
  assert.equal((await waiting()).length, 0)
  assert.equal(await pointsOf(shop, locked), 10)
  assert.deepEqual(await shop.verify(), [])
})

test('where the conditions of a rule do not hold the change is over, and the history has no trace of it', async () => {
  const rule = { ...on('enter', 10), when: [{ fact: 'customer.firstName', op: '=', value: 'Ana' }] }
  const { shop, bought } = await openRuleShop([rule], { more: { segments: [regulars] } })
  const cardNumber = await shop.card()
  for (let count = 0; count < 2; count += 1) await bought('1 ESP 3', { cardNumber })
  const before = (await shop.history(cardNumber)).length
  const room = await openJobRoom(shop)
  assert.equal((await workOutSegments(room)).counts.fired, 1)
  assert.equal((await workOutSegments(room, now)).counts.fired, 0)
  assert.equal((await shop.history(cardNumber)).length, before)
  assert.equal(await pointsOf(shop, cardNumber), 0)
  const [{ why }] = await sql(
    `select trace::text as why from request where brand_id = $1 and operation = 'fireSegmentRules'`,
    [shop.id],
  )
  assert.match(why, /customer\.firstName/)
  assert.deepEqual(await shop.verify(), [])
})

test('a refresh that was cut off goes on where it was, and a changed segment begins anew', async () => {
  const all = (where: readonly object[]) => ({ segments: [{ id: 'all', where }] })
  const shop = await openShop({ more: all([]) })
  for (let count = 0; count < 6; count += 1) await shop.card()
  const asked: number[] = []
  const room = await openJobRoom(shop, { isOver: () => asked.push(1) > 3 })
  const first = await workOutSegments(room, { sliceCards: 10, restFactor: 0 })
  assert.equal(first.more, true)
  const [{ cursor_card: cursor }] = await sql(`select cursor_card from segment_state where brand_id = $1`, [shop.id])
  assert.ok(Number(cursor) > 0)
  const other = await openJobRoom(shop)
  const second = await workOutSegments(other, { sliceCards: 10, restFactor: 0 })
  assert.equal(Number(first.counts.entered) + Number(second.counts.entered), 6)
  assert.equal(second.more, undefined)

  await applyFile({ ...shop.file, ...all([{ fact: 'card.isEnrolled', op: '=', value: true }]) })
  assert.deepEqual((await workOutSegments(other)).counts, { segments: 1, entered: 0, left: 6, fired: 0, later: 0 })
  await applyFile({ ...shop.file, ...all([]) })
  assert.equal((await workOutSegments(other)).counts.entered, 6)
  await applyFile({ ...shop.file, segments: [] })
  await workOutSegments(other)
  assert.deepEqual(await sql(`select from segment_member where brand_id = $1`, [shop.id]), [])
  assert.deepEqual(await sql(`select from segment_state where brand_id = $1`, [shop.id]), [])
})

test('stock that no customer has is in no segment, nor is a brand in that of another', async () => {
  const more = { segments: [{ id: 'all', where: [] }] }
  const [shop, other] = [await openShop({ more }), await openShop({ more })]
  const cardNumber = await shop.card()
  await other.card()
  assert.equal((await workOutSegments(await openJobRoom(shop))).counts.entered, 1)
  assert.equal((await segmentsOf(shop, cardNumber)).length, 1)
  assert.deepEqual(await sql(`select from segment_member where brand_id = $1`, [other.id]), [])
})

test('segments that ask about others come after them', () => {
  const asks = (id: string, ...others: string[]) => ({
    id,
    name: id,
    where: [{ any: [{ fact: 'segment', op: 'in' as const, value: others }] }],
  })
  const order = inOrder([asks('a', 'b', 'c'), asks('b', 'c'), asks('c'), asks('d', 'e'), asks('e', 'd')])
  assert.deepEqual(
    order.map(({ id }) => id),
    ['c', 'b', 'a', 'e', 'd'],
  )
})

test('texts of a segment are values, whatever is in them', async () => {
  const nasty = `'; drop table segment_member; -- $1 %_\\ "`
  const where = [
    { fact: 'customer.firstName', op: 'contains', value: nasty },
    { fact: 'demographic', name: nasty, op: '!=', value: nasty },
  ]
  const fields = [{ name: nasty, type: 'String' }]
  const shop = await openShop({ more: { demographicFields: fields, segments: [{ id: 'nasty', where }] } })
  const [named = '', other = ''] = [await shop.card(), await shop.card()]
  await shop.must('updateAccount', { cardNumber: named, primaryCustomer: { firstName: `x${nasty}y` } })
  await shop.must('updateAccount', { cardNumber: other, primaryCustomer: { firstName: 'x' } })
  assert.equal((await workOutSegments(await openJobRoom(shop))).counts.entered, 1)
  assert.equal((await segmentsOf(shop, named)).length, 1)
})

test('facts of a call cannot be asked for by a segment', async () => {
  for (const fact of [
    'checkout.total',
    'request.hour',
    'keyValue',
    'message.text',
    'payments.total',
    'coupon',
    'location.id',
  ]) {
    const where = [{ fact, op: 'exists', ...(fact === 'keyValue' && { key: 'k' }) }]
    await assert.rejects(openShop({ more: { segments: [{ id: 's', where }] } }), /known only during a call/)
  }
})

test('segments are refreshed when the brand asks for it, which shows them as they are until then', async () => {
  const shop = await openShop({
    more: { segments: [{ id: 'all', name: 'All', where: [{ fact: 'card.status', op: '=', value: 'Activated' }] }] },
  })
  await shop.card()
  assert.deepEqual((await shop.must('refreshSegments', {})).segments, [{ id: 'all', name: 'All', cards: 0 }])
  const room = await openJobRoom(shop)
  await workOutSegments(room)
  await shop.card()
  assert.equal((await workOutSegments(room)).counts.segments, 0)
  const [shown] = (await shop.must('refreshSegments', {})).segments
  assert.equal(shown.cards, 1)
  assert.match(shown.refreshedDate, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  assert.equal((await workOutSegments(room)).counts.entered, 1)
  assert.equal((await shop.must('refreshSegments', {})).segments[0].cards, 2)
})
