import assert from 'node:assert/strict'
import { compareDecimals, decimalText, toDecimal } from '../../ground/kernel/decimal.ts'
import type { Decimal } from '../../ground/kernel/money.ts'
import type { FactValue } from '../brand/facts/reading.ts'
import type { Comparable, Comparison } from '../brand/rules/conditions.ts'
import type { OperatorName } from '../brand/rules/operators.ts'

/** One value of a fact; a list has several. */
type Single = string | boolean | Decimal
type Test = (value: Single) => boolean

/** Whether a value satisfies a condition. Undefined stands for a fact without a value. */
export type ValueTest = (value: FactValue | undefined) => boolean

/** Operators that negate another, and so hold for a missing value. */
const opposites: Partial<Record<OperatorName, OperatorName>> = { '!=': '=', notIn: 'in', missing: 'exists' }

export function valueTest({ op, value }: Pick<Comparison, 'op' | 'value'>): ValueTest {
  const positive = opposites[op] ?? op
  const isOpposite = positive !== op
  const test = singleTest(positive, (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(toSingle))
  return (given) => anyOf(given, test) !== isOpposite
}

/** A list satisfies a condition if any of its elements does. */
function anyOf(given: FactValue | undefined, test: Test): boolean {
  if (given === undefined) return false
  return isList(given) ? given.some(test) : test(given)
}

function isList(value: FactValue): value is readonly string[] | readonly Decimal[] {
  return Array.isArray(value)
}

function singleTest(op: OperatorName, values: readonly Single[]): Test {
  const [first, second] = values
  const expected = first ?? ''
  switch (op) {
    case '<':
      return (value) => order(value, expected) < 0
    case '<=':
      return (value) => order(value, expected) <= 0
    case '>':
      return (value) => order(value, expected) > 0
    case '>=':
      return (value) => order(value, expected) >= 0
    case 'between':
      return (value) => order(value, expected) >= 0 && order(value, second ?? expected) <= 0
    case 'contains':
      return (value) => String(value).includes(String(expected))
    case 'startsWith':
      return (value) => String(value).startsWith(String(expected))
    case 'endsWith':
      return (value) => String(value).endsWith(String(expected))
    case 'exists':
      return () => true
    default:
      return oneOfTest(values)
  }
}

/** `=` and `in`: equal by content, however long the list is. */
function oneOfTest(values: readonly Single[]): Test {
  const names = new Set(values.map(nameOf))
  return (value) => names.has(nameOf(value))
}

const nameOf = (value: Single) => (typeof value === 'object' ? decimalText(value) : value)

/** Dates are texts that sort in the order of time. */
function order(a: Single, b: Single): number {
  if (typeof a === 'object' && typeof b === 'object') return compareDecimals(a, b)
  if (a === b) return 0
  return a < b ? -1 : 1
}

function toSingle(value: Comparable): Single {
  if (typeof value !== 'number') return value
  const decimal = toDecimal(value)
  assert(decimal, 'a number of an applied file has at most 15 digits')
  return decimal
}
