import type { CardId, RequestRef } from '../kernel/ids.ts'
import type { Instant } from '../kernel/time.ts'

/** That a rule fired, for throttles and counters. */
export interface Firing {
  /** campaignId/ruleId */
  readonly rule: string
  readonly cardId?: CardId
  /** In a locked setup: the firing counts until then, and for good once the setup is completed. */
  readonly until?: Instant
}

/** Firings that no longer count, because their call was voided or its setup cancelled. */
export interface Unfiring {
  readonly ref: RequestRef
  readonly firings: readonly Firing[]
}

/** An event of a card. */
export interface NewEvent {
  readonly cardId: CardId
  /** CUSTOM for the brand's own kinds. */
  readonly eventType: string
  readonly categoryId: string
  readonly specificId?: string
  readonly happenedAt: Instant
  readonly payload?: string
  readonly properties?: Readonly<Record<string, string>>
}

/** A message on its way out: it is delivered after the transaction. */
export interface NewMessage {
  readonly channel: 'email' | 'sms' | 'push' | 'webhook'
  readonly cardId?: CardId
  /** campaignId/ruleId */
  readonly rule: string
  readonly template?: string
  readonly subject?: string
  readonly text: string
  readonly html?: string
  /** It tells of what a referrer was given: a setup whose completion cannot give it does not send it. */
  readonly tellsOfReferrer?: true
}

/** A personal offer was used in a checkout. */
export interface OfferUse {
  readonly cardId: CardId
  readonly offer: number
  /** The checkout, where a later call has the use counted again. */
  readonly by?: RequestRef
}

/** What rules did in a call beyond the ledger: kept with its record, so that a void can take it back. Plain JSON. */
export interface KeptEffects {
  readonly fired?: readonly Firing[]
  readonly usedCoupons?: readonly string[]
  readonly issuedCoupons?: readonly string[]
  readonly events?: true
  readonly usedOffers?: readonly OfferUse[]
  readonly givenOffers?: readonly OfferUse[]
  /** Account fields that were set, and what they were before. */
  readonly demographics?: readonly {
    readonly cardId: CardId
    readonly name: string
    readonly before: readonly (string | number)[]
    readonly after: readonly (string | number)[]
  }[]
  readonly enrolled?: readonly { readonly cardId: CardId; readonly program: string }[]
  /** Redemptions that were referred to as payments. */
  readonly paidBy?: readonly RequestRef[]
}
