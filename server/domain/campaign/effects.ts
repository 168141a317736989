import type { Decimal, Minor } from '../../ground/kernel/money.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { ValueType } from '../brand/brand.ts'
import type { Discount } from '../brand/rules/discount.ts'
import type { PersonalOffer } from '../brand/rules/personal-offer.ts'
import type { Result, ResultName } from '../brand/rules/results.ts'
import type { SpokenText } from '../brand/texts/spoken-text.ts'
import type { AmountHow, CountedProducts } from './amount-formula.ts'

/** The fields of a result as the brand file has them. */
export type FieldsOf<N extends ResultName> = Extract<Result, { readonly [M in N]: unknown }>[N]

/** What a fired rule asks for, with amounts and dates as of that moment. The checkout carries it out. */
export type Effect =
  | IssueEffect
  | RedeemEffect
  | ConvertEffect
  | DiscountEffect
  | AddProductEffect
  | AllocateCouponEffect
  | PersonalOfferEffect
  | BlockEffect
  | ({ readonly kind: 'notify' } & FieldsOf<'notify'>)
  | ({ readonly kind: 'logEvent' } & FieldsOf<'logEvent'>)
  | ({ readonly kind: 'enroll' } & FieldsOf<'enroll'>)
  | ({ readonly kind: 'setDemographic' } & FieldsOf<'setDemographic'>)
  | NoEffect

export interface IssueEffect {
  readonly kind: 'issue'
  readonly to: FieldsOf<'issue'>['to']
  readonly valueType: ValueType
  /** Before the value type's limits, which `cutIssue` applies to what the card has. */
  readonly amount: Minor
  readonly bound?: 'min' | 'max'
  readonly how?: AmountHow
  readonly expiresAt?: Instant
  readonly activeAt?: Instant
  readonly returnRelated: boolean
  readonly bucket: string
  /** The amount counts products, so a return takes it back with them. */
  readonly ofProducts?: CountedProducts
}

export interface RedeemEffect {
  readonly kind: 'redeem'
  readonly valueType: ValueType
  readonly bucket: string
  readonly amount: Minor
  readonly bound?: 'min' | 'max'
  readonly how?: AmountHow
  readonly ofProducts?: CountedProducts
}

/** Whole steps of one balance for another. How many there is room for is decided when it is carried out. */
export interface ConvertEffect {
  readonly kind: 'convert'
  readonly from: ConvertedBalance
  readonly to: ConvertedBalance
  /** At most so much is redeemed; undefined: all that is there. */
  readonly amount?: Minor
  readonly bound?: 'min' | 'max'
  readonly how?: AmountHow
  readonly expiresAt?: Instant
  readonly ofProducts?: CountedProducts
}

interface ConvertedBalance {
  readonly valueType: ValueType
  readonly bucket: string
  /** What one step takes or gives. */
  readonly step: Minor
}

/** Amounts are in minor units of the location's currency. */
export interface DiscountEffect extends Pick<Discount, 'on' | 'buy' | 'repeat' | 'basis'> {
  readonly kind: 'discount'
  readonly measure: DiscountMeasure
  /** The limit for the whole firing. */
  readonly max?: Minor
  readonly bound?: 'min' | 'max'
  readonly how?: AmountHow
}

/** A line that the till did not send. Prices are in units of the location's currency. */
export interface AddProductEffect {
  readonly kind: 'addProduct'
  readonly sku: string
  readonly units: Decimal
  /** What the customer pays for a unit. */
  readonly unitPrice: Decimal
  /** What a unit costs otherwise: the line has this price, and a discount that brings it down. */
  readonly regularPrice?: Decimal
  /** The option by which it was chosen. */
  readonly choice?: string
}

export type DiscountMeasure =
  | { readonly by: 'percent'; readonly percent: Decimal }
  | { readonly by: 'amount'; readonly amount: Minor }
  | { readonly by: 'unitPrice'; readonly price: Decimal }
  | { readonly by: 'groupPrice'; readonly price: Minor }

export interface AllocateCouponEffect {
  readonly kind: 'allocateCoupon'
  readonly set: string
  readonly promotion?: string
  readonly expiresAt?: Instant
  readonly tags: readonly string[]
  readonly onlyThisCard: boolean
  readonly to?: 'card' | 'referrer'
}

export interface PersonalOfferEffect {
  readonly kind: 'personalOffer'
  readonly offer: Omit<PersonalOffer, 'activationDate' | 'expirationDate' | 'expiresAfter'>
  readonly activeAt?: Instant
  readonly expiresAt: Instant
}

/** The checkout is refused with error 134. */
interface BlockEffect {
  readonly kind: 'block'
  readonly message: SpokenText
}

export type NoEffectReason =
  | 'noCard'
  | 'noValueType'
  | 'noCheckout'
  | 'expired'
  /** The call names no referring card. */
  | 'noReferrer'
  /** A step has more decimals than the balance of this card's program. */
  | 'unevenStep'
  /** The referrer's card is locked by a checkout of its own. */
  | 'locked'
  /** The referrer's card can no longer be used. */
  | 'lost'
  /** There was no room for it on the referrer's card when a setup was completed. */
  | 'full'
  /** Nobody chose one of the products that can be added, or several. */
  | 'notChosen'
  | 'tooManyChosen'
  /** So many products were added to the sale already. */
  | 'tooManyAdded'
  /** The sale would come to more than a sale may. */
  | 'totalTooHigh'
  /** The coupon set has no coupons left, or is switched off. */
  | 'depleted'
  /** A direct message in a call whose response cannot carry one. */
  | 'noAnswer'
  /** A message about something that had no effect. */
  | 'nothingToTell'

/** The rule fired, but this result has no effect: the trace says why. */
export interface NoEffect {
  readonly kind: 'nothing'
  readonly of: ResultName
  readonly reason: NoEffectReason
}
