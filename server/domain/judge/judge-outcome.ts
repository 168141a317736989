import { formatDateTime, type Instant, minute } from '../../ground/kernel/time.ts'
import type { Brand } from '../brand/brand.ts'
import type { PortalRole } from '../brand/shapes/portal-shape.ts'
import type { HandMeasure } from './limited-action.ts'
import { approvalLimitOf, type HandLimit, type LimitedAction, limitOf, widest, worksAlone } from './limits.ts'
import { isAbove, isNothing, plus, type Sums } from './sums.ts'

/** For so long, whoever serves customers may undo what they did themselves: a slip is noticed while the customer is there. */
export const ownUndoMs = 15 * minute

/** What somebody may do by hand. */
export interface Hand {
  readonly role: PortalRole
  /** Whether they may undo only what they did themselves a moment ago. */
  readonly undoesOnlyOwn: boolean
  readonly mayApprove: boolean
  /** Whether they proved just now who they are. */
  readonly isConfirmed: boolean
  /** The second person who has seen the change. */
  readonly approval?: Approval
}

/** A second person, and what they were told that a change comes to. */
interface Approval {
  readonly by: string
  readonly role: PortalRole
  readonly sums?: Sums
  /** They count as one person with whoever asked: theirs is no second look, but they may do what they could do alone. */
  readonly isOneHand?: boolean
}

/** Whoever makes a call by hand. */
export interface HandUser {
  readonly name: string
  /** The locations they are restricted to; absent: all of the brand. */
  readonly locations?: readonly string[] | undefined
  readonly hand: Hand
}

/** An earlier call that a call undoes. */
export interface UndoneCall {
  /** Whether it is the one that was asked for, and not one that goes with it. */
  readonly isNamed: boolean
  /** The user of the portal who made it. */
  readonly by?: string | undefined
  readonly at: Instant
  readonly locationId?: string | undefined
}

/** What a decided call does, as far as somebody may not do it. */
export interface Moving {
  readonly measure: HandMeasure | undefined
  /** Everything that it gives, takes, reverses and moves, on every card. */
  readonly sums: Sums
  readonly undone: readonly UndoneCall[]
  /** Whether it ends a card that its owner could use: that is something, even if nothing is on it. */
  readonly endsUse?: boolean
  /** How many coupons of unknown worth are in the sums, each as what may be given at once. */
  readonly openCoupons?: number
}

/** What a limit is counted by: a user, what it limits, and a day of the brand. */
export interface DayName {
  readonly user: string
  readonly of: LimitedAction | 'approve'
  readonly day: string
}

/** A change that is more than its author may do alone. */
export interface Exceeding {
  readonly action: LimitedAction
  readonly sums: Sums
  readonly limit: Sums
  /** Whether it is too much only together with what they did today. */
  readonly isADay: boolean
  /** How many coupons of unknown worth it counts. */
  readonly openCoupons?: number
}

export type OutcomeObjection =
  /** It undoes what was done at another location. */
  | { readonly why: 'elsewhere'; readonly isNamed: boolean }
  | { readonly why: 'notOwn' }
  | ({ readonly why: 'aboveLimit' } & Exceeding)
  /** They may go above their limits alone, once they have proved who they are. */
  | { readonly why: 'unproved' }
  | { readonly why: 'ownApproval' }
  /** Whoever approves counts as one person with whoever asked, and may not do as much alone. */
  | { readonly why: 'oneHand'; readonly sums: Sums; readonly limit: Sums }
  /** It comes to more than the second person was told, or than they may approve. */
  | { readonly why: 'moreThanApproved'; readonly sums: Sums }
  | { readonly why: 'aboveApproval'; readonly sums: Sums; readonly limit: Sums }

export type OutcomeVerdict =
  | { readonly kind: 'allowed'; readonly adds?: DayName; readonly passes?: Exceeding }
  /** What was done that day has to be known first. */
  | { readonly kind: 'day'; readonly day: DayName }
  | { readonly kind: 'objection'; readonly objection: OutcomeObjection }

export interface JudgedAt {
  readonly brand: Pick<Brand, 'document' | 'timeZone'>
  readonly now: Instant
  /** What a day comes to so far; undefined while nobody has looked. */
  readonly today: (name: DayName) => Sums | undefined
}

const allowed: OutcomeVerdict = { kind: 'allowed' }
const object = (objection: OutcomeObjection): OutcomeVerdict => ({ kind: 'objection', objection })

/** Whether a call by hand may be carried out: by everything that its decided outcome does, before it is stored. */
export function judgeOutcome(user: HandUser, moving: Moving, at: JudgedAt): OutcomeVerdict {
  const { measure, sums, undone, endsUse = false, openCoupons = 0 } = moving
  const elsewhere = findElsewhere(user, undone)
  if (elsewhere) return elsewhere
  const isOwn = undone.length > 0 && undone.every((call) => isOwnAndRecent(call, user, at.now))
  if (measure?.action === 'void' && user.hand.undoesOnlyOwn && !isOwn) return object({ why: 'notOwn' })
  if (!measure || (isNothing(sums) && !endsUse)) return allowed
  if (user.hand.approval) return judgeApproved(user, measure, sums, at)
  const usual = limitOf(at.brand, user.hand.role, measure.action)
  // What somebody may give alone they may also take back alone, as long as it was they who gave it.
  const isOwnUndo = measure.action === 'void' && isOwn
  const limit = isOwnUndo ? widest(usual, limitOf(at.brand, user.hand.role, 'issue')) : usual
  return judgeLimit(user, { measure, sums, limit, openCoupons }, at)
}

function findElsewhere({ locations }: HandUser, undone: readonly UndoneCall[]): OutcomeVerdict | undefined {
  if (!locations) return undefined
  const outside = undone.filter(({ locationId }) => !locations.includes(locationId ?? ''))
  if (outside.length === 0) return undefined
  return object({ why: 'elsewhere', isNamed: outside.some(({ isNamed }) => isNamed) })
}

const isOwnAndRecent = ({ by, at }: UndoneCall, { name }: HandUser, now: Instant) =>
  by === name && at >= now - ownUndoMs

interface Measured {
  readonly measure: HandMeasure
  readonly sums: Sums
  readonly limit: HandLimit
  readonly openCoupons?: number
}

function judgeLimit(user: HandUser, { measure, sums, limit, openCoupons = 0 }: Measured, at: JudgedAt): OutcomeVerdict {
  const { action, isPrelude } = measure
  const day = dayOf(user.name, action, at)
  // What comes to nothing and is judged all the same needs a limit: whoever has none does not do it alone.
  const isAboveOnce = isAbove(sums, limit.once) || (isNothing(sums) && isNothing(limit.once))
  if (isAboveOnce && !mayPass(user, at))
    return beyond(user, { action, sums, limit: limit.once, isADay: false, openCoupons }, at)
  const today = at.today(day)
  if (!today) return { kind: 'day', day }
  const isAboveDay = isAbove(plus(today, sums), limit.perDay)
  const adds = isPrelude ? {} : { adds: day }
  if (!isAboveOnce && !isAboveDay) return { kind: 'allowed', ...adds }
  const exceeding = { action, sums, limit: isAboveOnce ? limit.once : limit.perDay, isADay: !isAboveOnce, openCoupons }
  return mayPass(user, at) ? { kind: 'allowed', ...adds, passes: exceeding } : beyond(user, exceeding, at)
}

/** Only where the brand does without a second person. */
const mayPass = ({ hand }: HandUser, { brand }: JudgedAt) => worksAlone(brand) && hand.mayApprove && hand.isConfirmed

function beyond({ hand }: HandUser, exceeding: Exceeding, { brand }: JudgedAt): OutcomeVerdict {
  return worksAlone(brand) && hand.mayApprove
    ? object({ why: 'unproved' })
    : object({ why: 'aboveLimit', ...exceeding })
}

/** What a second person has seen is judged by what they were told, and by what they may approve. */
function judgeApproved({ name, hand }: HandUser, measure: HandMeasure, sums: Sums, at: JudgedAt): OutcomeVerdict {
  const { approval } = hand
  const { isPrelude } = measure
  if (!approval || approval.by === name) return object({ why: 'ownApproval' })
  if (approval.sums && isAbove(sums, approval.sums)) return object({ why: 'moreThanApproved', sums })
  if (approval.isOneHand) return judgeOneHand(approval, { measure, sums }, at)
  const limit = approvalLimitOf(at.brand, approval.role)
  if (!limit) return allowed
  if (isAbove(sums, limit.once)) return object({ why: 'aboveApproval', sums, limit: limit.once })
  const day = dayOf(approval.by, 'approve', at)
  const today = at.today(day)
  if (!today) return { kind: 'day', day }
  if (isAbove(plus(today, sums), limit.perDay)) return object({ why: 'aboveApproval', sums, limit: limit.perDay })
  return { kind: 'allowed', ...(!isPrelude && { adds: day }) }
}

/** As if whoever approves did it themselves, alone. */
function judgeOneHand(
  { by, role }: Approval,
  { measure, sums }: Omit<Measured, 'limit'>,
  at: JudgedAt,
): OutcomeVerdict {
  const hand = { role, undoesOnlyOwn: false, mayApprove: true, isConfirmed: true }
  const verdict = judgeLimit({ name: by, hand }, { measure, sums, limit: limitOf(at.brand, role, measure.action) }, at)
  if (verdict.kind !== 'objection' || verdict.objection.why !== 'aboveLimit') return verdict
  return object({ why: 'oneHand', sums, limit: verdict.objection.limit })
}

const dayOf = (user: string, of: DayName['of'], { brand, now }: JudgedAt): DayName => ({
  user,
  of,
  day: formatDateTime(now, brand.timeZone).slice(0, 10),
})
