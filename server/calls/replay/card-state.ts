import type { Account } from '../../domain/account/account.ts'
import type { Scores } from '../../domain/campaign/call-facts.ts'
import type { LoggedEvent } from '../../domain/campaign/kept-effects.ts'
import type { StoredTier } from '../../domain/campaign/tier/tier-state.ts'
import type { Card, HeldOffer } from '../../domain/card/card.ts'
import type { CheckoutRecord, KeptReturn } from '../../domain/checkout/record.ts'
import type { TierMoveChange, TierWhy } from '../../domain/decision/outcome.ts'
import type { PastRequest } from '../../domain/decision/past-request.ts'
import type { CardId, RequestRef } from '../../ground/kernel/ids.ts'
import type { Minor } from '../../ground/kernel/money.ts'
import type { Instant } from '../../ground/kernel/time.ts'

/** What rules can ask about a card's past, apart from what is part of every card. */
export type PastKind =
  | 'account'
  | 'segments'
  | 'scores'
  | 'history'
  | 'events'
  | 'firings'
  | 'tier'
  | 'codes'
  | 'earned'

/** A card as the replay has it by now. Plain data: it may be put away in a file and come back. */
export interface ReplayedCard {
  readonly id: CardId
  card: Card
  /** Whether something was decided otherwise than it happened: from then on, its lots have numbers of their own. */
  isDiverged: boolean
  /** What was read of the time before the period. */
  loaded: Partial<Record<PastKind, true>>
  /** Of a root card, with those of its children. */
  sales: PastSale[]
  firings: CardFiring[]
  events: CardEvent[]
  codeUses: CardCodeUse[]
  tier?: StoredTier
  /** What counts towards levels that go by it, of a root card with its children. */
  earned: Earned[]
  /** How the level came about, the oldest first. */
  tierChanges: TierStep[]
  /** The moves of levels that are booked. */
  tierMoves: TierMoveChange[]
  account?: Account
  segments?: readonly string[]
  scores?: Scores
  /** Offers and levels that calls of the period gave which are not decided again. */
  laterOffers: readonly HeldOffer[]
  laterTiers: readonly LaterTier[]
  /** All moves that are booked of it, each with the call that took it back since, if one did. */
  laterMoves: readonly TierMoveChange[]
  /** Voids and returns that were applied as they happened. */
  applied: Set<RequestRef>
  /** Whether empty lots are kept, because something may come back to them. */
  keepsLots: boolean
  /** Calls that are going to be undone, by their references. */
  undoable: Map<RequestRef, UndoableCall>
  /** By rule: 1 if it fired for the card, 2 if the replay made it fire, 3 if both. */
  reached: Record<string, number>
}

export interface PastSale {
  /** Of the content, the lines, and if something came back, what was given. */
  record: CheckoutRecord
  /** Returns of the period that are applied when their call comes. */
  readonly later?: readonly KeptReturn[]
}

interface CardFiring {
  readonly rule: string
  readonly at: Instant
  readonly ref: RequestRef
  readonly childId?: CardId
  readonly until?: Instant
}

interface CardEvent extends LoggedEvent {
  readonly ref: RequestRef
}

interface CardCodeUse {
  readonly key: string
  readonly ref: RequestRef
  readonly until?: Instant
}

interface Earned {
  readonly ref: RequestRef
  readonly at: Instant
  readonly valueType: number
  readonly amount: Minor
  /** Whether the call was the card's own: what a referrer is given reaches no level by itself. */
  readonly isOwn: boolean
}

/** A change of a level, and why the customer has it. */
export interface TierStep {
  readonly ref: RequestRef
  readonly why: TierWhy
  readonly from?: string
  readonly to?: string
  readonly level?: string
  readonly keptUntil?: Instant
  readonly judgedAt: Instant
  readonly happenedAt: Instant
  readonly override?: NonNullable<StoredTier['override']>
  /** What was enough for the level, in millionths as text. */
  readonly enough?: string
  readonly measured: string
}

interface LaterTier {
  readonly tier: StoredTier
  readonly step: TierStep
}

/** A call of the replay that a later one takes back. */
export interface UndoableCall {
  request: PastRequest
  record?: CheckoutRecord
  /** The returns that really came, as they were asked for. */
  readonly returns: readonly KeptReturn[]
  readonly paymentsReversedBy?: RequestRef
}

export function newState(card: Card): ReplayedCard {
  return {
    id: card.id,
    card,
    isDiverged: false,
    keepsLots: false,
    loaded: {},
    sales: [],
    firings: [],
    events: [],
    codeUses: [],
    earned: [],
    tierChanges: [],
    tierMoves: [],
    laterOffers: [],
    laterTiers: [],
    laterMoves: [],
    applied: new Set(),
    undoable: new Map(),
    reached: {},
  }
}

/** What history needs of a sale: of what it gave, only what came back of it counts later. */
export function toPastSale(record: CheckoutRecord): PastSale {
  const { lines, mutations } = record.content
  return { record: { ...record, content: { lines, ...(record.returned && mutations && { mutations }) } } }
}
