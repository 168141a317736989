import { decimalText } from '../../ground/kernel/decimal.ts'
import { defined } from '../../ground/kernel/defined.ts'
import type { Decimal, Minor } from '../../ground/kernel/money.ts'
import type { FactOwner } from '../brand/facts/view.ts'
import type { ProductFilter } from '../brand/rules/arguments.ts'
import {
  type ReckonedAmount,
  type ReckonedTerm,
  type ReckoningWay,
  reckoningOf,
} from '../brand/rules/reckoned-amounts.ts'
import type { AmountFormula, AmountHow, CountedProducts } from './amount-formula.ts'
import type { CallFacts } from './call-facts.ts'
import { costOf, readerOf } from './facts/fact-readers.ts'
import type { FactReader } from './facts/reading.ts'
import { isPersonal } from './finding.ts'
import {
  add,
  bounded,
  exact,
  type Fraction,
  fraction,
  isDecimal,
  isLess,
  multiply,
  subtract,
  toScale,
} from './fraction.ts'
import type { FactNeed } from './needs.ts'

/** One of the facts and numbers that an amount is made of. */
interface Term {
  readonly fact?: string
  readonly read: (facts: CallFacts) => Decimal | { readonly kind: 'needs'; readonly need: FactNeed }
}

const nothing: Decimal = { units: 0, scale: 0 }

/** Several facts as one amount: exact until the end, and rounded once. A fact without a value counts as 0. */
export function compileReckoned(amount: ReckonedAmount, owner: FactOwner): AmountFormula {
  const { by, terms: given } = reckoningOf(amount.of)
  const terms = given.map((term) => compileTerm(term, owner))
  const isFetched = given.some((term) => typeof term === 'object' && costOf(term.fact) > 0)
  const ofProducts = addsNumbers(amount) ? undefined : countedIn(given)
  return {
    compute(facts, scale) {
      const values: Decimal[] = []
      for (const { read } of terms) {
        const value = read(facts)
        if ('kind' in value) return value
        values.push(value)
      }
      const { minor, bound } = reckoned(by, values, amount, scale)
      return defined({ kind: 'amount' as const, minor, bound, how: howOf(by, terms, values, amount) })
    },
    ...(isFetched && {
      need: (facts) =>
        terms.flatMap(({ read }) => {
          const value = read(facts)
          return 'kind' in value ? [value.need] : []
        }),
    }),
    ...(ofProducts && { ofProducts }),
  }
}

function compileTerm(term: ReckonedTerm, owner: FactOwner): Term {
  if (typeof term === 'number') {
    const value = exact(term)
    return { read: () => value }
  }
  const read: FactReader = readerOf(term.fact, term, owner)
  return {
    fact: term.fact,
    read: (facts) => {
      const reading = read(facts)
      if (reading.kind === 'needs') return reading
      return reading.kind === 'value' && isDecimal(reading.value) ? reading.value : nothing
    },
  }
}

/** `times`, `plus` and `minus` in this order. What comes to 0 or less gives nothing. */
export function reckoned(
  by: ReckoningWay,
  values: readonly Decimal[],
  amount: Omit<ReckonedAmount, 'of'>,
  scale: number,
): { readonly minor: Minor; readonly bound?: 'min' | 'max' } {
  let result = combine(by, values.map(fraction))
  if (amount.times !== undefined) result = multiply(result, fraction(exact(amount.times)))
  if (amount.plus !== undefined) result = add(result, fraction(exact(amount.plus)))
  if (amount.minus !== undefined) result = subtract(result, fraction(exact(amount.minus)))
  if (result.over <= 0n) return { minor: 0 }
  const minor = toScale(result, scale, amount.round)
  return minor === 0 || (amount.min === undefined && amount.max === undefined)
    ? { minor }
    : bounded(minor, amount, scale)
}

function combine(by: ReckoningWay, values: readonly Fraction[]): Fraction {
  const [first = fraction(nothing), ...others] = values
  switch (by) {
    case 'sum':
      return others.reduce(add, first)
    case 'product':
      return others.reduce(multiply, first)
    case 'least':
      return others.reduce((least, one) => (isLess(one, least) ? one : least), first)
    case 'greatest':
      return others.reduce((most, one) => (isLess(most, one) ? one : most), first)
  }
}

function howOf(
  by: ReckoningWay,
  terms: readonly Term[],
  values: readonly Decimal[],
  { times, plus, minus }: ReckonedAmount,
): AmountHow {
  const text = (value: number | undefined) => (value === undefined ? undefined : decimalText(exact(value)))
  const of = terms.map(({ fact }, index) => {
    const isHidden = fact !== undefined && isPersonal(fact)
    return defined({ fact, value: isHidden ? '(set)' : decimalText(values[index] ?? nothing) })
  })
  return defined({ by, of, times: text(times), plus: text(plus), minus: text(minus) })
}

/** Whether it gives something, or something else, that no product of its facts brought. */
function addsNumbers({ of, plus, minus }: ReckonedAmount): boolean {
  const { by, terms } = reckoningOf(of)
  const hasNumber = terms.some((term) => typeof term === 'number')
  return plus !== undefined || minus !== undefined || (by !== 'product' && hasNumber)
}

/**
 * What all facts count decides how it is taken back: products by their value if each is a sum of money, by their quantity
 * if none is. What counts anything else, or both, belongs to the checkout as a whole.
 */
function countedIn(terms: readonly ReckonedTerm[]): CountedProducts | undefined {
  const counted = terms.filter((term) => typeof term === 'object')
  const isValue = counted.every(({ fact }) => fact === 'products.total')
  const isQuantity = counted.every(({ fact }) => fact === 'products.quantity' || fact === 'products.lines')
  if (!isValue && !isQuantity) return undefined
  const wheres = counted.map(({ where }) => where)
  const [where, ...others] = wheres.includes(undefined) ? [] : (wheres as ProductFilter[])
  return defined({
    where,
    orWhere: others.length > 0 ? others : undefined,
    shareBy: isValue ? ('value' as const) : undefined,
  })
}
