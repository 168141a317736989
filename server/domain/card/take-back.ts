import type { Minor } from '../../ground/kernel/money.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { CardBook, MutationType, Posting, StandIn } from './book.ts'
import { type Card, isOf, type Lot } from './card.ts'
import { freeOf, isLotExpired, type LotPart, takeFromLots } from './lots.ts'

/** A ledger row of an earlier call as it is undone: on the card that has its balance now. */
export interface Undoable extends Posting {
  /** Set when a transfer has moved it: then `lot` is the number that the lot had on the card it came from. */
  readonly moved?: MovedLot
}

/** A lot of the card, or of one that the card was transferred from. */
type NamesLot = Pick<Undoable, 'lot' | 'moved'>

export interface MovedLot {
  /** The lot as it was before, in the value type that it has now. */
  readonly lot: Lot
  /** What has expired of it on the cards that it was on, less what was counted as taken back of that. */
  readonly expired: Minor
}

interface TakingBack {
  readonly amount: Minor
  readonly kind: MutationType
  readonly now: Instant
}

interface TakenBack {
  /** What was taken back already: it had expired. */
  readonly expired: Minor
  /** What the card no longer has. */
  readonly short: Minor
}

/**
 * Takes back what a call gave: what has expired of it counts as taken back already, the rest leaves the lot that was
 * made, then others of the value type. Nothing is taken from a lot that has expired, whether or not that is booked.
 */
export function takeBack(book: CardBook, made: Undoable, { amount, kind, now }: TakingBack): TakenBack {
  const expired = Math.min(amount, unsettled(book.card, made, now))
  if (expired > 0) book.settle(toOpenLot(book, made), expired)
  const usable = book.card.lots.filter(isOf(made)).filter((lot) => freeOf(lot) > 0 && !isLotExpired(lot, now))
  const ownNo = findLot(book.card, made)?.no
  const own = usable.find(({ no }) => no === ownNo)
  const fromOwn = own ? Math.min(freeOf(own), amount - expired) : 0
  const { parts, short } = takeFromLots(
    usable.filter((lot) => lot !== own),
    amount - expired - fromOwn,
  )
  const ownPart: LotPart[] = own && fromOwn > 0 ? [{ lot: own.no, amount: fromOwn }] : []
  book.take([...ownPart, ...parts], kind)
  for (const part of parts) book.standIn(toOpenLot(book, made), part.lot, part.amount)
  return { expired, short }
}

/** How much could be taken back now of what a call gave, what has expired of it included. */
export function takeableOf(card: Card, made: Undoable, now: Instant): Minor {
  const usable = card.lots.filter(isOf(made)).filter((lot) => !isLotExpired(lot, now))
  return usable.reduce((sum, lot) => sum + freeOf(lot), unsettled(card, made, now))
}

/**
 * What comes back to a lot belongs first to those that gave in its stead when it was taken back: they would have been
 * spent if the lot had never been.
 */
export function passOn(book: CardBook, no: number, { amount, kind }: Omit<TakingBack, 'now'>): void {
  let left = amount
  for (const standIn of book.card.lots.find((lot) => lot.no === no)?.standIns ?? []) {
    const part = Math.min(left, standIn.amount)
    if (part === 0 || !book.card.lots.some((lot) => lot.no === standIn.lot)) continue
    book.take([{ lot: no, amount: part }], kind)
    book.giveBack([{ lot: standIn.lot, amount: part }], kind)
    book.standIn(no, standIn.lot, -part)
    left -= part
  }
}

/**
 * The ledger rows of a call without what it passed on: that belonged to the lots that had given, whatever becomes of the
 * call. Where it had been given to the other lot, taking that back takes from them again.
 */
export function withoutPassedOn<T extends Posting>(postings: readonly T[], standIns: readonly StandIn[]): T[] {
  const left = [...postings]
  const drop = (cardId: number, lot: number, amount: Minor) => {
    const index = left.findIndex(
      (one) => one.cardId === cardId && one.lot === lot && one.amount === amount && one.held === 0,
    )
    if (index >= 0) left.splice(index, 1)
  }
  for (const { cardId, lot, by, amount } of standIns) {
    if (amount > 0) continue
    drop(cardId, lot, amount)
    drop(cardId, by, -amount)
  }
  return left
}

/**
 * Undoes that other lots gave in a lot's stead, after they were given back. What had come back to them meanwhile, because
 * the spending was undone, belongs to the lot itself.
 */
export function endStandIn(book: CardBook, { lot: no, by, amount }: StandIn, kind: MutationType): void {
  const noted = book.card.lots.find((lot) => lot.no === no)?.standIns?.find((one) => one.lot === by)?.amount ?? 0
  const ended = Math.min(noted, amount)
  if (ended !== 0) book.standIn(no, by, -ended)
  const giver = book.card.lots.find((lot) => lot.no === by)
  const owed = Math.min(amount - ended, giver ? freeOf(giver) : 0)
  if (owed <= 0) return
  book.take([{ lot: by, amount: owed }], kind)
  book.giveBack([{ lot: no, amount: owed }], kind)
}

/** What has expired of the lot and was not counted as taken back yet; what a hold keeps has not expired. */
function unsettled(card: Card, made: Undoable, now: Instant): Minor {
  const lot = findLot(card, made)
  return Math.max(0, (lot ? expiredOf(lot, now) : 0) + (made.moved?.expired ?? 0))
}

/** What has expired of a lot, booked or not, less what was counted as taken back of that. */
export function expiredOf(lot: Lot, now: Instant): Minor {
  return lot.expired - lot.settled + (isLotExpired(lot, now) ? freeOf(lot) : 0)
}

/** The lot on the card that has the posting's balance now; undefined when nothing of it ever came there. */
export function findLot(card: Card, { lot, moved }: NamesLot): Lot | undefined {
  if (!moved) return card.lots.find(({ no }) => no === lot)
  const { from } = moved.lot
  return card.lots.find((one) => one.from && one.from.cardId === from?.cardId && one.from.lot === from.lot)
}

/** The number of that lot; one that never came there is opened, as it was. */
export function toOpenLot(book: CardBook, posting: NamesLot): number {
  const found = findLot(book.card, posting)
  if (found) return found.no
  if (!posting.moved) return posting.lot
  const {
    no: _,
    amount: __,
    held: ___,
    expired: ____,
    settled: _____,
    standIns: ______,
    issuedAt,
    ...lot
  } = posting.moved.lot
  return book.adopt(lot, issuedAt)
}
