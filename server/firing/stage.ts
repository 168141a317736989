import type { Account } from '../account/account.ts'
import type { Brand } from '../brand/brand.ts'
import type { Trigger } from '../brand/shapes/campaign-shape.ts'
import type { LocalClock } from '../campaign/clock.ts'
import type { Firing, KeptEffects, NewEvent, NewMessage, OfferUse } from '../campaign/kept-effects.ts'
import type { FactNeed } from '../campaign/needs.ts'
import type { Past } from '../campaign/past.ts'
import type { Choice, Payment, PresentedCoupon, Situation } from '../campaign/situation.ts'
import type { CardBook } from '../card/book.ts'
import type { Basket } from '../checkout/basket.ts'
import type { Holder, KeptMutation } from '../checkout/record.ts'
import type { Coupon } from '../coupon/coupon.ts'
import type { CallType } from '../kernel/call-type.ts'
import type { CardId, RequestRef } from '../kernel/ids.ts'
import type { Instant } from '../kernel/time.ts'

/** The call that rules run in. */
export interface Occasion {
  readonly trigger: Trigger
  readonly callType: CallType
  readonly books: Books
  /** A child is named, but its root's balances are used. */
  readonly usesRootOnly?: boolean
  readonly checkout?: { readonly basket: Basket; readonly orderMode?: number }
  readonly payments?: readonly Payment[]
  /** Valid ones, in the order in which they were presented. */
  readonly coupons?: readonly PresentedCoupon[]
  readonly keyValues?: Situation['keyValues']
  readonly choices?: readonly Choice[]
  readonly segmentChange?: Situation['segmentChange']
  /** With trigger date: when the rule was due. */
  readonly due?: Situation['due']
  /** The rules of another trigger that fired in the same call before. */
  readonly fired?: Situation['fired']
  /** The events that the call itself registers for the card. */
  readonly events?: Situation['events']
  /** What the call returns, and the call whose events it removes. */
  readonly ownReturn?: Situation['ownReturn']
  readonly removesEventsOf?: Situation['removesEventsOf']
  /** With trigger message and refer: what the customer wrote, and what the referred ones did. */
  readonly message?: Situation['message']
  readonly referral?: Situation['referral']
  /** The coupon set of which the call itself has drawn the first coupon. */
  readonly drawnFrom?: string
  /** Nothing comes of it: no coupon is drawn. */
  readonly isHypothetical?: boolean
  /** Whether the answer has a place for direct messages. */
  readonly hasReplies: boolean
}

/** The books of the cards that rules can change. */
export type Books = { readonly [H in Holder]?: CardBook }

/** What rules take from the decision that they are part of. */
export interface Surroundings {
  readonly brand: Brand
  readonly call: Caller
  readonly now: Instant
  readonly clock: LocalClock
  readonly past: (card: CardId | undefined) => Past
  readonly freeCoupons: (setId: string, count: number) => readonly Coupon[] | undefined
}

export interface Caller {
  readonly ref: RequestRef
  readonly locationId: string
  readonly terminalId: string
  readonly employeeId?: string
}

/** A direct message: the interface's ResponseObject. */
export interface Reply {
  readonly message: string
  readonly receiptMessage: boolean
  readonly campaignRuleUUID: string
}

/** An option that a customer may choose: the interface's CampaignOption. */
export interface OfferedOption {
  readonly optionId: string
  readonly choiceGroupId?: string
  readonly maxSelectedOptions: number
  readonly selected: boolean
  readonly optionDisplayValue: string
  readonly campaignRuleUUID: string
}

/** Everything that rules have done so far in a call, apart from the books. */
export interface Happenings {
  basket: Basket | undefined
  readonly mutations: KeptMutation[]
  readonly firings: Firing[]
  readonly usedCoupons: string[]
  readonly issuedCoupons: Coupon[]
  readonly messages: NewMessage[]
  readonly replies: Reply[]
  readonly events: NewEvent[]
  readonly accounts: Map<CardId, Account>
  readonly demographics: NonNullable<KeptEffects['demographics']>[number][]
  readonly enrolled: NonNullable<KeptEffects['enrolled']>[number][]
  readonly usedOffers: OfferUse[]
  readonly givenOffers: OfferUse[]
}

export function nothingYet(basket: Basket | undefined): Happenings {
  return {
    basket,
    mutations: [],
    firings: [],
    usedCoupons: [],
    issuedCoupons: [],
    messages: [],
    replies: [],
    events: [],
    accounts: new Map(),
    demographics: [],
    enrolled: [],
    usedOffers: [],
    givenOffers: [],
  }
}

/** What a run of rules turns out to need; asked for at once, as far as it is known. */
export class Wants {
  readonly facts: FactNeed[] = []
  /** How many coupons of each set. */
  readonly coupons = new Map<string, number>()
  offers = false

  get any(): boolean {
    return this.facts.length > 0 || this.coupons.size > 0 || this.offers
  }
}
