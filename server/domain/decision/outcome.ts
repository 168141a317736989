import type { CallType } from '../../ground/kernel/call-type.ts'
import type { CardId, RequestRef } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { Account } from '../account/account.ts'
import type { NewAuditEntry } from '../audit/entry.ts'
import type { EventType } from '../brand/event-type.ts'
import type { BudgetUse } from '../campaign/budgets.ts'
import type { CardSide, Firing, NewEvent, NewMessage, OfferUse, Unfiring } from '../campaign/kept-effects.ts'
import type { BookedMove } from '../campaign/tier/level-history.ts'
import type { NewTally } from '../campaign/tier/tally.ts'
import type { TierReasonKind, TierState } from '../campaign/tier/tier-state.ts'
import type { Trace } from '../campaign/trace.ts'
import type { Posting } from '../card/book.ts'
import type { Card } from '../card/card.ts'
import type { CardSnapshot } from '../card/snapshot.ts'
import type { Channel } from '../channel/channel.ts'
import type { AddressedMessage } from '../channel/confirmation.ts'
import type { CheckoutRecord } from '../checkout/record.ts'
import type { Coupon } from '../coupon/coupon.ts'
import type { CodeUse, NewCodeUse } from '../coupon/public-code.ts'
import type { PastRequest, RequestDetail } from './past-request.ts'

/** What a command changes and answers. What becomes of each part says `storage/store/batch/outcome-parts.ts`. */
export interface Outcome<Response> {
  readonly kind: 'outcome'
  readonly response: Response
  /** The card whose history the call belongs to. */
  readonly subject?: Card
  /** Cards as they become, the subject included. */
  readonly cards: readonly Card[]
  /** Coupons as they become. */
  readonly coupons?: readonly Coupon[]
  /** Uses of public codes. */
  readonly codeUses?: readonly NewCodeUse[]
  /** Uses of public codes that are given back: all of a call, or none. */
  readonly freedCodes?: readonly CodeUse[]
  readonly postings: readonly Posting[]
  /** Earlier requests as they become. */
  readonly requests?: readonly PastRequest[]
  readonly customDate?: Instant
  readonly detail?: RequestDetail
  /** When it is not the operation's own. */
  readonly callType?: CallType
  /** The card that the call was about, for a call that is no part of its history. */
  readonly about?: Card
  /** The same, of a card that was found and not read. */
  readonly aboutFound?: CardId
  /** The child card that the call was about; its root is the subject. */
  readonly child?: Card
  readonly trace?: Trace
  /** A checkout, locked setup or return that was made. */
  readonly checkout?: CheckoutRecord
  /** Earlier checkouts as they become. */
  readonly checkouts?: readonly CheckoutRecord[]
  readonly accounts?: readonly Account[]
  readonly fired?: readonly Firing[]
  readonly unfired?: readonly Unfiring[]
  /** Firings of earlier calls that count again, from when those were made. */
  readonly refired?: readonly (Unfiring & { readonly at: Instant })[]
  /** Who brought the customer of the call; of a locked setup, so long it counts. */
  readonly referrals?: readonly { readonly referrerId: CardId; readonly cardId: CardId; readonly until?: Instant }[]
  /** Setups that no longer stand for a referral. */
  readonly endsReferralsOf?: readonly RequestRef[]
  /** The devices that cards were used with. */
  readonly devices?: readonly { readonly mark: string; readonly cardId: CardId }[]
  /** Cards that nobody has any longer: who had them neither sees them nor brings anybody to whoever gets them next. */
  readonly vacated?: readonly CardId[]
  /** What it takes of budgets, and below 0 what it gives back. */
  readonly budgetUses?: readonly BudgetUse[]
  /** The completed setup whose reservations of budgets are spent from now on. */
  readonly confirmsBudgets?: RequestRef
  /** Occasions on which rules that run by the calendar were considered: each once. */
  readonly occurrences?: readonly ConsideredOccurrence[]
  /** The completed setup whose firings become those of this call. */
  readonly confirms?: RequestRef
  readonly events?: readonly NewEvent[]
  /** Calls whose events are removed. */
  readonly removesEventsOf?: readonly RequestRef[]
  readonly messages?: readonly (NewMessage | AddressedMessage)[]
  /** Calls whose messages are not sent, unless they were already. */
  readonly cancelsMessagesOf?: readonly RequestRef[]
  /** Calls whose messages are not sent later any more. */
  readonly cancelsLaterOf?: readonly RequestRef[]
  readonly settledMessages?: readonly SettledMessage[]
  /** Channels and event types as they become. */
  readonly channels?: readonly Channel[]
  readonly eventTypes?: readonly EventType[]
  /** Cards that have a pass from now on. */
  readonly passes?: readonly CardId[]
  readonly offerUses?: readonly OfferUse[]
  /** Calls whose uses of offers are removed. */
  readonly removesOfferUsesOf?: readonly RequestRef[]
  /** What cards had when the call transferred them out. */
  readonly snapshots?: readonly CardSnapshot[]
  /** Of a transfer in: the card that was transferred out, and the one that has what it had. */
  readonly inheritance?: { readonly from: CardId; readonly to: CardId }
  /** Changes of segments that rules were run for. */
  readonly firedChanges?: readonly number[]
  /** What the call asks of the card's level, besides what it reaches or undoes. */
  readonly tierWish?: TierWish
  /** Of a setup that changes nothing: the checkout that it shows. */
  readonly supposes?: CheckoutRecord
  /** Levels as they become. */
  readonly tiers?: readonly TierChange[]
  /** Moves of levels as they are booked, or as they become. */
  readonly tierMoves?: readonly TierMoveChange[]
  /** What counts towards the subject's level after the call. */
  readonly tierTally?: NewTally
  /** Redemptions that this call uses as payments; each can be used once. */
  readonly paidBy?: readonly RequestRef[]
  /** Of a sale: the sides of experiments that its card was on. */
  readonly sides?: readonly CardSide[]
  /** What was changed by hand, for the audit log. */
  readonly audits?: readonly NewAuditEntry[]
  /** How many coupons and public codes were presented that do not exist: somebody may be guessing. */
  readonly unknownCoupons?: number
  /** Nothing came of it that anybody would look for: it leaves no record. */
  readonly unrecorded?: true
}

/** A message that was to be sent later: it is due now, or not sent for this reason. */
export interface SettledMessage {
  readonly ref: RequestRef
  readonly line: number
  /** The card that it goes to: after a transfer, the heir. */
  readonly cardId?: CardId
  readonly reason?: 'voided' | 'ruleOff' | 'cardInactive' | 'conditionFailed' | undefined
}

/** To book what is over, or to give a manual level or end it. */
type TierWish =
  | { readonly kind: 'due' }
  | { readonly kind: 'override'; readonly override?: NonNullable<TierState['override']>; readonly reason?: string }

/** Why a level changed. */
export type TierWhy = TierReasonKind | 'override' | 'overrideEnded' | 'moved' | 'reconfigured'

/** A card's level as it becomes. */
export interface TierChange {
  readonly cardId: CardId
  readonly program: string
  readonly why: TierWhy
  /** What the customer had and has. */
  readonly from?: string
  readonly to?: string
  readonly state: TierState
  readonly reason?: string
  /** The number of this change. */
  readonly seq: number
  readonly judgedAt: Instant
  /** Decimal text. */
  readonly measured: string
  /** What was enough for the level, 0 without one. Decimal text. */
  readonly enough: string
}

export interface TierMoveChange extends BookedMove {
  readonly program: string
  /** What was counted, as tallies name it. */
  readonly counted: string
}

interface ConsideredOccurrence {
  /** campaignId/ruleId */
  readonly rule: string
  readonly occurrence: string
  readonly cardId: CardId
}
