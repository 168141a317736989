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

/**
 * The call that takes back what a campaign gave by mistake. Nobody can void it: the sale that it was given in may be voided
 * or returned later, which then takes only the rest, and with both undone there would be value from nothing.
 */
export const giftCall = 'takeGiftBack'

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
  /** What was taken back already: it had expired, or a repair had taken it. */
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
 * spent if the lot had never been. The same holds for those.
 */
export function passOn(book: CardBook, no: number, { amount, kind }: Omit<TakingBack, 'now'>): void {
  let left = amount
  for (const { lot: by } of standInsOf(book.card, no)) {
    const part = Math.min(left, owedTo(book.card, no, by))
    if (part === 0 || !book.card.lots.some((lot) => lot.no === by)) continue
    book.take([{ lot: no, amount: part }], kind)
    book.giveBack([{ lot: by, amount: part }], kind)
    book.standIn(no, by, -part)
    passOn(book, by, { amount: part, kind })
    left -= part
  }
}

/** How long, and from when on, balance can still be used that comes back to an expired lot. */
export interface Grace {
  readonly now: Instant
  readonly until: Instant
}

/**
 * The same with a grace: whichever lot it comes back to at last, if that has expired meanwhile it gets a lot of its own, for so
 * long. What had expired of it stays gone.
 */
export function giveBackInGrace(
  book: CardBook,
  no: number,
  { amount, kind }: Omit<TakingBack, 'now'>,
  grace: Grace,
): void {
  let left = amount
  for (const { lot: by } of standInsOf(book.card, no)) {
    const part = Math.min(left, owedTo(book.card, no, by))
    if (part === 0 || !book.card.lots.some((lot) => lot.no === by)) continue
    book.standIn(no, by, -part)
    giveBackInGrace(book, by, { amount: part, kind }, grace)
    left -= part
  }
  const lot = book.card.lots.find((one) => one.no === no)
  if (left === 0 || !lot) return
  const { valueType, bucket, returnRelated } = lot
  if (!isLotExpired(lot, grace.now)) book.giveBack([{ lot: no, amount: left }], kind)
  else book.issue({ valueType, bucket, amount: left, returnRelated, expiresAt: grace.until }, kind)
}

const standInsOf = (card: Card, no: number) => card.lots.find((lot) => lot.no === no)?.standIns ?? []

/** What another lot has given in the stead of one, and not got back. */
const owedTo = (card: Card, no: number, by: number): Minor =>
  standInsOf(card, no).find(({ lot }) => lot === by)?.amount ?? 0

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
 * The ledger rows of a call that took from other lots in the stead of one. What came back to those meanwhile, because the
 * spending was undone, they must not get again: that belongs to the lot itself. `owed` says what they have not got back.
 */
export function withoutRepaid<T extends Posting>(
  postings: readonly T[],
  standIns: readonly StandIn[],
  owed: (standIn: StandIn) => Minor,
): T[] {
  const rows = [...postings]
  const met = new Map<string, Minor>()
  for (const standIn of standIns) {
    if (standIn.amount <= 0) continue
    const key = `${standIn.cardId} ${standIn.lot} ${standIn.by}`
    const still = Math.min(standIn.amount, Math.max(0, owed(standIn) - (met.get(key) ?? 0)))
    met.set(key, (met.get(key) ?? 0) + still)
    redirect(rows, standIn, standIn.amount - still)
  }
  return rows.filter(({ amount, held }) => amount !== 0 || held !== 0)
}

/** Puts so much of what was taken from the lot that stood in down to the one that it stood in for. */
function redirect<T extends Posting>(rows: T[], { cardId, lot, by }: StandIn, repaid: Minor): void {
  let left = repaid
  for (const [index, row] of rows.entries()) {
    if (left === 0) return
    if (row.cardId !== cardId || row.lot !== by || row.amount >= 0 || row.held !== 0) continue
    const part = Math.min(left, -row.amount)
    rows[index] = { ...row, amount: row.amount + part }
    rows.push({ ...row, lot, amount: -part })
    left -= part
  }
}

/** Other lots no longer give in the stead of one: what they have not got back yet, they get now. */
export function endStandIn(book: CardBook, { lot: no, by, amount }: StandIn): void {
  const ended = Math.min(owedTo(book.card, no, by), amount)
  if (ended !== 0) book.standIn(no, by, -ended)
}

/**
 * What has expired of the lot, or a repair has taken from it, and was not counted as taken back yet; what a hold keeps has
 * not expired.
 */
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
