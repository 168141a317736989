import type { CallType } from '../../ground/kernel/call-type.ts'
import type { Trigger } from '../brand/shapes/campaign-shape.ts'
import type { Charge } from '../campaign/budgets.ts'
import type { BlockedCode, CallFacts, Choice, Payment, PresentedCoupon } from '../campaign/call-facts.ts'
import type { FiredRule } from '../campaign/fired-rules.ts'
import type { CardBook } from '../card/book.ts'
import type { Basket } from '../checkout/basket.ts'
import type { Holder } from '../checkout/record.ts'

/** The call that rules run in. */
export interface RunInput {
  readonly trigger: Trigger
  readonly callType: CallType
  readonly books: Books
  /** A child is named, but its root's balances are used. */
  readonly usesRootOnly?: boolean
  readonly checkout?: { readonly basket: Basket; readonly orderMode?: number }
  readonly payments?: readonly Payment[]
  /** Valid ones, in the order in which they were presented. */
  readonly coupons?: readonly PresentedCoupon[]
  /** The public codes among what was presented that were left out. */
  readonly blockedCodes?: readonly BlockedCode[]
  /** The mark of the device that the call names. */
  readonly device?: string
  readonly keyValues?: CallFacts['keyValues']
  readonly orderAttributes?: CallFacts['orderAttributes']
  readonly choices?: readonly Choice[]
  readonly segmentChange?: CallFacts['segmentChange']
  /** With trigger tier: what happened to the level, if no call moves it. */
  readonly tierMove?: CallFacts['tierMove']
  /** With trigger date: when the rule was due. */
  readonly due?: CallFacts['due']
  /** The rules of another trigger that have already fired in the same call. */
  readonly fired?: readonly FiredRule[]
  /** Each time that a rule fired when the same rules ran before in the same call: they may fire again, within their limits. */
  readonly firedEarlier?: readonly string[]
  /** What they took of budgets. */
  readonly charged?: readonly Pick<Charge, 'counter' | 'period' | 'amount'>[]
  /** The events that the call itself registers for the card. */
  readonly events?: CallFacts['events']
  /** What the call returns, and the call whose events it removes. */
  readonly ownReturn?: CallFacts['ownReturn']
  readonly removesEventsOf?: CallFacts['removesEventsOf']
  /** With the triggers message and refer: what the customer wrote, and what the referred customers did. */
  readonly message?: CallFacts['message']
  readonly referral?: CallFacts['referral']
  /** The coupon set of which the call itself has drawn the first coupon. */
  readonly drawnFrom?: string
  /** Nothing is carried out, so no coupon is drawn. */
  readonly isHypothetical?: boolean
  /** Whether the response can carry direct messages. */
  readonly hasReplies: boolean
}

/** The books of the cards that rules can change. */
export type Books = { readonly [H in Holder]?: CardBook }
