import type { ArgumentName, FactType } from '../brand/facts/fact-shape.ts'
import type { OperatorName } from '../brand/rules/operators.ts'
import type { ResultInFile, ResultName } from '../brand/rules/results.ts'
import type { Campaign, Limit, Rule, Trigger } from '../brand/shapes/campaign-shape.ts'
import type { Choices } from './choices.ts'

/**
 * What forms call the words of the rule language, in one language. Types make the compiler miss none: whatever is new
 * in the rule language does not compile until it has words.
 */
export interface FormWords {
  readonly factGroups: Readonly<Record<FactGroup, string>>
  readonly arguments: Readonly<Record<ArgumentName, string>>
  readonly filterKeys: Readonly<Record<FilterKey, string>>
  readonly operators: Readonly<Record<OperatorName, string>>
  /** Days are not less or more, they are earlier or later. */
  readonly operatorsOf: { readonly [T in FactType]?: Partial<Readonly<Record<OperatorName, string>>> }
  readonly groups: Readonly<Record<GroupName, string>>
  readonly triggers: Readonly<Record<Trigger, string>>
  readonly results: Readonly<Record<ResultName, NameAndMeaning>>
  readonly resultKeys: Readonly<Record<ResultKey, string>>
  readonly amountKeys: Readonly<Record<AmountKey, string>>
  readonly campaignKeys: Readonly<Record<keyof Campaign, string>>
  readonly ruleKeys: Readonly<Record<keyof Rule, string>>
  readonly limitKeys: Readonly<Record<keyof Limit, string>>
  readonly choices: Choices
}

export interface NameAndMeaning {
  readonly name: string
  readonly meaning: string
}

/** Facts as a picker groups them. */
export const factGroups = [
  'purchase',
  'products',
  'payment',
  'place',
  'time',
  'card',
  'balance',
  'customer',
  'history',
  'events',
  'tier',
  'score',
  'call',
] as const
export type FactGroup = (typeof factGroups)[number]

type GroupName = 'all' | 'any' | 'none' | 'atLeast'
type FilterKey = 'sku' | 'category' | 'parent' | 'attributes' | 'minUnitPrice' | 'maxUnitPrice' | 'except'
type AmountKey = 'give' | 'per' | 'of' | 'steps' | 'min' | 'max' | 'round'

type KeysOf<U> = U extends unknown ? keyof U : never
type FieldsOf<U> = U extends unknown ? KeysOf<U[keyof U]> : never
/** The keys of all results, such as `percent` of a discount. */
type ResultKey = FieldsOf<ResultInFile>

const groupsOf: Readonly<Record<string, FactGroup>> = {
  checkout: 'purchase',
  coupon: 'purchase',
  code: 'purchase',
  products: 'products',
  payments: 'payment',
  location: 'place',
  terminal: 'place',
  employee: 'place',
  card: 'card',
  program: 'card',
  balance: 'balance',
  customer: 'customer',
  demographic: 'customer',
  optIn: 'customer',
  segment: 'customer',
  random: 'customer',
  history: 'history',
  counter: 'history',
  event: 'events',
  tier: 'tier',
  score: 'score',
}

const timed = new Set(['request.dayOfWeek', 'request.hour', 'request.date', 'request.dayOfMonth'])

/** The group of a fact in a picker. */
export function factGroupOf(fact: string): FactGroup {
  if (timed.has(fact)) return 'time'
  const [kind = ''] = fact.split('.', 1)
  return Object.hasOwn(groupsOf, kind) ? (groupsOf[kind] ?? 'call') : 'call'
}
