import assert from 'node:assert/strict'
import { toDecimal } from '../../ground/kernel/decimal.ts'
import { defined } from '../../ground/kernel/defined.ts'
import { type Decimal, type Minor, minorMax } from '../../ground/kernel/money.ts'
import type { FactOwner } from '../brand/facts/view.ts'
import type { Amount, RatedAmount } from '../brand/rules/amounts.ts'
import type { ProductFilter } from '../brand/rules/arguments.ts'
import type { CallFacts } from './call-facts.ts'
import { costOf, readerOf } from './facts/fact-readers.ts'
import type { FactNeed } from './needs.ts'

/** The amount of a result, ready to be computed when the result is carried out. */
export interface AmountFormula {
  readonly compute: (facts: CallFacts, scale: number) => ComputedAmount
  /** What must be fetched before the amount can be computed; absent when nothing needs to be. */
  readonly need?: (facts: CallFacts) => FactNeed | undefined
  /** Counts products: returned with them. Absent for all others. */
  readonly ofProducts?: CountedProducts
  /** Counts this balance and never comes to more than it. Absent for all others. */
  readonly ofBalance?: CountedBalance
}

type CountedBalance = Pick<RatedAmount, 'balanceType' | 'balanceCode' | 'subtrack'>

/** The products that an amount counts: all of them without `where`. */
export interface CountedProducts {
  readonly where?: ProductFilter
  readonly shareBy?: 'value'
}

export type ComputedAmount =
  | { readonly kind: 'amount'; readonly minor: Minor; readonly bound?: 'min' | 'max' }
  | { readonly kind: 'needs'; readonly need: FactNeed }

type Rounding = RatedAmount['round']

export function compileAmount(amount: Amount, owner: FactOwner): AmountFormula {
  if (typeof amount === 'object') return compileRate(amount, owner)
  const given = fraction(exact(amount))
  return {
    compute: (_facts, scale) => ({ kind: 'amount', minor: toScale(given, scale, 'down') }),
  }
}

function compileRate(rate: RatedAmount, owner: FactOwner): AmountFormula {
  const read = readerOf(rate.of, rate, owner)
  const factor = factorOf(rate)
  return {
    compute(facts, scale) {
      const reading = read(facts)
      if (reading.kind === 'needs') return reading
      const counted = reading.kind === 'value' && isDecimal(reading.value) ? reading.value : undefined
      const { minor, bound } = ratedBy(factor, rate, counted, scale)
      return bound === undefined ? { kind: 'amount', minor } : { kind: 'amount', minor, bound }
    },
    ...(costOf(rate.of) > 0 && {
      need(facts) {
        const reading = read(facts)
        return reading.kind === 'needs' ? reading.need : undefined
      },
    }),
    ...(isPartOfBalance(rate) && { ofBalance: rate }),
    ...(rate.of.startsWith('products.') && { ofProducts: countedProducts(rate) }),
  }
}

function isPartOfBalance({ of, give, per, min }: RatedAmount): boolean {
  return of === 'balance' && give <= per && min === undefined
}

/** A sum of money goes back by what the products cost, a count of units or lines by their quantity. */
function countedProducts({ of, where }: RatedAmount): CountedProducts {
  return defined({ where, shareBy: of === 'products.total' ? ('value' as const) : undefined })
}

/** N for every M of what was counted. A missing or negative count gives nothing. */
export function rated(
  rate: Pick<RatedAmount, 'give' | 'per' | 'steps' | 'min' | 'max' | 'round'>,
  counted: Decimal | undefined,
  scale: number,
): { readonly minor: Minor; readonly bound?: 'min' | 'max' } {
  return ratedBy(factorOf(rate), rate, counted, scale)
}

/** What a rate gives and per how much, read once: that costs more than to compute with it. */
interface RateFactor {
  readonly give: Fraction
  readonly per: Fraction
}

const factorOf = ({ give, per }: Pick<RatedAmount, 'give' | 'per'>): RateFactor => ({
  give: fraction(exact(give)),
  per: fraction(exact(per)),
})

function ratedBy(
  { give, per }: RateFactor,
  rate: Pick<RatedAmount, 'steps' | 'min' | 'max' | 'round'>,
  counted: Decimal | undefined,
  scale: number,
): { readonly minor: Minor; readonly bound?: 'min' | 'max' } {
  if (!counted || counted.units <= 0) return { minor: 0 }
  const steps = divide(fraction(counted), per)
  const taken = rate.steps === 'whole' ? { over: steps.over / steps.under, under: 1n } : steps
  const minor = toScale(multiply(taken, give), scale, rate.round)
  return minor === 0 || (rate.min === undefined && rate.max === undefined) ? { minor } : bounded(minor, rate, scale)
}

/** A bound with more decimals than the value type has is rounded inwards: min up, max down. */
function bounded(minor: Minor, { min, max }: Pick<RatedAmount, 'min' | 'max'>, scale: number) {
  const least = min === undefined ? 0 : toScale(fraction(exact(min)), scale, 'up')
  const most = max === undefined ? minorMax : toScale(fraction(exact(max)), scale, 'down')
  if (minor > most || least > most) return { minor: most, bound: 'max' as const }
  return minor < least ? { minor: least, bound: 'min' as const } : { minor }
}

/** A number as a fraction of whole numbers, so that nothing is rounded before the end. */
interface Fraction {
  readonly over: bigint
  readonly under: bigint
}

function fraction({ units, scale }: Decimal): Fraction {
  return { over: BigInt(units), under: 10n ** BigInt(scale) }
}

const multiply = (a: Fraction, b: Fraction): Fraction => ({ over: a.over * b.over, under: a.under * b.under })
const divide = (a: Fraction, b: Fraction): Fraction => ({ over: a.over * b.under, under: a.under * b.over })

/** Rounds a number that is not negative to a scale. Anything above the largest amount becomes the largest amount. */
function toScale({ over, under }: Fraction, scale: number, round: Rounding): Minor {
  const scaled = scale === 0 ? over : over * 10n ** BigInt(scale)
  const minor = (round === 'down' ? scaled : scaled + (round === 'up' ? under - 1n : under / 2n)) / under
  return minor > BigInt(minorMax) ? minorMax : Number(minor)
}

/** A number of the brand file in minor units, rounded down if it has more decimals than the scale. */
export function configuredMinor(value: number, scale: number): Minor {
  return toScale(fraction(exact(value)), scale, 'down')
}

/** Files have few different numbers, and rules ask for the same ones in each call. */
const decimals = new Map<number, Decimal>()
const decimalsMax = 10_000

export function exact(value: number): Decimal {
  const known = decimals.get(value)
  if (known) return known
  const decimal = toDecimal(value)
  assert(decimal, 'a number of an applied file has at most 15 digits')
  if (decimals.size >= decimalsMax) decimals.clear()
  decimals.set(value, decimal)
  return decimal
}

function isDecimal(value: unknown): value is Decimal {
  return typeof value === 'object' && value !== null && 'units' in value
}
