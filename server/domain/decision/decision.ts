import type { Refusal } from '../../ground/kernel/errors.ts'
import type { CardId, RandomBytes, RequestRef } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { WorkMeter } from '../../ground/kernel/work-meter.ts'
import type { Brand } from '../brand/brand.ts'
import type { EventType } from '../brand/event-type.ts'
import type { BudgetName, BudgetRoom } from '../campaign/budgets.ts'
import type { LocalClock } from '../campaign/clock.ts'
import type { Past } from '../campaign/past.ts'
import type { TierInCall } from '../campaign/tier/tier-in-call.ts'
import type { Trace } from '../campaign/trace.ts'
import type { Card } from '../card/card.ts'
import type { CardRefusal } from '../card/guard.ts'
import type { PinKeeper } from '../card/pin-keeper.ts'
import type { Channel } from '../channel/channel.ts'
import type { ChannelName } from '../channel/channel-user.ts'
import type { CheckoutRecord } from '../checkout/record.ts'
import type { Coupon } from '../coupon/coupon.ts'
import type { CodeUsage, CodeUse } from '../coupon/public-code.ts'
import type { Call } from './call.ts'
import type { Needs } from './need.ts'
import type { Outcome } from './outcome.ts'
import type { PastRequest } from './past-request.ts'
import type { ChildName } from './touches.ts'

export type Decision<Response> = Outcome<Response> | DecisionRefusal | Needs

/** A refusal, with what became of the rules that were judged before it: its record explains it. */
export interface DecisionRefusal extends CardRefusal {
  readonly trace?: Trace
  readonly unknownCoupons?: number
}

export function withTrace(refusal: Refusal, trace: Trace): DecisionRefusal {
  return trace.length === 0 ? refusal : { ...refusal, trace }
}

/** The card that a customer has, which was found and not locked. */
export interface CustomerCard {
  readonly id: CardId
  readonly number: string
  /** They have one, and none that can be used: it is suspended, or about to be replaced. */
  readonly isBlocked: boolean
  /** Its last call is an allocation that could still be voided: whoever is told the card from now on must not lose it. */
  readonly isVoidable: boolean
}

/** Everything a decision may look at. It has no other source: no clock, no randomness, no input or output. */
export interface DecisionContext<Request> {
  readonly request: Request
  readonly call: Call
  readonly brand: Brand
  readonly now: Instant
  /** Counts what this decision takes: from 0 each time the command is decided. */
  readonly work: WorkMeter
  readonly pins: PinKeeper
  /** The same bytes each time the command is decided again. */
  readonly random: RandomBytes
  /** The same instant as the brand's wall clock shows it. */
  readonly clock: LocalClock
  readonly card: (number: string) => Card | undefined
  readonly child: (name: ChildName) => Card | undefined
  readonly cardById: (id: CardId) => Card | undefined
  /** All children of a root, and all coupons of a card, which the command's `touches` named. */
  readonly childrenOf: (root: Card) => readonly Card[]
  readonly couponsOf: (card: Card) => readonly Coupon[]
  readonly checkout: (ref: RequestRef) => CheckoutRecord | undefined
  /** What is known of a card's past, the earlier commands of the batch included. */
  readonly past: (card: CardId | undefined) => Past
  /** What a budget has left, less what earlier commands of the batch took; undefined while nobody has asked for it. */
  readonly budget: (name: BudgetName) => BudgetRoom | undefined
  /** The level at which the call is decided, if it reaches or loses one. */
  readonly tier?: TierInCall
  readonly pastRequest: (ref: RequestRef) => PastRequest | undefined
  /** The card that has what a card of an earlier request had: another one after a transfer, else itself. */
  readonly heirOf: (card: CardId) => CardId
  /** What was fetched for an earlier `Needs` of this command: the card, or null when there is none. */
  readonly freeCard: (setId: string) => Card | null | undefined
  readonly newCardId: () => CardId | undefined
  readonly hasTwin: () => boolean | undefined
  readonly customerCard: () => CustomerCard | null | undefined
  readonly coupon: (id: string) => Coupon | undefined
  /** A channel that the command's `touches` named, also of a user who is unknown; undefined for others. */
  readonly channel: (name: ChannelName) => Channel | undefined
  /** An event type that the command's `touches` named, whether the brand file or a call defined it. */
  readonly eventType: (categoryId: string) => EventType | undefined
  /** Whether another call holds a coupon that the command presented. */
  readonly isBusy: (couponId: string) => boolean
  /** How often a public code that the command's `touches` named has been used, by all and by a root card. */
  readonly codeUsage: (key: string, card: CardId | undefined) => CodeUsage
  /** Whether the uses of a public code were read: of one that nobody's `touches` named nothing is known. */
  readonly knowsCode: (key: string) => boolean
  /** The uses of public codes by a checkout or setup that the command's `touches` named. */
  readonly codeUsesOf: (ref: RequestRef) => readonly CodeUse[]
  /** A coupon that the card has of a promotion which the command's `touches` named. */
  readonly promotionCoupon: (card: Card, promotionId: string) => Coupon | undefined
  /** What was fetched for an earlier `Needs` of this command: fewer than `count` when the set has no more. */
  readonly freeCoupons: (setId: string, count: number) => readonly Coupon[] | undefined
}
