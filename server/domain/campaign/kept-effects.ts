import type { CardId, RequestRef } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { ExperimentSide } from '../brand/rules/experiment.ts'
import type { Charge } from './budgets.ts'
import type { MarkedThing } from './needs.ts'

/** Records that a rule fired, for limits and counters. */
export interface Firing {
  /** campaignId/ruleId */
  readonly rule: string
  readonly cardId?: CardId
  /** Only where a limit of the rule counts by it, as the next six. */
  readonly childId?: CardId
  /** The root card of the customer. */
  readonly customerId?: CardId
  readonly locationId?: string
  readonly terminalId?: string
  readonly employeeId?: string
  readonly code?: string
  /** What tells an address, a number or a device apart, and not which it is. */
  readonly marks?: Readonly<Partial<Record<MarkedThing, string>>>
  /** In a locked setup: the firing counts until then, and permanently once the setup is completed. */
  readonly until?: Instant
}

/** Firings that no longer count, because their call was voided or its setup cancelled. */
export interface Unfiring {
  readonly ref: RequestRef
  readonly firings: readonly Firing[]
}

/** What rules can ask about an event. */
export interface LoggedEvent {
  /** CUSTOM for the brand's own kinds. */
  readonly eventType: string
  readonly categoryId: string
  readonly happenedAt: Instant
}

/** What is kept of an event with its call: the event itself is deleted when the call is undone. */
export interface KeptEvent extends LoggedEvent {
  readonly cardId: CardId
}

/** An event of a card. */
export interface NewEvent extends LoggedEvent {
  readonly cardId: CardId
  readonly specificId?: string
  readonly payload?: string
  readonly properties?: Readonly<Record<string, string>>
}

/** A message to be delivered after the transaction. */
export interface NewMessage {
  readonly channel: 'email' | 'sms' | 'push' | 'webhook'
  readonly cardId?: CardId
  /** campaignId/ruleId */
  readonly rule: string
  readonly template?: string
  readonly subject?: string
  readonly text: string
  readonly html?: string
  /** The subscription list whose opt-in it needs, by UUID. */
  readonly list?: string
  /** It is sent so much later, if the rule's conditions still hold for the card of the call. */
  readonly delayMs?: number
  readonly ofCardId?: CardId
  /** The events of the call that the rule had seen. */
  readonly ofEvents?: readonly LoggedEvent[]
  /** The message tells what a referrer was given. If completing a setup cannot give it, it is not sent. */
  readonly tellsOfReferrer?: true
}

/** A personal offer was used in a checkout. */
export interface OfferUse {
  readonly cardId: CardId
  readonly offer: number
  /** The checkout that used the offer, if a later call counts the use again. */
  readonly by?: RequestRef
}

/** What rules did in a call besides the ledger. Kept with the call's record, so that a void can undo it. Plain JSON. */
export interface KeptEffects {
  readonly fired?: readonly Firing[]
  /** The rules among them of which nothing came: they count for limits, and not in reports. */
  readonly idle?: readonly string[]
  /** What it took of budgets. */
  readonly charged?: readonly Charge[]
  readonly usedCoupons?: readonly string[]
  readonly issuedCoupons?: readonly string[]
  /** Those among them that went to a referrer, whose use of them must not keep the call from being undone. */
  readonly referrerCoupons?: readonly string[]
  /** True where it was not kept which. */
  readonly events?: true | readonly KeptEvent[]
  readonly messages?: true
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
  /** What of it rules of trigger tier did: it is taken back with the level, whichever call takes that. */
  readonly tier?: Omit<KeptEffects, 'tier'>
  /** Redemptions that were referred to as payments. */
  readonly paidBy?: readonly RequestRef[]
}

/** The side of a campaign's experiment that a card was on in a sale. */
export interface CardSide {
  readonly campaign: string
  /** The root card. */
  readonly cardId: CardId
  readonly side: ExperimentSide
}
