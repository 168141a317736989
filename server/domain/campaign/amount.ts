import { defined } from '../../ground/kernel/defined.ts'
import type { Decimal, Minor } from '../../ground/kernel/money.ts'
import type { FactOwner } from '../brand/facts/view.ts'
import { type Amount, isReckoned, type RatedAmount } from '../brand/rules/amounts.ts'
import type { AmountFormula, CountedProducts } from './amount-formula.ts'
import { costOf, readerOf } from './facts/fact-readers.ts'
import { bounded, divide, exact, type Fraction, fraction, isDecimal, multiply, toScale } from './fraction.ts'
import { compileReckoned } from './reckon.ts'

export function compileAmount(amount: Amount, owner: FactOwner): AmountFormula {
  if (typeof amount === 'object')
    return isReckoned(amount) ? compileReckoned(amount, owner) : compileRate(amount, owner)
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
        return reading.kind === 'needs' ? [reading.need] : []
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
