import { isRefusal, type Refusal, refuse } from '../../ground/kernel/errors.ts'
import type { BrandId } from '../../ground/kernel/ids.ts'
import { day, type Instant, minute } from '../../ground/kernel/time.ts'
import { type Card, type CheckoutLock, lockOf } from './card.ts'
import type { PinKeeper } from './pin-keeper.ts'

/** A refusal that nevertheless leaves something behind: the count of wrong pins. */
export interface CardRefusal extends Refusal {
  readonly keeps?: Card
}

export interface PinGiven {
  readonly forcePinValidation: boolean
  readonly pin?: string
}

export interface GuardContext {
  readonly brandId: BrandId
  readonly pins: PinKeeper
  readonly now: Instant
  /** Whether the call may change the card in spite of a checkout's lock. */
  readonly passesLock?: (lock: CheckoutLock) => boolean
  /** Whether the call is for cards of this status, too, which others may not use. */
  readonly takesBlocked?: (status: Card['status']) => boolean
}

/** The guards of every call that names a card, in the order they are judged: 2, 110, 112, 10, 113. */
export function guardCard(card: Card | undefined, given: PinGiven, guard: GuardContext): CardRefusal | Card {
  if (!card) return refuse(2)
  if (card.status === 'Inventory' || card.status === 'Distributed') return refuse(110)
  if (!isUsable(card, guard.now) && !guard.takesBlocked?.(card.status)) return refuseStatus(card)
  const checked = given.forcePinValidation ? checkPin(card, given.pin ?? '', guard) : card
  if (isRefusal(checked)) return checked
  const lock = lockOf(card, guard.now)
  if (!lock || guard.passesLock?.(lock)) return checked
  const refusal = refuseLocked(lock, guard.now)
  return checked === card ? refusal : { ...refusal, keeps: checked }
}

export function refuseLocked({ by, until }: CheckoutLock, now: Instant, text?: string): Refusal {
  return { ...refuse(113, text), lock: { setup: by, until, seconds: Math.max(1, Math.ceil((until - now) / 1000)) } }
}

/** The guards of a child card, once its root has passed: 129, 112. The root's lock covers it. */
export function guardChild(
  child: Card | undefined,
  now: Instant,
  takesBlocked?: GuardContext['takesBlocked'],
): Refusal | Card {
  if (!child) return refuse(129)
  return isUsable(child, now) || takesBlocked?.(child.status) ? child : refuseStatus(child)
}

/** Whoever meant a card that was replaced has to know that there is another one. */
function refuseStatus({ status, transferredBy }: Card): Refusal {
  if (status !== 'Transfer') return refuse(112)
  return refuse(112, transferredBy ? 'What was on this card was moved to another one. Use that card.' : onItsWay)
}

const onItsWay = 'What was on this card is being moved to another one. Finish that first, and use the other card.'

/** Whether calls may use the card. A card past its expiry is expired, whether or not that was booked. */
export function isUsable(card: Pick<Card, 'status' | 'expiresAt'>, now: Instant): boolean {
  const active = card.status === 'Activated' || card.status === 'Demo'
  return active && (card.expiresAt === undefined || card.expiresAt > now)
}

/** The status as everybody sees it: a card past its expiry is expired, whether or not that was booked. */
export function statusAt(card: Pick<Card, 'status' | 'expiresAt'>, now: Instant): Card['status'] {
  const active = card.status === 'Activated' || card.status === 'Demo'
  return active && !isUsable(card, now) ? 'Expired' : card.status
}

/** Guesses that are free before a card's pin is locked, and how long it then is: twice as long each time. */
const guessesMax = 10
const firstLockMs = 30 * minute
const lockMsMax = day

export function checkPin(card: Card, pin: string, { brandId, pins, now }: GuardContext): CardRefusal | Card {
  const right = pins.matches(brandId, card.number, card.pin, pin)
  if (card.pinLockedUntil !== undefined && card.pinLockedUntil > now) return refuse(10)
  if (right) return card.pinFailures === 0 ? card : withoutLock(card)
  const pinFailures = card.pinFailures + 1
  const failed: Card = { ...card, pinFailures }
  if (pinFailures % guessesMax !== 0) return { ...refuse(10), keeps: failed }
  const lock = Math.min(firstLockMs * 2 ** (pinFailures / guessesMax - 1), lockMsMax)
  return { ...refuse(10), keeps: { ...failed, pinLockedUntil: now + lock } }
}

function withoutLock(card: Card): Card {
  const { pinLockedUntil: _, ...rest } = card
  return { ...rest, pinFailures: 0 }
}
