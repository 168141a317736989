import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { CardBook } from '../../server/domain/card/book.ts'
import type { Card } from '../../server/domain/card/card.ts'
import { totalOf } from '../../server/domain/card/lots.ts'
import { issue, redeem } from '../../server/domain/card/movements.ts'
import { reverse } from '../../server/domain/card/reverse.ts'
import { cardWith, lot, now, points, pointsType } from '../support/pure-card.ts'

const reversal = { now, graceDays: 0 }
const movement = { purse: points, kind: 'Campaign', now } as const

const lots = fc
  .array(
    fc.record({
      amount: fc.integer({ min: 1, max: 20 }),
      returnRelated: fc.boolean(),
      days: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
    }),
    { maxLength: 4 },
  )
  .map((given) =>
    given.map(({ amount, returnRelated, days }, index) =>
      lot(index + 1, amount, { returnRelated, ...(days !== undefined && { expiresAt: now + days * 1000 }) }),
    ),
  )

/** What a call does: positive amounts are issued, negative ones redeemed as far as they are there. */
const steps = fc.array(
  fc.integer({ min: -15, max: 15 }).filter((amount) => amount !== 0),
  { maxLength: 6 },
)

function carryOut(card: Card, amounts: readonly number[]): CardBook {
  const book = new CardBook(card, now)
  for (const amount of amounts) {
    if (amount > 0) issue(book, pointsType, { ...movement, amount, returnRelated: amount % 2 === 0 })
    else redeem(book, { ...movement, amount: -amount, upTo: true })
  }
  return book
}

const filled = ({ lots }: Card) => lots.filter(({ amount }) => amount > 0).toSorted((a, b) => a.no - b.no)
const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

test('a call and its reversal leave every lot as it was', () => {
  fc.assert(
    fc.property(lots, steps, (given, amounts) => {
      const card = cardWith(given)
      const called = carryOut(card, amounts)
      const book = new CardBook(called.card, now)
      assert.equal(reverse(book, called.postings, reversal), undefined)
      assert.deepEqual(filled(book.card), filled(card))
    }),
  )
})

test('several calls are reversed together as one, in whichever order they are named', () => {
  fc.assert(
    fc.property(lots, steps, steps, fc.boolean(), (given, first, second, isTurned) => {
      const card = cardWith(given)
      const one = carryOut(card, first)
      const two = carryOut(one.card, second)
      const book = new CardBook(two.card, now)
      const postings = isTurned ? [...two.postings, ...one.postings] : [...one.postings, ...two.postings]
      assert.equal(reverse(book, postings, reversal), undefined)
      assert.deepEqual(filled(book.card), filled(card))
    }),
  )
})

test('what was spent since is 13 exactly when the card does not have it any more', () => {
  fc.assert(
    fc.property(lots, steps, fc.integer({ min: 0, max: 60 }), (given, amounts, spent) => {
      const called = carryOut(cardWith(given), amounts)
      const { card } = carryOut(called.card, spent > 0 ? [-spent] : [])
      const net = sumOf(called.postings.map(({ amount }) => amount))
      const book = new CardBook(card, now)
      const refusal = reverse(book, called.postings, reversal)
      const left = totalOf(card, points, now) - net
      assert.equal(refusal?.code, left < 0 ? 13 : undefined)
      if (!refusal) assert.equal(totalOf(book.card, points, now), left)
    }),
  )
})
