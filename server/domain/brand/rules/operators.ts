import type { FactType } from '../facts/fact-shape.ts'

/** How a fact is compared: what `value` holds, and the types of fact that the operator fits. */
export interface Operator {
  readonly value: 'one' | 'two' | 'several' | 'none'
  readonly fits: readonly FactType[]
  /** Whether it also fits facts that are lists. */
  readonly lists: boolean
  readonly meaning: string
}

const all = ['number', 'amount', 'flag', 'text', 'date'] as const
const ordered = ['number', 'amount', 'date'] as const
const listable = ['number', 'amount', 'text', 'date'] as const

export const operators = {
  '=': { value: 'one', fits: all, lists: true, meaning: 'is exactly' },
  '!=': { value: 'one', fits: all, lists: true, meaning: 'is not, or is missing' },
  '<': { value: 'one', fits: ordered, lists: false, meaning: 'is less or earlier' },
  '<=': { value: 'one', fits: ordered, lists: false, meaning: 'is at most' },
  '>': { value: 'one', fits: ordered, lists: false, meaning: 'is more or later' },
  '>=': { value: 'one', fits: ordered, lists: false, meaning: 'is at least' },
  between: { value: 'two', fits: ordered, lists: false, meaning: 'is from the first to the second, both included' },
  in: { value: 'several', fits: listable, lists: true, meaning: 'is one of' },
  notIn: { value: 'several', fits: listable, lists: true, meaning: 'is none of, or is missing' },
  contains: { value: 'one', fits: ['text'], lists: true, meaning: 'has this in it' },
  startsWith: { value: 'one', fits: ['text'], lists: true, meaning: 'begins with' },
  endsWith: { value: 'one', fits: ['text'], lists: true, meaning: 'ends with' },
  exists: { value: 'none', fits: all, lists: true, meaning: 'has a value' },
  missing: { value: 'none', fits: all, lists: true, meaning: 'has no value' },
} as const satisfies Record<string, Operator>

export type OperatorName = keyof typeof operators

export function isOperator(name: unknown): name is OperatorName {
  return typeof name === 'string' && Object.hasOwn(operators, name)
}

/** Words and signs of other tools and of everyday speech, in lower case. */
const meanings: Readonly<Record<string, OperatorName>> = {
  is: '=',
  '==': '=',
  '===': '=',
  eq: '=',
  equals: '=',
  'is not': '!=',
  isnot: '!=',
  not: '!=',
  '<>': '!=',
  ne: '!=',
  neq: '!=',
  lt: '<',
  lessthan: '<',
  before: '<',
  lte: '<=',
  '=<': '<=',
  '≤': '<=',
  atmost: '<=',
  gt: '>',
  morethan: '>',
  greaterthan: '>',
  after: '>',
  gte: '>=',
  '=>': '>=',
  '≥': '>=',
  atleast: '>=',
  range: 'between',
  oneof: 'in',
  anyof: 'in',
  nin: 'notIn',
  noneof: 'notIn',
  has: 'contains',
  includes: 'contains',
  like: 'contains',
  beginswith: 'startsWith',
  set: 'exists',
  present: 'exists',
  empty: 'missing',
  absent: 'missing',
  unset: 'missing',
}

/** The operator that somebody most likely meant who wrote another word for it. */
export function operatorMeant(given: unknown): OperatorName | undefined {
  const word = String(given).toLowerCase()
  return Object.hasOwn(meanings, word) ? meanings[word] : undefined
}

export function fits(name: OperatorName, type: FactType, list: boolean): boolean {
  const operator: Operator = operators[name]
  return operator.fits.includes(type) && (operator.lists || !list)
}

export function operatorsFor(type: FactType, list: boolean): readonly OperatorName[] {
  return (Object.keys(operators) as OperatorName[]).filter((name) => fits(name, type, list))
}
