import { valueTypeName } from '../brand/shapes/program-shape.ts'
import { defined } from '../kernel/defined.ts'
import { formatMinor } from '../kernel/money.ts'
import type { CompiledRule } from './campaigns.ts'
import { decimalText } from './decimal.ts'
import type { Effect } from './effects.ts'
import type { Holds, RuleVerdict, Silent } from './judge.ts'

/** What became of each rule that was considered, in the order in which they were. Plain JSON, kept with the call. */
export type Trace = readonly TraceEntry[]

export type TraceEntry = FiredEntry | SilentEntry

export interface FiredEntry {
  /** campaignId/ruleId */
  readonly rule: string
  readonly fired: readonly EffectSummary[]
  readonly coupons?: readonly string[]
}

export interface SilentEntry {
  readonly rule: string
  readonly not: Silent
}

/** One effect in few words. Amounts are decimal text. */
export interface EffectSummary {
  readonly kind: Effect['kind']
  readonly amount?: string
  /** Of what: the value type, the coupon set, the channel, the event type … */
  readonly of?: string
  /** What was asked for, where less or more was given, and what made it so. */
  readonly asked?: string
  readonly cappedBy?: string
}

/** What an effect really came to, where that differs from what the rule asked for. */
export interface Carried {
  /** Minor units of the value type's scale, or of the location's currency for discounts. */
  readonly amount: number
  readonly scale: number
  /** maxIssue, maxBalance, max, target … */
  readonly cappedBy?: string
}

export function traceSilent(rule: Pick<CompiledRule, 'id'>, verdict: Silent): SilentEntry {
  return { rule: rule.id, not: verdict }
}

export function traceFired(
  rule: Pick<CompiledRule, 'id'>,
  { coupons }: Pick<Holds, 'coupons'>,
  effects: readonly EffectSummary[],
): FiredEntry {
  return { rule: rule.id, fired: effects, ...(coupons.length > 0 && { coupons }) }
}

export function isSilent(verdict: RuleVerdict): verdict is Silent {
  return verdict.kind !== 'holds' && verdict.kind !== 'needs'
}

/** `carried` is given for effects that move value. */
export function summarize(effect: Effect, carried?: Carried): EffectSummary {
  const { amount: asked, of } = askedOf(effect)
  const cappedBy = carried?.cappedBy ?? ('bound' in effect ? effect.bound : undefined)
  const given = carried ? formatMinor(carried.amount, carried.scale) : asked
  return defined({
    kind: effect.kind,
    amount: given,
    of,
    ...(carried?.cappedBy !== undefined && asked !== undefined && asked !== given && { asked }),
    cappedBy,
  })
}

function askedOf(effect: Effect): { readonly amount?: string; readonly of?: string } {
  switch (effect.kind) {
    case 'issue':
    case 'redeem':
      return { amount: formatMinor(effect.amount, effect.valueType.scale), of: valueTypeName(effect.valueType) }
    case 'discount':
      return { of: effect.measure.by === 'percent' ? `${decimalText(effect.measure.percent)} %` : effect.measure.by }
    case 'allocateCoupon':
      return { of: effect.set }
    case 'notify':
      return { of: effect.channel }
    case 'logEvent':
      return { of: effect.categoryId }
    case 'enroll':
      return { of: effect.program }
    case 'setDemographic':
      return { of: effect.name }
    case 'nothing':
      return { of: `${effect.of}: ${effect.reason}` }
    case 'personalOffer':
      return { of: effect.offer.discountType }
    case 'block':
      return { of: effect.message }
  }
}
