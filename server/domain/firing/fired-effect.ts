import type { ValueType } from '../brand/brand.ts'
import type { CallFacts } from '../campaign/call-facts.ts'
import type { CompiledRule } from '../campaign/campaigns.ts'
import type { Effect, NoEffectReason } from '../campaign/effects.ts'
import type { Holds } from '../campaign/judge.ts'
import type { CompiledResult } from '../campaign/results.ts'
import { type EffectSummary, summarizeNothing } from '../campaign/trace.ts'
import type { Origin } from '../card/book.ts'
import type { Holder } from '../checkout/record.ts'

/** A rule that has fired, and what it did last, for its messages. */
export interface Fired {
  readonly rule: CompiledRule
  readonly holds: Holds
  readonly effects: EffectSummary[]
  /** The events of the call that it saw. */
  readonly seenEvents: CallFacts['events']
  /** Whether what comes after the payments is done. */
  isRewarded?: boolean
  /** What it will redeem after the payments. Other rules must not count on it. */
  pledge: readonly Redemption[]
  /** What it issued or redeemed last, and the total of its discounts. */
  mutation?: { readonly amount: number; readonly scale: number; readonly holder: Holder; readonly valueType: ValueType }
  discount?: { readonly amount: number; readonly scale: number }
  /** Whether it added a product to the sale. */
  hasAdded?: true
  coupon?: { readonly id: string; readonly expiresAt?: number }
  /** The same of what it gave a referrer, which only messages to the referrer may tell; and whether that came last. */
  toReferrer?: Pick<Fired, 'mutation' | 'coupon'>
  gaveReferrerLast?: boolean
}

/** What a rule redeems from one balance. */
export interface Redemption {
  readonly valueType: ValueType
  readonly bucket: string
  readonly amount: number
}

/** One effect of a rule that has fired. */
export interface FiredEffect<E extends Effect = Effect> {
  readonly fired: Fired
  readonly result: CompiledResult
  readonly effect: E
}

export function originOf({ fired, result }: FiredEffect): Origin {
  const { rule, holds } = fired
  const { condition } = holds
  const origin = { rule: rule.id, revision: rule.campaign.revisionUuid, result: result.path }
  const placed: Origin = condition === undefined ? origin : { ...origin, condition }
  return rule.trigger === 'tier' ? { ...placed, trigger: rule.trigger } : placed
}

/** The rule fired, but this result has no effect. */
export function nothingOf({ effect, result }: FiredEffect, reason: NoEffectReason): EffectSummary {
  return summarizeNothing(effect, result.name, reason)
}
