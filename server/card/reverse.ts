import { type Refusal, refuse } from '../kernel/errors.ts'
import { minorMax } from '../kernel/money.ts'
import { day, type Instant } from '../kernel/time.ts'
import type { CardBook, Posting } from './book.ts'
import { isOf } from './card.ts'
import { findHold } from './holds.ts'
import { freeOf, isLotExpired, type LotPart, takeFromLots, totalOf } from './lots.ts'

interface Reversal {
  readonly now: Instant
  /** How long balance that comes back to an expired lot can still be used. */
  readonly graceDays: number
}

/**
 * Undoes an earlier call's postings: what it took goes back to the very lots, what it issued leaves the lot it made
 * and then others of the value type, what it held is released. All of it or nothing.
 */
export function reverse(book: CardBook, postings: readonly Posting[], reversal: Reversal): Refusal | undefined {
  if (isCancelledHold(postings)) return refuse(119)
  const holds = postings.filter((posting) => posting.amount === 0 && posting.held > 0)
  if (holds.length > 0 && !isUntouched(book, holds)) return refuse(119)
  for (const posting of holds) {
    if (posting.hold) book.release(posting.hold, [{ lot: posting.lot, amount: posting.held }], 'Void')
  }
  for (const posting of postings) {
    const refusal = posting.amount < 0 ? giveBack(book, posting, reversal) : undefined
    if (refusal) return refusal
  }
  for (const posting of postings) {
    const refusal = posting.amount > 0 ? takeBack(book, posting, reversal.now) : undefined
    if (refusal) return refusal
  }
  return undefined
}

/** A call that did nothing but release a hold, apart from what rules did after it: the hold cannot come back. */
function isCancelledHold(postings: readonly Posting[]): boolean {
  const own = postings.filter(({ origin }) => !origin)
  return own.length > 0 && own.every((posting) => posting.amount === 0 && posting.held < 0)
}

/** A hold of which something was redeemed or released cannot be undone. */
function isUntouched(book: CardBook, holds: readonly Posting[]): boolean {
  const left = findHold(book.card, holds[0]?.hold ?? '')?.parts ?? []
  const amountLeft = new Map(left.map(({ lot, amount }) => [lot, amount]))
  return holds.every((posting) => amountLeft.get(posting.lot) === posting.held) && left.length === holds.length
}

/** What comes back to a lot that has expired is gone at once, or with a grace gets a lot of its own for that long. */
function giveBack(book: CardBook, posting: Posting, { now, graceDays }: Reversal): Refusal | undefined {
  const { valueType, bucket, hold } = posting
  const amount = -posting.amount
  if (amount > minorMax - totalOf(book.card, posting, now)) return refuse(13)
  const lot = book.card.lots.find(({ no }) => no === posting.lot)
  const isOpen = hold !== undefined && findHold(book.card, hold) !== undefined
  if (lot && isLotExpired(lot, now) && graceDays > 0 && !isOpen) {
    const expiresAt = now + graceDays * day
    book.issue({ valueType, bucket, amount, returnRelated: lot.returnRelated, expiresAt }, 'Void')
  } else {
    book.giveBack([{ lot: posting.lot, amount, ...(isOpen && { hold }) }], 'Void')
  }
  return undefined
}

function takeBack(book: CardBook, posting: Posting, now: Instant): Refusal | undefined {
  const usable = book.card.lots.filter(isOf(posting)).filter((lot) => freeOf(lot) > 0 && !isLotExpired(lot, now))
  const made = usable.find(({ no }) => no === posting.lot)
  const own: LotPart[] = made ? [{ lot: made.no, amount: Math.min(freeOf(made), posting.amount) }] : []
  const left = posting.amount - (own[0]?.amount ?? 0)
  const { parts, short } = takeFromLots(
    usable.filter((lot) => lot !== made),
    left,
  )
  if (short > 0) return refuse(13)
  book.take([...own, ...parts], 'Void')
  return undefined
}
