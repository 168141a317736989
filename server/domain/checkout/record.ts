import type { CardId, RequestRef } from '../../ground/kernel/ids.ts'
import type { Minor } from '../../ground/kernel/money.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { Attributes } from '../brand/attributes.ts'
import type { Charge } from '../campaign/budgets.ts'
import type { DirectMessage, OfferedOption } from '../campaign/direct-message.ts'
import type { CardSide, Firing, KeptEffects, NewEvent, NewMessage, OfferUse } from '../campaign/kept-effects.ts'
import type { ReferralBar } from '../campaign/referral.ts'
import type { TierInCall } from '../campaign/tier/tier-in-call.ts'
import type { Trace } from '../campaign/trace.ts'
import type { Origin } from '../card/book.ts'
import type { HeldOffer } from '../card/card.ts'
import type { AddedBy } from './line.ts'

/**
 * A checkout as it is kept: a sale, the locked setup of one, or a return. Amounts are minor units of the location's
 * currency; those of a return are negative, so that sums over both are what was sold.
 */
export interface CheckoutRecord {
  readonly ref: RequestRef
  readonly kind: 'sale' | 'setup' | 'return'
  /** The root card. */
  readonly cardId?: CardId
  readonly childId?: CardId
  readonly happenedAt: Instant
  readonly locationId: string
  readonly currency: string
  readonly scale: number
  readonly total: Minor
  readonly discount: Minor
  /** After preDiscounts and discounts. */
  readonly net: Minor
  /** Of a sale: the setup that it completed. Of a return: the sale. */
  readonly of?: RequestRef
  readonly content: CheckoutContent
  readonly isVoided: boolean
  /** What came back of a sale; absent while nothing did. */
  readonly returned?: ReturnedSoFar
}

/** Kept as JSON. Only what is there is kept. */
export interface CheckoutContent {
  readonly lines: readonly KeptLine[]
  readonly shipping?: Minor
  readonly tip?: Minor
  readonly preDiscounts?: readonly KeptPreDiscount[]
  readonly mutations?: readonly KeptMutation[]
  readonly payments?: readonly KeptPayment[]
  /** The coupons that campaigns used, and those that they issued. */
  readonly coupons?: readonly string[]
  readonly issuedCoupons?: readonly string[]
  /** Those that they issued to the card that referred the customer. */
  readonly referrerCoupons?: readonly string[]
  /** The public codes that campaigns used, as the file spelled them. */
  readonly codes?: readonly KeptCode[]
  readonly keyValues?: readonly { readonly key: string; readonly value: string }[]
  readonly orderAttributes?: Attributes
  /** The card that referred the customer. */
  readonly referrerId?: CardId
  /** The card that was named as such, where nobody was thanked, and why. */
  readonly barredReferrer?: { readonly cardId: CardId; readonly by: ReferralBar }
  /** The mark of the device that the call named. */
  readonly device?: string
  readonly orderMode?: number
  readonly barcode?: string
  readonly receiptInformation?: unknown
  readonly merchantName?: string
  /** The date to show instead of when it happened. */
  readonly customDate?: Instant
  /** Of a locked setup: what else its completion does. */
  readonly plan?: KeptPlan
  /** What the call asked for that nothing else of the record tells: with it, the call can be decided again. */
  readonly asked?: KeptWish
}

interface KeptWish {
  readonly choices?: readonly { readonly optionId: string; readonly campaignRuleUUID?: string | undefined }[]
  /** The coupons and codes that were presented, if not all of them were used. */
  readonly coupons?: readonly string[]
  readonly usesRootOnly?: true
  /** Of a locked setup. */
  readonly lockSeconds?: number
  /** Of a quick checkout: the balance that pays what is left, and what its unit is worth, as decimal text. */
  readonly paysRest?: {
    readonly balanceType: string
    readonly balanceCode?: string
    readonly unitWorth?: string
    readonly paymentType?: string
  }
  /** Of a return: as the sale keeps it, until the return is voided. */
  readonly returned?: Pick<KeptReturn, 'products' | 'additional'> & Partial<Omit<KeptReturn, 'ref'>>
}

/** What a locked setup has decided beyond prices and balances. Its completion does this, and judges nothing again. */
export interface KeptPlan {
  readonly usesRootOnly?: true
  readonly fired: readonly Firing[]
  /** What it has reserved of budgets. */
  readonly charged?: readonly Charge[]
  readonly messages: readonly NewMessage[]
  readonly replies: readonly DirectMessage[]
  readonly options: readonly OfferedOption[]
  readonly events: readonly NewEvent[]
  readonly enrolled: NonNullable<KeptEffects['enrolled']>
  readonly demographics: NonNullable<KeptEffects['demographics']>
  readonly usedOffers: readonly OfferUse[]
  readonly givenOffers: readonly HeldOffer[]
  /** The level that the setup was decided at, and what rules of trigger tier give for it. */
  readonly tier?: TierInCall
  readonly tierEffects?: KeptEffects['tier']
  readonly trace: Trace
  /** The sides of experiments that the card was on. */
  readonly sides?: readonly CardSide[]
}

interface KeptCode {
  readonly code: string
  readonly set: string
}

/** Quantities and prices are millionths, as text. */
export interface KeptLine {
  readonly sku: string
  readonly quantity: string
  readonly unitPrice: string
  readonly sequenceId: number
  /** In units of the currency, as decimal text. */
  readonly unitCost?: string
  /** What the product was when it was sold, and what the till said of the line. */
  readonly attributes?: Attributes
  /** A rule added it: the till did not send it. */
  readonly addedBy?: AddedBy
  /** Its share of the total before discounts, and what is left of that after them. */
  readonly value: Minor
  readonly net: Minor
}

export interface KeptPreDiscount {
  readonly amount: Minor
  /** What it took, when its target was worth less. */
  readonly taken?: Minor
  readonly sku?: string
  readonly sequenceId?: number
  readonly externalPromotionId?: string
  readonly externalCampaignRuleId?: string
}

/** Whose balance a change was made to. */
export type Holder = 'root' | 'child' | 'referrer'

/** What a checkout did to balances and prices, in the order in which it was done. Plain JSON. */
export type KeptMutation = DiscountMutation | BalanceMutation

export interface DiscountMutation {
  readonly kind: 'discount'
  readonly amount: Minor
  /** The line's place, from 0; absent for what no product explains. */
  readonly line?: number
  /** Taken off the shipping: a part of the record's discount, but not of what its net total lacks. */
  readonly on?: 'shipping'
  /** Units discounted, in millionths. */
  readonly units: string
  readonly origin?: Origin
  /** The personal offer, counted from 1. */
  readonly offer?: number
  /** The coupons and public codes that it is owed to: the rule used them, or they opened its campaign. */
  readonly coupons?: readonly string[]
}

export interface BalanceMutation {
  readonly kind: 'issue' | 'redeem' | 'payment'
  readonly holder: Holder
  readonly valueType: number
  readonly bucket: string
  /** Positive for issuances, negative for the others. */
  readonly amount: Minor
  readonly expiresAt?: Instant
  readonly activeAt?: Instant
  readonly returnRelated?: true
  readonly origin?: Origin
  /** The lines, and units of them in millionths, that it was given for; absent when for the checkout as a whole. */
  readonly ofLines?: readonly { readonly line: number; readonly units: string }[]
  /** Of either half of a conversion: what one step moved. Returns reverse whole steps, both halves of each. */
  readonly step?: Minor
  /** With ofLines: it was computed of what the lines cost, not of how many units they have. */
  readonly shareBy?: 'value'
}

export interface KeptPayment {
  readonly type?: string
  /** Of the checkout's currency. */
  readonly paid: Minor
  /** The balance that was redeemed, here or by the request that is referred to. */
  readonly balanceType?: string
  readonly balanceCode?: string
  readonly amount?: string
  readonly redeemBalance?: true
  readonly request?: RequestRef
  readonly countAsDiscount?: true
}

/** What came back of a sale so far, by all returns that were not voided. */
export interface ReturnedSoFar {
  readonly returns: readonly KeptReturn[]
  /** What came back of the net total: its share of the value that was returned. */
  readonly total: Minor
  readonly isFull: boolean
  /** Units that are back of each line, in millionths. */
  readonly units: readonly string[]
  /** The return that reversed the payments. */
  readonly paymentsReversedBy?: RequestRef
}

/** What was given back of what a ledger row took, in the units that it had then: after a transfer they may be others. */
export interface PaidBack {
  readonly amount: Minor
  readonly of: Minor
}

export interface KeptReturn {
  readonly ref: RequestRef
  readonly products: readonly {
    readonly sku: string
    readonly quantity: string
    readonly unitPrice?: string
    readonly sequenceId?: number
  }[]
  readonly additional: Minor
  readonly value: Minor
  /** What it was to take back of each mutation of the sale; what the card no longer had is part of it. */
  readonly takenBack: readonly Minor[]
  /** Of that, what the card no longer had. */
  readonly shortfalls?: readonly Shortfall[]
  /** What it gave back of what balances had paid in the sale itself; absent for nothing, and where it reversed all payments at once. */
  readonly paymentsBack?: Minor
  /** Of that, what each ledger row got by which a balance had paid, in their order. */
  readonly paymentsBackTo?: readonly PaidBack[]
  /** What it gave back to budgets, in the order of what the sale took of them. */
  readonly budgets?: readonly BudgetBack[]
  /** What it took back of each mutation of the sale that is a discount; absent where there is none. */
  readonly discounts?: readonly Minor[]
  /** It left the coupons alone that the sale issued; otherwise they are disabled as long as it stands. */
  readonly keepsCoupons?: true
}

/** What a return gives back to a budget, and what that is for, in the units of the charge's worth. */
export interface BudgetBack {
  readonly amount: Minor
  readonly worth: Minor
}

/** What was to be taken back of a value type, and was not there; below 0 what could not be given back. */
export interface Shortfall {
  readonly cardId: CardId
  readonly valueType: number
  readonly amount: Minor
}

/** What campaigns took off the shipping. */
export function shippingDiscountOf({ content }: Pick<CheckoutRecord, 'content'>): Minor {
  return (content.mutations ?? []).reduce((sum, one) => sum + (isOffShipping(one) ? one.amount : 0), 0)
}

const isOffShipping = (mutation: KeptMutation) => mutation.kind === 'discount' && mutation.on === 'shipping'

/** Units that were sold and are not back, in millionths. */
export function unitsLeft({ content, returned }: Pick<CheckoutRecord, 'content' | 'returned'>): string {
  const left = content.lines.map((line, index) => BigInt(line.quantity) - BigInt(returned?.units[index] ?? 0))
  return String(left.reduce((sum, units) => sum + units, 0n))
}
