import type { BrandId, CardId, RequestRef } from '../../ground/kernel/ids.ts'
import type { Decimal, Minor } from '../../ground/kernel/money.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { WorkMeter } from '../../ground/kernel/work-meter.ts'
import type { OptIn } from '../account/opt-in.ts'
import type { Attributes } from '../brand/attributes.ts'
import type { Location, Program } from '../brand/brand.ts'
import type { CurrencySum } from '../brand/exchange.ts'
import type { ProductFilter } from '../brand/rules/arguments.ts'
import type { Trigger } from '../brand/shapes/campaign-shape.ts'
import type { Card } from '../card/card.ts'
import type { CodeBlock } from '../coupon/public-code.ts'
import type { LocalClock } from './clock.ts'
import type { FiredRules } from './fired-rules.ts'
import type { LoggedEvent } from './kept-effects.ts'
import type { OwnReturn, PastAnswer } from './needs.ts'
import type { TierMicro } from './tier/measure.ts'
import type { TierInCall, TierMove } from './tier/tier-in-call.ts'
import type { TierPast } from './tier/tier-state.ts'

/**
 * Everything a rule can look at, at one moment of a call. It is changed in place while rules run (firing/run-state.ts),
 * so that a rule sees the effects of those before it. What is absent may be undefined: every call makes one of these.
 */
export interface CallFacts {
  readonly brand: BrandId
  /** Whoever looks through many things counts them here. */
  readonly work: WorkMeter
  /** The database's time in the brand's zone. A customRequestDate never changes it. */
  readonly clock: LocalClock
  /** When a rule that runs late was due. Conditions on dates are judged by it. Absent means now. */
  readonly due?: LocalClock | undefined
  /**
   * The clock on the wall where the call is made, for what `clocks` says.
   * Absent: it shows what `due` does.
   */
  readonly wall?: LocalClock | undefined
  /** The clock of the customer's home location, by which they are told dates. Absent: the brand's. */
  readonly home?: LocalClock | undefined
  /** CHECKOUT_COMPLETE in setups too. */
  readonly callType: string
  readonly trigger: Trigger
  readonly location?: Pick<Location, 'id' | 'group' | 'country'> | undefined
  /** The currency of the location, and how sums of any currency are converted to the brand's main one. */
  readonly money?: LocalMoney | undefined
  readonly terminal?: string | undefined
  readonly employee?: string | undefined
  /** The card whose balances the call changes: the child where one is named, unless only the parent's are used. */
  readonly card?: Card | undefined
  readonly program?: Program | undefined
  readonly target: 'root' | 'child'
  /** Whether the call names a child card, even if it uses only the parent's balances. */
  readonly isChild: boolean
  /** The child card that the call names. */
  readonly childId?: CardId | undefined
  /** The root card of the customer. */
  readonly rootId?: CardId | undefined
  /** The mark of the device that the call names. */
  readonly device?: string | undefined
  /** The public code that was presented and may be used. */
  readonly code?: string | undefined
  /** What the card's sides in experiments are drawn by: its root's number, or that of the card which that one was first. */
  readonly drawnAs?: string | undefined
  /** The sides that were drawn so far, by campaign; absent where no campaign has any. */
  readonly sides?: Map<string, string> | undefined

  /** Absent means not read yet, as in the next two fields. A card that has none has empty ones. */
  readonly account?: AccountFacts | undefined
  readonly segments?: readonly string[] | undefined
  readonly scores?: Scores | undefined
  /** What was fetched, by the key of its need. Absent means not fetched yet. */
  readonly past: ReadonlyMap<string, PastAnswer>
  /** The rules that fired so far in this call. */
  readonly fired: FiredRules
  /** The events that this call has logged for the card so far. */
  readonly events: readonly LoggedEvent[]
  /** What this call returns, and the call whose events it removes: rules see the past as it is after the return. */
  readonly ownReturn?: OwnReturn | undefined
  readonly removesEventsOf?: RequestRef | undefined

  readonly checkout?: CheckoutNumbers | undefined
  readonly basket?: BasketFacts | undefined
  readonly payments: readonly Payment[]
  /**
   * Coupons and public codes that were presented, are valid, and were not consumed by an earlier firing, in the order of
   * presentation.
   */
  readonly coupons: readonly PresentedCoupon[]
  readonly blockedCodes?: readonly BlockedCode[] | undefined
  /** Coupons that opened a whole campaign in this call. They are used, and the campaign's other rules need no other. */
  readonly opened?: readonly OpeningCoupon[] | undefined
  readonly keyValues: readonly { readonly key: string; readonly value: string }[]
  /** What the sale says about itself. */
  readonly orderAttributes?: Attributes | undefined
  readonly choices: readonly Choice[]
  readonly message?: { readonly text: string; readonly channel: string } | undefined
  readonly referral?: { readonly checkouts: number; readonly total: Decimal } | undefined
  /** Whether the call names a referring card. */
  readonly hasReferrer?: boolean | undefined
  /** The program of the referring card, for results that go to it. */
  readonly referrerProgram?: Program | undefined
  /** What is known of the root card's level; absent means not fetched yet, or that its program has no levels. */
  readonly tierPast?: TierPast | undefined
  /** The level at which the call is decided, if it is another than the card had. */
  readonly tierInCall?: TierInCall | undefined
  /** What happens to the level in the call: rules of trigger tier run for it. */
  readonly tierMove?: TierMove | undefined
  /** What the call adds so far to what levels are measured by. */
  readonly tierGain?: (() => TierMicro) | undefined
  /** What happened, for trigger segment. */
  readonly segmentChange?: { readonly id: string; readonly on: 'enter' | 'leave' } | undefined
}

interface LocalMoney {
  readonly currency: string
  readonly toMain: (sum: CurrencySum) => Decimal
}

/** What is stored about the card's customer. */
export interface AccountFacts {
  readonly isEnrolled: boolean
  readonly enrolledAt?: Instant
  readonly hasChildren: boolean
  /** By the field names of the interface. Dates are `yyyy-MM-dd`. */
  readonly customer: Readonly<Record<string, string | number | readonly string[]>>
  readonly demographics: Readonly<Record<string, readonly (string | number)[]>>
  readonly optIns: readonly OptIn[]
}

export interface Scores {
  readonly total?: number
  readonly recency?: number
  readonly frequency?: number
  readonly monetary?: number
}

/** The numbers of a checkout, in minor units of the location's currency. */
export interface CheckoutNumbers {
  /** The decimals of that currency. */
  readonly scale: number
  readonly total: Minor
  /** After preDiscounts and all discounts so far. */
  readonly netTotal: Minor
  /** After the discounts on it so far. */
  readonly shipping: Minor
  readonly tip: Minor
  readonly orderMode?: number
}

/** What rules can ask about the products of a checkout. */
export interface BasketFacts {
  /** Sums over the lines that match, after discounts so far: all lines without a filter, zeros if none matches. */
  readonly products: (where?: ProductFilter) => ProductSums
  /** Every SKU, category and (transitive) parent by which a filter finds at least one line. */
  readonly skus: Iterable<string>
  readonly categories: Iterable<string>
  readonly parents: Iterable<string>
}

export interface ProductSums {
  readonly quantity: Decimal
  readonly total: Minor
  readonly lines: number
}

export interface Payment {
  readonly type: string
  readonly amount: Minor
}

/** A coupon that a campaign-wide condition has used. */
interface OpeningCoupon {
  readonly campaign: string
  readonly coupon: PresentedCoupon
}

export interface PresentedCoupon {
  /** Of a public code: the code as the file spells it. */
  readonly id: string
  readonly set: string
  readonly tags: readonly string[]
  /** Of a public code: what it is compared by. */
  readonly codeKey?: string
}

/** A public code that was presented and left out, because it cannot be used. */
export interface BlockedCode {
  readonly code: string
  readonly set: string
  readonly by: CodeBlock
}

/** The interface's CampaignChoice. */
export interface Choice {
  readonly optionId: string
  readonly campaignRuleUUID?: string
}
