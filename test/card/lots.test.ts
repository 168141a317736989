import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { CardBook } from '../../server/domain/card/book.ts'
import type { Card, Lot, Portion } from '../../server/domain/card/card.ts'
import { findHold, hasHolds, sumOf, takeFromParts } from '../../server/domain/card/holds.ts'
import {
  availableOf,
  byRedemptionOrder,
  delayedOf,
  isDelayed,
  isLotExpired,
  type LotPart,
  spendableLots,
  takeFromLots,
  totalOf,
} from '../../server/domain/card/lots.ts'
import { hold, issue, redeem, redeemFromHold } from '../../server/domain/card/movements.ts'
import { reverse } from '../../server/domain/card/reverse.ts'
import { day } from '../../server/ground/kernel/time.ts'
import { cardWith, lot, now, points, pointsType } from '../support/pure-card.ts'

const tomorrow = now + day
const nextWeek = now + 7 * day
const returned = { returnRelated: true }
const part = (lotNo: number, amount: number): LotPart => ({ lot: lotNo, amount })
const portion = (ref: string, lotNo: number, amount: number): Portion => ({ hold: ref, lot: lotNo, amount })
const movement = (amount: number) => ({ purse: points, amount, kind: 'UpdateBalance' as const, now })

test('a redemption takes returns first, then what expires first, then what is oldest', () => {
  //  lots, redeem, takes, short
  const table: [Lot[], number, LotPart[], number][] = [
    [[lot(1, 10), lot(2, 5, returned)], 8, [part(2, 5), part(1, 3)], 0],
    [[lot(1, 10), lot(2, 10, { expiresAt: tomorrow })], 12, [part(2, 10), part(1, 2)], 0],
    [
      [lot(1, 4, { expiresAt: nextWeek }), lot(2, 4, { expiresAt: tomorrow }), lot(3, 4)],
      12,
      [part(2, 4), part(1, 4), part(3, 4)],
      0,
    ],
    [[lot(1, 4, { expiresAt: tomorrow }), lot(2, 4, returned)], 5, [part(2, 4), part(1, 1)], 0],
    [[lot(1, 4, returned), lot(2, 4, { ...returned, expiresAt: nextWeek })], 8, [part(2, 4), part(1, 4)], 0],
    [[lot(2, 5), lot(1, 5)], 7, [part(1, 5), part(2, 2)], 0],
    [[lot(10, 5), lot(9, 5)], 6, [part(9, 5), part(10, 1)], 0],
    [[lot(1, 10, { held: 7 }), lot(2, 10)], 5, [part(1, 3), part(2, 2)], 0],
    [[lot(1, 10, { held: 10 })], 1, [], 1],
    [[lot(1, 3)], 5, [part(1, 3)], 2],
    [[], 5, [], 5],
    [[lot(1, 3)], 0, [], 0],
  ]
  for (const [lots, amount, parts, short] of table) assert.deepEqual(takeFromLots(lots, amount), { parts, short })
})

test('a lot can be spent from its activation on and up to its expiry, to the millisecond', () => {
  //  expires, active, spendable, expired, delayed
  const table: [number | undefined, number | undefined, boolean, boolean, boolean][] = [
    [undefined, undefined, true, false, false],
    [now + 1, undefined, true, false, false],
    [now, undefined, false, true, false],
    [now - 1, undefined, false, true, false],
    [undefined, now, true, false, false],
    [undefined, now - 1, true, false, false],
    [undefined, now + 1, false, false, true],
    [now + 2, now + 1, false, false, true],
  ]
  for (const [expiresAt, activeAt, spendable, expired, delayed] of table) {
    const one = lot(1, 5, {
      ...(expiresAt !== undefined && { expiresAt }),
      ...(activeAt !== undefined && { activeAt }),
    })
    const card = cardWith([one])
    assert.deepEqual(
      [spendableLots(card, points, now).length > 0, isLotExpired(one, now), isDelayed(one, now)],
      [spendable, expired, delayed],
    )
    assert.deepEqual(
      [availableOf(card, points, now), delayedOf(card, points, now), totalOf(card, points, now)],
      [spendable ? 5 : 0, delayed ? 5 : 0, expired ? 0 : 5],
    )
  }
})

test('the maximum balance counts free, held and delayed balance; what expired counts only while it is held', () => {
  const lots = [
    lot(1, 10),
    lot(2, 10, { activeAt: tomorrow }),
    lot(3, 10, { expiresAt: now }),
    lot(4, 9, { valueType: 2 }),
  ]
  const card = cardWith(lots, [portion('h', 1, 4), portion('h', 3, 3)])
  assert.equal(totalOf(card, points, now), 23)
  const book = new CardBook(card, now)
  const valueType = { ...pointsType, maxBalance: 25 }
  assert.equal(issue(book, valueType, { ...movement(3), returnRelated: false })?.code, 13)
  assert.equal(issue(book, valueType, { ...movement(2), returnRelated: false }), undefined)
  assert.equal(issue(book, valueType, { ...movement(1), returnRelated: false })?.code, 13)
  assert.equal(issue(book, { ...pointsType, switchedOff: true }, { ...movement(1), returnRelated: false })?.code, 115)
})

test('a hold is used in redemption order and has no more than it reserved', () => {
  const lots = [lot(1, 10), lot(2, 10, { expiresAt: tomorrow }), lot(3, 10, returned)]
  const card = cardWith(lots, [portion('h', 1, 2), portion('h', 2, 3), portion('h', 3, 4), portion('other', 1, 5)])
  assert.deepEqual(findHold(card, 'h')?.parts, [part(3, 4), part(2, 3), part(1, 2)])
  assert.equal(findHold(card, 'nothing'), undefined)
  assert.deepEqual([hasHolds(card), hasHolds(cardWith(lots))], [true, false])
  //  amount, takes, leaves, short
  const table: [number, LotPart[], LotPart[], number][] = [
    [0, [], [part(3, 4), part(2, 3), part(1, 2)], 0],
    [5, [part(3, 4), part(2, 1)], [part(2, 2), part(1, 2)], 0],
    [9, [part(3, 4), part(2, 3), part(1, 2)], [], 0],
    [10, [part(3, 4), part(2, 3), part(1, 2)], [], 1],
  ]
  for (const [amount, parts, rest, short] of table) {
    assert.deepEqual(takeFromParts(findHold(card, 'h')?.parts ?? [], amount), { parts, rest, short })
  }
})

test('what a hold reserved can be used after it has expired, and is gone when it is released', () => {
  const card = cardWith([lot(1, 10, { expiresAt: now })], [portion('h', 1, 6)])
  const use = { ...movement(2), hold: 'h', upTo: false, releaseRest: true }
  const book = new CardBook(card, now)
  assert.deepEqual(redeemFromHold(book, use), { redeemed: 2 })
  assert.deepEqual([book.card.portions, availableOf(book.card, points, now)], [[], 0])
  assert.equal(totalOf(book.card, points, now), 0)
})

test('a hold of another value type, or one that is used up, cannot be used', () => {
  const card = cardWith([lot(1, 10, { valueType: 2 })], [portion('h', 1, 6)])
  for (const ref of ['h', 'unknown']) {
    const use = { ...movement(2), hold: ref, upTo: true, releaseRest: false }
    const taken = redeemFromHold(new CardBook(card, now), use)
    assert.ok('kind' in taken && taken.code === 117)
  }
})

test('a movement that is refused leaves no trace in the books', () => {
  const card = cardWith([lot(1, 10)], [portion('h', 1, 4)])
  const book = new CardBook(card, now)
  const refusals = [
    redeem(book, movement(7)),
    hold(book, { ...movement(7), ref: 'new' }),
    redeemFromHold(book, { ...movement(5), hold: 'h', upTo: false, releaseRest: true }),
    issue(book, { ...pointsType, maxBalance: 10 }, { ...movement(1), returnRelated: false }),
  ]
  for (const refusal of refusals) assert.ok(refusal && 'code' in refusal && refusal.code === 13)
  assert.equal(book.card, card)
  assert.deepEqual(book.postings, [])
})

const anyLot = (no: number): fc.Arbitrary<Lot> =>
  fc
    .record({
      amount: fc.integer({ min: 0, max: 100 }),
      returnRelated: fc.boolean(),
      expiresAt: fc.option(fc.constantFrom(now - day, now, now + 1, tomorrow, nextWeek), { nil: undefined }),
      activeAt: fc.option(fc.constantFrom(now, now + 1), { nil: undefined }),
      valueType: fc.constantFrom(1, 1, 1, 2),
    })
    .map(({ amount, expiresAt, activeAt, ...rest }) =>
      lot(no, amount, {
        ...rest,
        ...(expiresAt !== undefined && { expiresAt }),
        ...(activeAt !== undefined && { activeAt }),
      }),
    )

const anyLots = fc
  .integer({ min: 0, max: 6 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, i) => anyLot(i + 1))))
const anyCard: fc.Arbitrary<Card> = fc
  .tuple(anyLots, fc.array(fc.nat(100), { minLength: 6, maxLength: 6 }))
  .map(([lots, shares]) =>
    cardWith(
      lots,
      lots.flatMap(({ no, amount }, index) => {
        const held = Math.floor((amount * (shares[index] ?? 0)) / 200)
        return held > 0 ? [portion(index % 2 === 0 ? 'h' : 'g', no, held)] : []
      }),
    ),
  )
const anyAmount = fc.integer({ min: 1, max: 300 })
const wealthOf = (card: Card) => card.lots.reduce((sum, one) => sum + one.amount, 0)

/** The sums, holds and ledger rows that a book has made agree with its lots. */
function assertBalanced(before: Card, book: CardBook): void {
  const { card, postings } = book
  for (const one of card.lots) {
    const reserved = card.portions.filter((held) => held.lot === one.no)
    assert.equal(sumOf(reserved), one.held)
    assert.ok(one.held >= 0 && one.held <= one.amount)
    const was = before.lots.find(({ no }) => no === one.no)
    const own = postings.filter((posting) => posting.lot === one.no)
    assert.equal(
      one.amount - (was?.amount ?? 0),
      own.reduce((sum, posting) => sum + posting.amount, 0),
    )
    assert.equal(
      one.held - (was?.held ?? 0),
      own.reduce((sum, posting) => sum + posting.held, 0),
    )
  }
  for (const balance of card.balances) {
    const own = card.lots.filter((one) => one.valueType === balance.valueType)
    assert.equal(
      balance.amount,
      own.reduce((sum, one) => sum + one.amount, 0),
    )
    assert.equal(
      balance.held,
      own.reduce((sum, one) => sum + one.held, 0),
    )
    const chain = postings.filter((posting) => posting.valueType === balance.valueType).map(({ seq }) => seq)
    const began = before.balances.find((was) => was.valueType === balance.valueType)?.seq ?? 0
    assert.deepEqual(
      chain,
      chain.map((_, index) => began + index + 1),
    )
    const last = postings.findLast((posting) => posting.valueType === balance.valueType)
    if (last)
      assert.deepEqual([last.seq, last.balanceAfter, last.heldAfter], [balance.seq, balance.amount, balance.held])
  }
}

test('property: a redemption takes exactly its amount, from spendable lots, in order, and nothing else moves', () => {
  fc.assert(
    fc.property(anyCard, anyAmount, fc.boolean(), (card, amount, upTo) => {
      const available = availableOf(card, points, now)
      const book = new CardBook(card, now)
      const taken = redeem(book, { ...movement(amount), upTo })
      assertBalanced(card, book)
      if ('kind' in taken) {
        assert.ok(amount > available && !upTo)
        return
      }
      assert.equal(taken.redeemed, Math.min(amount, available))
      assert.equal(wealthOf(card) - wealthOf(book.card), taken.redeemed)
      const spendable = spendableLots(card, points, now).toSorted(byRedemptionOrder)
      const order = book.postings.map((posting) => spendable.findIndex(({ no }) => no === posting.lot))
      assert.deepEqual(
        order,
        order.map((_, index) => index),
        'whole lots in order, the last one perhaps in part',
      )
      for (const posting of book.postings.slice(0, -1)) {
        assert.equal(
          availableOf({ ...book.card, lots: book.card.lots.filter(({ no }) => no === posting.lot) }, points, now),
          0,
        )
      }
    }),
  )
})

test('property: a hold and its release move nothing at all, and a hold used up is a redemption', () => {
  fc.assert(
    fc.property(anyCard, anyAmount, (card, amount) => {
      const held = new CardBook(card, now)
      const redeemed = new CardBook(card, now)
      const refused = hold(held, { ...movement(amount), ref: 'new' })
      assert.equal(refused !== undefined, 'kind' in redeem(redeemed, movement(amount)))
      if (refused) return
      assert.equal(wealthOf(held.card), wealthOf(card))
      assert.equal(availableOf(held.card, points, now), availableOf(card, points, now) - amount)
      const released = new CardBook(held.card, now)
      redeemFromHold(released, { ...movement(0), hold: 'new', upTo: false, releaseRest: true })
      assert.deepEqual([released.card.lots, released.card.portions], [card.lots, card.portions])
      const used = new CardBook(held.card, now)
      redeemFromHold(used, { ...movement(amount), hold: 'new', upTo: false, releaseRest: false })
      assert.deepEqual([used.card.lots, used.card.portions], [redeemed.card.lots, card.portions])
      for (const book of [held, released, used]) assertBalanced(book === held ? card : held.card, book)
    }),
  )
})

test('property: a void gives every lot and every hold back what it had', () => {
  const reversal = { now, graceDays: 0 }
  const acts: Record<string, (book: CardBook, amount: number) => unknown> = {
    issue: (book, amount) => issue(book, pointsType, { ...movement(amount), returnRelated: false }),
    redeem: (book, amount) => redeem(book, { ...movement(amount), upTo: true }),
    hold: (book, amount) => hold(book, { ...movement(amount), ref: 'new' }),
    use: (book, amount) => redeemFromHold(book, { ...movement(amount), hold: 'h', upTo: false, releaseRest: false }),
  }
  fc.assert(
    fc.property(anyCard, anyAmount, fc.constantFrom(...Object.keys(acts)), (card, amount, act) => {
      const book = new CardBook(card, now)
      acts[act]?.(book, amount)
      const usedUp = act === 'use' && !findHold(book.card, 'h')
      const undone = new CardBook(book.card, now)
      assert.equal(reverse(undone, book.postings, reversal), undefined)
      assertBalanced(book.card, undone)
      const lotsOf = (of: Card) =>
        of.lots.filter((one) => one.amount > 0).map(({ held, ...rest }) => (usedUp ? rest : { ...rest, held }))
      assert.deepEqual(lotsOf(undone.card), lotsOf(card))
      if (!usedUp) assert.deepEqual(new Set(undone.card.portions), new Set(card.portions))
    }),
  )
})
