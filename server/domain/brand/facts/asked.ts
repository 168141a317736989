import type { OperatorName } from '../rules/operators.ts'
import { numberIn, type Raw } from './draft.ts'
import type { ValueKind } from './fact-shape.ts'

/** What a condition asks of a fact, ready to be said. */
export interface AskedFact {
  readonly kind: ValueKind['kind']
  /** Undefined while nobody has chosen one. */
  readonly op: OperatorName | undefined
  /** The values as they are said; at least as many as the operator needs, with gaps. */
  readonly values: readonly string[]
  /** The values as the file has them. */
  readonly given: readonly unknown[]
  /** Of a flag: whether it must be set. */
  readonly isWanted: boolean
  /** The condition itself, with the arguments of its fact. */
  readonly arguments: Raw
}

/** The only number that is compared with, if there is one. */
export const soleNumber = ({ given }: AskedFact): number | undefined =>
  given.length === 1 ? numberIn(given[0]) : undefined

export const isOne = ({ op }: AskedFact): boolean => op === '=' || op === 'in'
export const isOther = ({ op }: AskedFact): boolean => op === '!=' || op === 'notIn'

/** Whether it is only asked if there is a value. What is always counted is never missing, but a draft may ask for it. */
export const isKnown = ({ op }: AskedFact): boolean => op === 'exists' || op === 'missing'

const ranges: ReadonlySet<string> = new Set(['<', '<=', '>', '>=', 'between', '='])
export const isRange = ({ op }: AskedFact): boolean => op !== undefined && ranges.has(op)

/** More than none of it. */
export function isAny(asked: AskedFact): boolean {
  const value = soleNumber(asked)
  return (asked.op === '>' && value === 0) || (asked.op === '>=' && value === 1)
}

export function isNone(asked: AskedFact): boolean {
  const value = soleNumber(asked)
  return ((asked.op === '=' || asked.op === '<=') && value === 0) || (asked.op === '<' && value === 1)
}
