import assert from 'node:assert/strict'
import { defined } from '../../ground/kernel/defined.ts'
import { parseDateTime } from '../../ground/kernel/time.ts'
import type { FactOwner } from '../brand/facts/view.ts'
import type { Amount } from '../brand/rules/amounts.ts'
import type { Discount } from '../brand/rules/discount.ts'
import type { PersonalOffer } from '../brand/rules/personal-offer.ts'
import { isForReferrer, nameOf, type Result, type ResultName } from '../brand/rules/results.ts'
import { type Choosing, type ProductPlan, planProduct, productEffect } from './added-product.ts'
import { compileAmount } from './amount.ts'
import type { AmountFormula } from './amount-formula.ts'
import type { CallFacts } from './call-facts.ts'
import type { Effect, FieldsOf } from './effects.ts'
import {
  convertEffect,
  discountEffect,
  type EffectMoment,
  expiryOf,
  issueEffect,
  type MissingFact,
  noEffect,
  redeemEffect,
} from './value-effects.ts'

/** One result of a rule, ready to compute its effect when it is carried out. */
export interface CompiledResult {
  /** `then[0].issue` */
  readonly path: string
  readonly name: ResultName
  /** When it is carried out: discounts, products and refusals before the payments, all others after them. */
  readonly phase: 'discount' | 'reward'
  readonly amount?: AmountFormula
  /** The discount as the brand file has it. */
  readonly discount?: Discount
  /** What it adds to the sale. */
  readonly product?: ProductPlan
  readonly effect: (facts: CallFacts) => Effect | MissingFact
}

export function compileResults(
  results: readonly Result[],
  owner: FactOwner,
  timeZone: string,
  rule: Choosing,
): CompiledResult[] {
  return results.map((result, index) => {
    const name = nameOf(result)
    const formula = formulaOf(result, owner)
    const product = 'addProduct' in result ? planProduct(result.addProduct, rule) : undefined
    return defined({
      path: `then[${index}].${name}`,
      name,
      phase: isEarly(name) ? 'discount' : 'reward',
      amount: formula,
      ...('discount' in result && { discount: result.discount }),
      product,
      effect: product
        ? (facts: CallFacts) => productEffect(product, facts, rule.optionGroups)
        : (facts: CallFacts) => effectOf(result, { facts, timeZone, formula }),
    })
  })
}

/** What changes what is to be paid, or refuses it, comes before the payments. */
const isEarly = (name: ResultName) => name === 'discount' || name === 'addProduct' || name === 'block'

/** Undefined where nothing needs to be computed: without an amount, or for all that is there. */
function formulaOf(result: Result, owner: FactOwner): AmountFormula | undefined {
  const amount = amountOf(result)
  return amount === undefined || amount === 'all' ? undefined : compileAmount(amount, owner)
}

function amountOf(result: Result): Amount | 'all' | undefined {
  if ('issue' in result) return result.issue.amount
  if ('redeem' in result) return result.redeem.amount
  if ('convert' in result) return result.convert.from.amount
  return 'discount' in result ? result.discount.amount : undefined
}

function effectOf(result: Result, moment: EffectMoment): Effect | MissingFact {
  if (isForReferrer(result) && !moment.facts.hasReferrer) return noEffect(nameOf(result), 'noReferrer')
  if ('issue' in result) return issueEffect(result.issue, moment)
  if ('redeem' in result) return redeemEffect(result.redeem, moment)
  if ('convert' in result) return convertEffect(result.convert, moment)
  if ('discount' in result) return discountEffect(result.discount, moment)
  if ('allocateCoupon' in result) return couponEffect(result.allocateCoupon, moment)
  if ('personalOffer' in result) return offerEffect(result.personalOffer, moment)
  if ('block' in result) return { kind: 'block', message: result.block.message }
  if ('notify' in result) return { kind: 'notify', ...result.notify }
  if ('logEvent' in result && result.logEvent.to === 'referrer') return { kind: 'logEvent', ...result.logEvent }
  if (!moment.facts.card) return noEffect(nameOf(result), 'noCard')
  if ('logEvent' in result) return { kind: 'logEvent', ...result.logEvent }
  if ('enroll' in result) return { kind: 'enroll', ...result.enroll }
  assert('setDemographic' in result, 'a product is added by its plan')
  return { kind: 'setDemographic', ...result.setDemographic }
}

/** A coupon that would be expired at once is not given. */
function couponEffect(given: FieldsOf<'allocateCoupon'>, moment: EffectMoment): Effect {
  const { expiresAfter: _, expiresAt: __, ...kept } = given
  const expiresAt = expiryOf(given, moment)
  if (expiresAt !== undefined && expiresAt <= moment.facts.clock.now) return noEffect('allocateCoupon', 'expired')
  return { kind: 'allocateCoupon', ...kept, ...(expiresAt !== undefined && { expiresAt }) }
}

function offerEffect(given: PersonalOffer, { facts, timeZone }: EffectMoment): Effect {
  const { clock, card } = facts
  if (!card) return noEffect('personalOffer', 'noCard')
  const { activationDate, expirationDate, expiresAfter, ...offer } = given
  const activeAt = activationDate === undefined ? undefined : parseDateTime(activationDate, timeZone)
  const fixed = expirationDate === undefined ? undefined : parseDateTime(expirationDate, timeZone)
  const expiresAt = fixed ?? (expiresAfter && clock.after(expiresAfter)) ?? clock.now
  if (expiresAt <= Math.max(clock.now, activeAt ?? 0)) return noEffect('personalOffer', 'expired')
  return defined({ kind: 'personalOffer', offer, activeAt, expiresAt })
}
