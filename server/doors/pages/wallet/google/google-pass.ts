import type { PassView } from '../wallet-pass-view.ts'
import { giftCardClass, giftCardObject } from './gift-card-object.ts'
import { loyaltyClass, loyaltyObject } from './loyalty-object.ts'

/** A thing that Google keeps, under what its API calls it. */
interface GoogleThing {
  readonly kind: 'loyaltyClass' | 'loyaltyObject' | 'giftCardClass' | 'giftCardObject'
  readonly body: { readonly id: string }
}

export interface GooglePass {
  readonly ofClass: GoogleThing
  readonly object: GoogleThing
}

/** The pass as Google keeps it. */
export function googlePass(view: PassView, issuer: string, brandId: string): GooglePass {
  if (view.isGiftCard)
    return {
      ofClass: { kind: 'giftCardClass', body: giftCardClass(view, issuer, brandId) },
      object: { kind: 'giftCardObject', body: giftCardObject(view, issuer, brandId) },
    }
  return {
    ofClass: { kind: 'loyaltyClass', body: loyaltyClass(view, issuer, brandId) },
    object: { kind: 'loyaltyObject', body: loyaltyObject(view, issuer, brandId) },
  }
}
