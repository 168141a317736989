/** A file with rules that compete, and what happens in it, as the model of the best deal knows them. Money is in cents. */
export interface Deal {
  /** In the order in which they fire. */
  readonly campaigns: readonly DealCampaign[]
  readonly groups: readonly DealGroup[]
  /** Millionths of a dollar for each point. */
  readonly worth: number
  /** A percentage of the total. */
  readonly maxDiscount?: number
  readonly maxCodes?: number
  /** Discounts on the sale do not stand beside those on products. */
  readonly splitsKinds?: boolean
}

export interface DealGroup {
  readonly id: string
  readonly best: 'customer' | 'merchant'
  readonly keep: number
}

export interface DealCampaign {
  readonly id: string
  readonly priority: number
  /** All its rules together are one candidate of it. */
  readonly group?: string
  readonly rules: readonly DealRule[]
}

export interface DealRule {
  /** campaignId/ruleId */
  readonly name: string
  readonly group?: string
  /** The total that it asks for. */
  readonly least: number
  /** What has to be presented. */
  readonly opener?: { readonly kind: 'coupon' | 'code'; readonly set: string }
  readonly discount?: DealDiscount
  readonly points?: { readonly kind: 'fixed' | 'perDollar'; readonly give: number }
  readonly limit?: { readonly times: number; readonly per: 'card' | 'brand' }
  readonly budget?: { readonly of: 'discount' | 'Points'; readonly amount: number }
  /** Its discount stands beside no other. */
  readonly isAlone?: boolean
}

export interface DealDiscount {
  readonly kind: 'percent' | 'amount'
  readonly value: number
  /** A product, or the sale. */
  readonly on: string
  readonly max?: number
}

export interface DealSale {
  readonly card: number
  readonly lines: readonly { readonly sku: string; readonly price: number; readonly quantity: number }[]
  /** Sets of which a coupon or a code is presented. */
  readonly coupons: readonly string[]
  readonly codes: readonly string[]
}

export const wholeSale = 'sale'
export const couponSets = ['spring', 'summer'] as const
export const codeSets = ['friends', 'letter', 'radio'] as const
/** So often a code can be used. */
export const usesPerCode = 6
export const cardCount = 3
export const skus = ['A', 'B', 'C'] as const
