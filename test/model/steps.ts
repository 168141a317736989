import type { Type } from './model-brand.ts'

/** What happens to a customer. Deeds are named by their place in the customer's story, so that a story can be told again. */
export type Step =
  | {
      readonly kind: 'issue'
      readonly type: Type
      readonly amount: number
      readonly returned: boolean
      /** Until the end of the so manieth month; 0 is for ever. */
      readonly months: number
      readonly child: boolean
    }
  | {
      readonly kind: 'redeem'
      readonly type: Type
      readonly amount: number
      readonly most: boolean
      readonly child: boolean
    }
  | { readonly kind: 'hold'; readonly type: Type; readonly amount: number }
  | { readonly kind: 'use'; readonly hold: number; readonly amount: number; readonly release: boolean }
  | SaleStep
  | BringStep
  | { readonly kind: 'cancel'; readonly deed: number; readonly resets: boolean }
  | { readonly kind: 'out'; readonly release: boolean }
  | { readonly kind: 'in' }
  | { readonly kind: 'suspend' }
  | { readonly kind: 'reactivate' }
  | { readonly kind: 'child' }
  | { readonly kind: 'offer' }
  | { readonly kind: 'coupon' }
  | { readonly kind: 'choose' }
  | { readonly kind: 'old' }

export interface SaleStep {
  readonly kind: 'sale'
  readonly units: number
  readonly price: number
  /** The product of a personal offer, beside. */
  readonly extra: number | undefined
  readonly pay: number
  readonly code: string | undefined
  /** The place of a coupon among the customer's own. */
  readonly coupon: number | undefined
  readonly promo: 'cut' | 'few' | 'bonus' | 'gift' | 'device' | undefined
  /** What the customer orders with: a rule counts by it. */
  readonly device?: string | undefined
}

export interface BringStep {
  readonly kind: 'bring'
  readonly sale: number
  readonly units: number
  readonly extra: boolean
  readonly byValue: boolean
  readonly reverse: boolean
  /** How much of what balances paid is given back, in cents; 0 if nothing is said of it. */
  readonly back: number
}

export const extraPrice = 400
