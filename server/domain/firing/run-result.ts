import type { CardId } from '../../ground/kernel/ids.ts'
import type { Account } from '../account/account.ts'
import type { Charge } from '../campaign/budgets.ts'
import type { PresentedCoupon } from '../campaign/call-facts.ts'
import type { DirectMessage } from '../campaign/direct-message.ts'
import type { CardSide, Firing, KeptEffects, NewEvent, NewMessage, OfferUse } from '../campaign/kept-effects.ts'
import type { FactNeed } from '../campaign/needs.ts'
import type { Basket } from '../checkout/basket.ts'
import type { KeptMutation } from '../checkout/record.ts'
import type { Coupon } from '../coupon/coupon.ts'

/** Everything that rules have done so far in a call, apart from the books. */
export interface RunResult {
  basket: Basket | undefined
  readonly mutations: KeptMutation[]
  readonly firings: Firing[]
  readonly charges: readonly Charge[]
  /** Public codes too. */
  readonly usedCoupons: PresentedCoupon[]
  readonly issuedCoupons: Coupon[]
  /** Those among them that went to a referrer. */
  readonly referrerCoupons: string[]
  readonly messages: NewMessage[]
  readonly replies: DirectMessage[]
  readonly events: NewEvent[]
  readonly accounts: Map<CardId, Account>
  readonly demographics: NonNullable<KeptEffects['demographics']>[number][]
  readonly enrolled: NonNullable<KeptEffects['enrolled']>[number][]
  readonly usedOffers: OfferUse[]
  readonly givenOffers: OfferUse[]
  readonly sides: CardSide[]
  /** How much of each there was before the rules of trigger tier, which come last; absent if there were none. */
  beforeTier?: KeptLengths
}

type KeptList = 'firings' | 'issuedCoupons' | 'givenOffers' | 'demographics' | 'enrolled'
type KeptLengths = { readonly [List in KeptList]: number }

export function lengthsOf(result: RunResult): KeptLengths {
  const { firings, issuedCoupons, givenOffers, demographics, enrolled } = result
  return {
    firings: firings.length,
    issuedCoupons: issuedCoupons.length,
    givenOffers: givenOffers.length,
    demographics: demographics.length,
    enrolled: enrolled.length,
  }
}

export function emptyResult(basket: Basket | undefined, charges: readonly Charge[]): RunResult {
  return {
    basket,
    mutations: [],
    firings: [],
    charges,
    usedCoupons: [],
    issuedCoupons: [],
    referrerCoupons: [],
    messages: [],
    replies: [],
    events: [],
    accounts: new Map(),
    demographics: [],
    enrolled: [],
    usedOffers: [],
    givenOffers: [],
    sides: [],
  }
}

/** What a rule run turns out to need. Everything known so far is asked for at once. */
export class RunWants {
  readonly facts: FactNeed[] = []
  /** How many coupons of each set. */
  readonly coupons = new Map<string, number>()
  /** The sets among them of which somebody else gets a coupon, too: it must be one that any card may use. */
  readonly forAnyCard = new Set<string>()
  offers = false
  /** The customer of the referring card, for messages to them. */
  referrer = false

  get any(): boolean {
    return this.facts.length > 0 || this.coupons.size > 0 || this.offers || this.referrer
  }
}
