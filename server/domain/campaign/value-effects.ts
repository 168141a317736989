import { defined } from '../../ground/kernel/defined.ts'
import { toMinor } from '../../ground/kernel/money.ts'
import { type Instant, parseDateTime } from '../../ground/kernel/time.ts'
import type { ValueType } from '../brand/brand.ts'
import type { FactArguments } from '../brand/rules/arguments.ts'
import type { Discount } from '../brand/rules/discount.ts'
import type { Expiring } from '../brand/rules/expiry.ts'
import type { ResultName } from '../brand/rules/results.ts'
import { findValueType } from '../brand/value-types.ts'
import { bucketOf } from '../card/card.ts'
import type { AmountFormula, ComputedAmount } from './amount-formula.ts'
import type { CallFacts } from './call-facts.ts'
import type { DiscountMeasure, Effect, FieldsOf, NoEffect } from './effects.ts'
import { configuredMinor, exact } from './fraction.ts'
import type { FactNeed } from './needs.ts'

/** When a result is carried out, and the facts it counts. */
export interface EffectMoment {
  readonly facts: CallFacts
  readonly timeZone: string
  readonly formula: AmountFormula | undefined
}

/** Never happens after `judge` said that the rule holds: `judge` also asks for what the amounts count. */
export interface MissingFact {
  readonly kind: 'needs'
  readonly need: FactNeed
}

export function issueEffect(issue: FieldsOf<'issue'>, moment: EffectMoment): Effect | MissingFact {
  const { clock, card, program, referrerProgram, hasReferrer } = moment.facts
  const { to, returnRelated, subtrack } = issue
  if (!card && to !== 'referrer') return noEffect('issue', 'noCard')
  if (to === 'referrer' && !hasReferrer) return noEffect('issue', 'noReferrer')
  const valueType = usableType(to === 'referrer' ? referrerProgram : program, issue)
  if (!valueType) return noEffect('issue', 'noValueType')
  const amount = computed(moment, valueType.scale)
  if (amount.kind === 'needs') return amount
  const expiresAt = expiryOf(issue, moment)
  const activeAt = issue.activeAfter?.days ? clock.after(issue.activeAfter) : undefined
  if (expiresAt !== undefined && expiresAt <= (activeAt ?? clock.now)) return noEffect('issue', 'expired')
  return {
    kind: 'issue',
    to,
    valueType,
    ...amountFields(amount, moment.formula),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(activeAt !== undefined && { activeAt }),
    returnRelated,
    bucket: bucketOf(valueType, subtrack),
  }
}

export function redeemEffect(redeem: FieldsOf<'redeem'>, moment: EffectMoment): Effect | MissingFact {
  const { card, program } = moment.facts
  if (!card) return noEffect('redeem', 'noCard')
  const valueType = findValueType(program, redeem)
  if (!valueType) return noEffect('redeem', 'noValueType')
  const amount = computed(moment, valueType.scale)
  if (amount.kind === 'needs') return amount
  const bucket = bucketOf(valueType, redeem.subtrack)
  return { kind: 'redeem', valueType, bucket, ...amountFields(amount, moment.formula) }
}

export function convertEffect({ from, to }: FieldsOf<'convert'>, moment: EffectMoment): Effect | MissingFact {
  const { card, clock, program } = moment.facts
  if (!card) return noEffect('convert', 'noCard')
  const source = findValueType(program, from)
  const target = usableType(program, to)
  if (!source || !target) return noEffect('convert', 'noValueType')
  const [per, give] = [toMinor(exact(to.per), source.scale), toMinor(exact(to.give), target.scale)]
  if (per === undefined || give === undefined) return noEffect('convert', 'unevenStep')
  const amount = moment.formula && computed(moment, source.scale)
  if (amount?.kind === 'needs') return amount
  const expiresAt = expiryOf(to, moment)
  if (expiresAt !== undefined && expiresAt <= clock.now) return noEffect('convert', 'expired')
  return {
    kind: 'convert',
    from: { valueType: source, bucket: bucketOf(source, from.subtrack), step: per },
    to: { valueType: target, bucket: bucketOf(target, to.subtrack), step: give },
    ...(amount && amountFields(amount, moment.formula)),
    ...(expiresAt !== undefined && { expiresAt }),
  }
}

export function discountEffect(discount: Discount, moment: EffectMoment): Effect | MissingFact {
  const { checkout } = moment.facts
  if (!checkout) return noEffect('discount', 'noCheckout')
  const amount = computed(moment, checkout.scale)
  if (amount.kind === 'needs') return amount
  const { on, buy, repeat, basis, max } = discount
  return defined({
    kind: 'discount',
    measure: measureOf(discount, amount.minor, checkout.scale),
    on,
    buy,
    repeat,
    basis,
    ...(max !== undefined && { max: configuredMinor(max, checkout.scale) }),
    ...(amount.bound && { bound: amount.bound }),
    ...(amount.how && { how: amount.how }),
  })
}

/** Unit prices may have more decimals than the currency. The line's price is rounded when the discount is computed. */
function measureOf({ percent, unitPrice, groupPrice }: Discount, amount: number, scale: number): DiscountMeasure {
  if (percent !== undefined) return { by: 'percent', percent: exact(percent) }
  if (unitPrice !== undefined) return { by: 'unitPrice', price: exact(unitPrice) }
  if (groupPrice !== undefined) return { by: 'groupPrice', price: configuredMinor(groupPrice, scale) }
  return { by: 'amount', amount }
}

const zero: ComputedAmount = { kind: 'amount', minor: 0 }

function computed({ formula, facts }: EffectMoment, scale: number): ComputedAmount {
  return formula?.compute(facts, scale) ?? zero
}

function amountFields(amount: Extract<ComputedAmount, { kind: 'amount' }>, formula: AmountFormula | undefined) {
  return {
    amount: amount.minor,
    ...(amount.bound && { bound: amount.bound }),
    ...(amount.how && { how: amount.how }),
    ...(formula?.ofProducts && { ofProducts: formula.ofProducts }),
  }
}

/** A value type that is switched off is no longer issued, but balances of it can still be redeemed. */
function usableType(program: CallFacts['program'], asked: FactArguments): ValueType | undefined {
  const valueType = findValueType(program, asked)
  return valueType?.switchedOff ? undefined : valueType
}

export function expiryOf(
  { expiresAt, expiresAfter }: Expiring,
  { facts, timeZone }: Pick<EffectMoment, 'facts' | 'timeZone'>,
): Instant | undefined {
  if (expiresAt !== undefined) return parseDateTime(expiresAt, timeZone)
  return expiresAfter && facts.clock.after(expiresAfter)
}

export function noEffect(of: ResultName, reason: NoEffect['reason']): NoEffect {
  return { kind: 'nothing', of, reason }
}
