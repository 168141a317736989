import type { Comparison } from '../../brand/rules/conditions.ts'

/** A fact that is one of several texts, in words: `only at Pier 1`. */
export interface FactMark {
  /** `at`, `for cards of program`: comes before the names. */
  readonly before: string
  /** `a location`, `the city of the customer`. */
  readonly noun: string
  /** What comes after the names. */
  readonly after?: string
  readonly show: (value: string) => string
}

/** A fact that is true or false, in words. */
export interface Sign {
  /** What it takes: `a coupon of set Welcome`. */
  readonly noun: string
  /** That it must not be there. */
  readonly without: string
  /** Why a rule that asks for it did not fire, and why one that asks for its absence did not. */
  readonly absent: string
  readonly present: string
}

/** A fact that is a number, an amount or a time, in words. */
export interface FactMeasure {
  /** `total`, `visits in the last 30 days`. */
  readonly noun: string
  /** A value: `3.50 USD`, `100 Points`, `4`. */
  readonly show: (value: string) => string
  /** Of what is counted: `Espresso`, `visits in the last 30 days`. */
  readonly unit?: string
  /** It is worth something, and a value says of what. */
  readonly isWorth?: true
  /** How values are compared: times are before and after each other. */
  readonly order: 'amount' | 'date' | 'hour'
}

/** What a condition on a measure asks for, and what was found. */
export interface Missed {
  readonly op: Comparison['op']
  readonly values: readonly string[]
  readonly measure: FactMeasure
  /** Undefined means missing. */
  readonly has: string | undefined
  /** How much more it would have taken, if that is what was wrong. */
  readonly gap: string | undefined
  readonly isBalance: boolean
}

/** More than none. */
export const isAny = (op: Comparison['op'], [first]: readonly string[]) => op === '>' && first === '0'

export const isNegative = (op: Comparison['op']) => op === '!=' || op === 'notIn'
