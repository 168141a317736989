import type { Minor } from '../../ground/kernel/money.ts'
import type { RatedAmount } from '../brand/rules/amounts.ts'
import type { ProductFilter } from '../brand/rules/arguments.ts'
import type { ReckoningWay } from '../brand/rules/reckoned-amounts.ts'
import type { CallFacts } from './call-facts.ts'
import type { FactNeed } from './needs.ts'

/** The amount of a result, ready to be computed when the result is carried out. */
export interface AmountFormula {
  readonly compute: (facts: CallFacts, scale: number) => ComputedAmount
  /** What must be fetched before the amount can be computed; absent when nothing needs to be. */
  readonly need?: (facts: CallFacts) => readonly FactNeed[]
  /** Counts products: returned with them. Absent for all others. */
  readonly ofProducts?: CountedProducts
  /** Counts this balance and never comes to more than it. Absent for all others. */
  readonly ofBalance?: CountedBalance
}

type CountedBalance = Pick<RatedAmount, 'balanceType' | 'balanceCode' | 'subtrack'>

/** The products that an amount counts: all of them without `where`. */
export interface CountedProducts {
  readonly where?: ProductFilter
  /** What else it counts, each by a filter of its own. A line that one of them means belongs to it. */
  readonly orWhere?: readonly ProductFilter[]
  readonly shareBy?: 'value'
}

export type ComputedAmount =
  | { readonly kind: 'amount'; readonly minor: Minor; readonly bound?: 'min' | 'max'; readonly how?: AmountHow }
  | { readonly kind: 'needs'; readonly need: FactNeed }

/** How an amount of several facts came about. Numbers are decimal text. */
export interface AmountHow {
  readonly by: ReckoningWay
  /** A number of the file has no fact. What a fact of a person came to is not told. */
  readonly of: readonly { readonly fact?: string; readonly value: string }[]
  readonly times?: string
  readonly plus?: string
  readonly minus?: string
}
