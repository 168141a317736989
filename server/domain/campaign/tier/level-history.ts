import type { CardId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import type { TierMicro, TierSum } from './measure.ts'
import type { TierMove } from './tier-in-call.ts'
import type { TierState } from './tier-state.ts'

/** A call that counts towards levels, with what stands of it: not what was voided or returned. */
export interface StandingCall extends TierSum {
  readonly ref: RequestRef
  /** The root card that it was made with, of which the card may be the heir. */
  readonly card: CardId
  readonly at: Instant
  /** Its number in the history of that card, which orders the calls of one instant. */
  readonly seq: number
  /** Whether it was the card's own: only those reach or prolong a level. */
  readonly isOwn: boolean
}

/** What was booked when a call or a time that was over was judged: the file may ask for something else by now. */
export interface BookedReason {
  readonly ref: RequestRef
  readonly why: 'reached' | 'prolonged' | 'kept'
  readonly level: string
  /** What was enough for the level then; absent where it was not kept: then what is enough today. */
  readonly enough?: TierMicro
  /** What was counted then. */
  readonly measured: TierMicro
  readonly keptUntil?: Instant
  readonly judgedAt: Instant
}

/** A manual level that was given, or ended by hand. */
export interface ManualLevel {
  readonly ref: RequestRef
  readonly card: CardId
  readonly at: Instant
  readonly override?: NonNullable<TierState['override']>
}

export interface CardTransfer {
  readonly ref: RequestRef
  readonly from: CardId
  readonly to: CardId
  readonly at: Instant
}

/** Of a history that is too long to be gone through: the level and the sums with which the part that is begins. */
export interface LevelOpening {
  readonly at: Instant
  readonly state: TierState
  readonly sums: readonly TierSum[]
}

/** All that the level of a card is derived from. */
export interface LevelHistory {
  readonly card: CardId
  readonly calls: readonly StandingCall[]
  readonly reasons: readonly BookedReason[]
  readonly manual: readonly ManualLevel[]
  readonly transfers: readonly CardTransfer[]
  readonly opening?: LevelOpening
  readonly booked: readonly BookedMove[]
  /** It does not tell everything: something was booked before moves were, or under another measure. */
  readonly isPartial?: true
}

/** A level is reached, lost or kept: at an instant, and by a call unless a time was over. */
export interface LevelMove extends TierMove {
  readonly at: Instant
  readonly ref?: RequestRef
}

/** A move as it was booked, by the call that ran its rules. */
export interface BookedMove extends LevelMove {
  readonly card: CardId
  readonly by: RequestRef
  /** Its place among the moves of that call. */
  readonly place: number
  /** Whether rules gave something for it. */
  readonly gave: boolean
  /** The call that took it back, while it does not stand. */
  readonly lostBy?: RequestRef
  /** It was booked before moves were: what became of it is a guess, and nothing is known of what was taken back. */
  readonly isOld?: true
}
