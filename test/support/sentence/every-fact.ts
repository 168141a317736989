import { facts } from '../../../server/domain/brand/facts/all.ts'
import type { Fact } from '../../../server/domain/brand/facts/fact.ts'
import { argumentsOf } from '../../../server/domain/brand/facts/fact-shape.ts'
import { type OperatorName, operators, operatorsFor } from '../../../server/domain/brand/rules/operators.ts'

/** Something to name for every argument. */
const sampleArguments: Readonly<Record<string, unknown>> = {
  where: { category: ['drinks'] },
  type: 'VISA',
  set: 'welcome',
  tag: 'spring',
  key: 'table',
  balanceType: 'Points',
  balanceCode: undefined,
  subtrack: undefined,
  within: { days: 30 },
  including: undefined,
  name: 'favoriteDrink',
  channel: 'email',
  list: 'News',
  categoryId: 'app-open',
  eventType: undefined,
  rule: 'earn/per-dollar',
  program: undefined,
}

const namedValues: Readonly<Record<string, string>> = {
  cardSet: 'rewards-cards',
  program: 'rewards',
  location: 'L1',
  group: 'all',
  segment: 'regulars',
  tierLevel: 'gold',
}

function sampleValue(name: string, fact: Fact, second: boolean): unknown {
  if (fact.choices) return fact.choices[second ? 1 : 0]
  if (fact.names) return namedValues[fact.names] ?? fact.names
  if (name.endsWith('.country')) return second ? 'CA' : 'US'
  switch (fact.type) {
    case 'flag':
      return true
    case 'date':
      return second ? '2026-12-31' : '2026-12-24'
    case 'number':
    case 'amount':
      return second ? 20 : 10
    case 'text':
      return second ? 'Berta' : 'Anna'
  }
}

/** A condition that asks for a fact with an operator. */
export function conditionWith(name: string, op: OperatorName, over: object = {}): Record<string, unknown> {
  const fact = facts[name]
  if (!fact) throw new Error(`there is no fact ${name}`)
  const given = argumentsOf(fact).map((argument) => [argument.name, sampleArguments[argument.name]] as const)
  const first = sampleValue(name, fact, false)
  const values = {
    one: first,
    two: [first, sampleValue(name, fact, true)],
    several: [first, sampleValue(name, fact, true)],
  }
  const { value } = operators[op]
  return {
    fact: name,
    ...Object.fromEntries(given.filter(([, argument]) => argument !== undefined)),
    op,
    ...(value !== 'none' && { value: values[value] }),
    ...over,
  }
}

/** Every fact with every operator that fits it. */
export function everyCondition(): Record<string, unknown>[] {
  return Object.entries(facts).flatMap(([name, fact]) =>
    operatorsFor(fact.type, fact.list ?? false).map((op) => conditionWith(name, op)),
  )
}

export const isCountable = ({ type, list }: Fact): boolean => (type === 'number' || type === 'amount') && !list
