import { type Refusal, refuse } from '../../ground/kernel/errors.ts'
import { minorMax } from '../../ground/kernel/money.ts'
import { day, type Instant } from '../../ground/kernel/time.ts'
import { refuseSpent, refuseTooMuch } from './balance-limits.ts'
import type { CardBook, Posting } from './book.ts'
import { findHold } from './holds.ts'
import { isLotExpired, totalOf } from './lots.ts'
import { findLot, giveBackInGrace, passOn, takeBack, toOpenLot, type Undoable } from './take-back.ts'

interface Reversal {
  readonly now: Instant
  /** How long balance that comes back to an expired lot can still be used. */
  readonly graceDays: number
}

/**
 * The law of reversal (docs/reversal.md), for a void: the card is left as if the call had never happened, except for
 * what was spent meanwhile, and for expiry, which would have happened anyway. What the call took goes back to the very
 * lots; what it issued leaves the lot it made and then others of the value type, less what has expired of it; what it
 * held is released. All of it or nothing.
 */
export function reverse(book: CardBook, postings: readonly Undoable[], reversal: Reversal): Refusal | undefined {
  if (isCancelledHold(postings)) return refuse(119, 'The request cannot be voided: it released a hold.')
  const holds = postings.filter((posting) => posting.amount === 0 && posting.held > 0)
  if (holds.length > 0 && !isUntouched(book, holds))
    return refuse(119, 'The request cannot be voided: the hold was released, or redeemed from.')
  for (const posting of holds) {
    if (!posting.hold) continue
    book.release(posting.hold, [{ lot: posting.lot, amount: posting.held }], 'Void')
    passOn(book, posting.lot, { amount: posting.held, kind: 'Void' })
  }
  for (const posting of postings) {
    const refusal = posting.amount < 0 ? giveBack(book, posting, reversal) : undefined
    if (refusal) return refusal
  }
  for (const posting of postings) {
    if (posting.amount <= 0) continue
    const { short } = takeBack(book, posting, { amount: posting.amount, kind: 'Void', now: reversal.now })
    if (short > 0) return refuseSpent()
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

/**
 * What comes back to a lot that has expired is gone at once, or with a grace gets a lot of its own for that long. What other lots
 * gave in its stead goes to those first.
 */
function giveBack(book: CardBook, posting: Undoable, { now, graceDays }: Reversal): Refusal | undefined {
  const { valueType, bucket, hold } = posting
  const amount = -posting.amount
  if (amount > minorMax - totalOf(book.card, posting, now)) return refuseTooMuch()
  const own = findLot(book.card, posting)
  const lot = own ?? posting.moved?.lot
  const isOpen = hold !== undefined && findHold(book.card, hold) !== undefined
  const until = now + graceDays * day
  if (own && graceDays > 0 && !isOpen) {
    giveBackInGrace(book, own.no, { amount, kind: 'Void' }, { now, until })
  } else if (lot && isLotExpired(lot, now) && graceDays > 0 && !isOpen) {
    book.issue({ valueType, bucket, amount, returnRelated: lot.returnRelated, expiresAt: until }, 'Void')
  } else {
    const no = toOpenLot(book, posting)
    book.giveBack([{ lot: no, amount, ...(isOpen && { hold }) }], 'Void')
    if (!isOpen) passOn(book, no, { amount, kind: 'Void' })
  }
  return undefined
}
