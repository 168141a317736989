import { decimalText } from '../../ground/kernel/decimal.ts'
import { defined } from '../../ground/kernel/defined.ts'
import type { ErrorCode, Refusal } from '../../ground/kernel/errors.ts'
import { formatMinor } from '../../ground/kernel/money.ts'
import type { ValueType } from '../brand/brand.ts'
import type { ResultName } from '../brand/rules/results.ts'
import { valueTypeName } from '../brand/shapes/program-shape.ts'
import { textFor } from '../brand/texts/spoken-text.ts'
import { subtrackOf } from '../card/card.ts'
import type { AmountHow } from './amount-formula.ts'
import type { CompiledRule } from './campaigns.ts'
import type { Effect, NoEffectReason } from './effects.ts'
import type { CountedProduct, Holds, RuleVerdict, Silent } from './judge.ts'
import type { Rest } from './nearness.ts'

/** What happened to each rule that was considered, in order. Plain JSON, kept with the call. */
export type Trace = readonly TraceEntry[]

export type TraceEntry = FiredEntry | SilentEntry

export interface FiredEntry {
  /** campaignId/ruleId */
  readonly rule: string
  readonly fired: readonly EffectSummary[]
  readonly coupons?: readonly string[]
  /** The public codes that it used, as the file spells them. */
  readonly codes?: readonly string[]
}

export interface SilentEntry {
  readonly rule: string
  readonly not: Silent
  /** Whether everything else held, as far as that is known. Absent if it did not. */
  readonly rest?: Rest
}

/** One effect in brief. Amounts are decimal text. */
export interface EffectSummary {
  readonly kind: Effect['kind']
  readonly amount?: string
  /** Of what: the value type, the coupon set, the channel, the event type … */
  readonly of?: string
  /** Of punches: which ones. */
  readonly subtrack?: string
  /** What a conversion made of it. */
  readonly into?: ConvertedInto
  /** Of a discount, or of what a product costs that was added. */
  readonly currency?: string
  /** Of a product that was added: what the customer pays for a unit, and what was taken off for that. */
  readonly price?: string
  readonly off?: string
  /** Of a discount that is not on goods. */
  readonly on?: 'shipping'
  /** Who received it, if not the card of the call. */
  readonly to?: TraceReceiver
  /** Of a message that is sent later: how much. */
  readonly after?: { readonly hours: number } | { readonly days: number }
  /** With `nothing`: which result had no effect, and why. */
  readonly result?: ResultName
  readonly reason?: NoEffectReason
  /** How an amount of several facts came about. */
  readonly how?: AmountHow
  /** What was asked for, if less or more was given, and what caused that. */
  readonly asked?: string
  readonly cappedBy?: string
  /** Of a discount without effect: the products it is for that already count as bought. */
  readonly counted?: readonly CountedProduct[]
  /** The effect caused the call to be refused with this error. */
  readonly refused?: ErrorCode
}

interface ConvertedInto {
  readonly amount: string
  readonly of: string
  readonly subtrack?: string
}

export type TraceReceiver = 'root' | 'child' | 'referrer'

/** What an effect actually amounted to, which may differ from what the rule asked for. */
export interface Carried {
  /** Minor units of the value type's scale, or of the location's currency for discounts. */
  readonly amount: number
  readonly scale: number
  /** maxIssue, maxBalance, max, worth … */
  readonly cappedBy?: string
  /** Of a discount. */
  readonly currency?: string
  readonly on?: 'shipping'
  readonly into?: ConvertedInto
}

export function traceSilent(rule: Pick<CompiledRule, 'id'>, verdict: Silent, rest?: Rest): SilentEntry {
  return rest === undefined ? { rule: rule.id, not: verdict } : { rule: rule.id, not: verdict, rest }
}

/** `codes` are those among the coupons that are public codes. */
export function traceFired(
  rule: Pick<CompiledRule, 'id'>,
  { coupons: used }: Pick<Holds, 'coupons'>,
  effects: readonly EffectSummary[],
  codes: readonly string[] = [],
): FiredEntry {
  if (used.length === 0) return { rule: rule.id, fired: effects }
  const coupons = used.filter((id) => !codes.includes(id))
  return {
    rule: rule.id,
    fired: effects,
    ...(coupons.length > 0 && { coupons }),
    ...(codes.length > 0 && { codes }),
  }
}

/** The effect that caused the call to be refused. Its message is kept as a template: rendered, it may name a customer. */
export function traceRefused(effect: Effect, { code }: Refusal): EffectSummary {
  return { ...summarize(effect), refused: code }
}

/** The trace with an effect that turned out to have none when the decision of a setup was carried out. */
export function traceLeft(trace: Trace, rule: string, { reason, ...left }: LeftEffect): Trace {
  return trace.map((entry) => {
    if (entry.rule !== rule || !('fired' in entry)) return entry
    const place = entry.fired.findIndex(
      (one) => one.to === 'referrer' && one.amount === left.amount && isSame(one, left),
    )
    const { of, subtrack } = left
    const nothing: EffectSummary = defined({ kind: 'nothing', result: 'issue', reason, of, subtrack, to: 'referrer' })
    return place < 0 ? entry : { ...entry, fired: entry.fired.with(place, nothing) }
  })
}

const isSame = (one: NamedBalance, other: NamedBalance) => one.of === other.of && one.subtrack === other.subtrack

type NamedBalance = Pick<EffectSummary, 'of' | 'subtrack'>

/** The trace when the referrer's card turned out to be locked or gone: nothing that was for it had an effect. */
export function traceObstacle(trace: Trace, reason: NoEffectReason): Trace {
  const left = (one: EffectSummary): EffectSummary =>
    one.to === 'referrer' && one.kind !== 'nothing'
      ? defined({ kind: 'nothing', result: one.kind, reason, of: one.of, subtrack: one.subtrack, to: one.to })
      : one
  return trace.map((entry) => ('fired' in entry ? { ...entry, fired: entry.fired.map(left) } : entry))
}

/** What a referrer should have received, as the trace has it, and why they did not. */
interface LeftEffect {
  readonly amount: string
  readonly of: string
  readonly subtrack?: string
  readonly reason: NoEffectReason
}

/** A result without effect, for a reason that the operator can do something about. */
export interface Unfulfilled {
  readonly rule: string
  readonly result: ResultName
  readonly of?: string
  readonly reason: NoEffectReason
}

export function unfulfilledOf(trace: Trace): Unfulfilled[] {
  return trace.flatMap((entry) => {
    const effects = 'fired' in entry ? entry.fired : []
    return effects.flatMap(({ result, reason, of }) =>
      result && reason && alarming.has(reason) ? defined({ rule: entry.rule, result, reason, of }) : [],
    )
  })
}

/** The rules that fired although nothing came of it: nothing was issued, taken off, sent or changed. */
export function idleRulesIn(trace: Trace): string[] {
  return trace.flatMap((entry) => ('fired' in entry && entry.fired.every(isNothing) ? entry.rule : []))
}

const isNothing = ({ kind, amount }: EffectSummary) =>
  kind === 'nothing' || (amount !== undefined && Number(amount) === 0)

const alarming: ReadonlySet<NoEffectReason> = new Set(['depleted', 'locked', 'lost', 'full'])

/** The rule that took most of the work, in the trace of a call that took too much. */
export function costliestIn(trace: Trace): string | undefined {
  return trace.find((entry) => 'not' in entry && entry.not.kind === 'tooMuchWork')?.rule
}

export function isSilent(verdict: RuleVerdict): verdict is Silent {
  return verdict.kind !== 'holds' && verdict.kind !== 'needs'
}

/** The rule fired, but one of its results has no effect. */
export function summarizeNothing(effect: Effect, result: ResultName, reason: NoEffectReason): EffectSummary {
  const { of, subtrack } = askedOf(effect)
  return defined({ kind: 'nothing', result, reason, of, subtrack, to: receiverOf(effect) })
}

/** `carried` is given for effects that move value. */
export function summarize(effect: Effect, carried?: Carried): EffectSummary {
  if (effect.kind === 'nothing') return { kind: 'nothing', result: effect.of, reason: effect.reason }
  const { amount: asked, of, subtrack } = askedOf(effect)
  const cappedBy = carried?.cappedBy ?? ('bound' in effect ? effect.bound : undefined)
  const given = carried ? formatMinor(carried.amount, carried.scale) : asked
  return defined({
    kind: effect.kind,
    amount: given,
    of,
    subtrack,
    into: carried?.into,
    currency: carried?.currency,
    on: carried?.on,
    to: receiverOf(effect),
    after: effect.kind === 'notify' ? effect.after : undefined,
    ...(carried?.cappedBy !== undefined && asked !== undefined && asked !== given && { asked }),
    cappedBy,
    how: 'how' in effect ? effect.how : undefined,
  })
}

/** Absent for the card of the call, which most effects are for. */
function receiverOf(effect: Effect): TraceReceiver | undefined {
  if (effect.kind === 'convert' || !('to' in effect) || effect.to === 'card') return undefined
  return effect.to
}

/** What a balance is called in traces. */
export function namedBalance({ valueType, bucket }: { readonly valueType: ValueType; readonly bucket: string }) {
  return defined({ of: valueTypeName(valueType), subtrack: subtrackOf(valueType, bucket) })
}

function askedOf(effect: Effect): Pick<EffectSummary, 'amount' | 'of' | 'subtrack'> {
  switch (effect.kind) {
    case 'issue':
    case 'redeem':
      return { amount: formatMinor(effect.amount, effect.valueType.scale), ...namedBalance(effect) }
    case 'convert': {
      const { valueType } = effect.from
      const amount = effect.amount === undefined ? undefined : formatMinor(effect.amount, valueType.scale)
      return defined({ amount, ...namedBalance(effect.from) })
    }
    case 'addProduct':
      return { of: effect.sku }
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
      return {}
    case 'personalOffer':
      return { of: effect.offer.discountType }
    case 'block':
      return { of: textFor(effect.message, undefined) }
  }
}
