import type { Condition } from '../brand/rules/conditions.ts'
import type { Trigger } from '../brand/shapes/campaign-shape.ts'
import { type Dimension, dimensions, keysOf, type LookupKey, necessary, presentValues } from './lookup-keys.ts'
import type { Situation } from './situation.ts'

/** A rule as the look-up sees it: where it stands in the order, and what must hold for it. */
export interface Listed {
  readonly position: number
  readonly trigger: Trigger
  readonly required: readonly Condition[]
}

/**
 * Finds the rules that could fire in a situation. A rule stands under the keys of one condition that must hold,
 * the rarest among the rules; a situation that has none of these keys need not look at it.
 */
export class RuleLookup<Rule extends Listed> {
  private readonly byTrigger: ReadonlyMap<Trigger, Shelf<Rule>>

  constructor(rules: readonly Rule[]) {
    const groups = Map.groupBy(rules, (rule) => rule.trigger)
    this.byTrigger = new Map([...groups].map(([trigger, group]) => [trigger, new Shelf(group)]))
  }

  /** In the order in which they run, each once. */
  find(situation: Situation): readonly Rule[] {
    return this.byTrigger.get(situation.trigger)?.find(situation) ?? []
  }
}

/** The rules of one trigger. */
class Shelf<Rule extends Listed> {
  private readonly always: Rule[] = []
  private readonly byKey = new Map<Dimension, Map<string, Rule[]>>()

  constructor(rules: readonly Rule[]) {
    const choices = rules.map((rule) => keySets(rule.required))
    const counts = countKeys(choices)
    rules.forEach((rule, index) => {
      const [keys] = (choices[index] ?? []).toSorted((a, b) => commonness(a, counts) - commonness(b, counts))
      if (keys) this.put(rule, keys)
      else this.always.push(rule)
    })
  }

  find(situation: Situation): readonly Rule[] {
    const found: Rule[] = []
    for (const [dimension, byValue] of this.byKey) {
      for (const value of presentValues(situation, dimension)) {
        for (const rule of byValue.get(value) ?? none) found.push(rule)
      }
    }
    if (found.length === 0) return this.always
    const inOrder = [...this.always, ...found].sort((a, b) => a.position - b.position)
    // A rule that stands under several keys is found under each.
    return inOrder.filter((rule, index) => rule !== inOrder[index - 1])
  }

  private put(rule: Rule, keys: readonly LookupKey[]): void {
    for (const { dimension, value } of keys) {
      const byValue = this.byKey.get(dimension) ?? new Map<string, Rule[]>()
      this.byKey.set(dimension, byValue)
      const rules = byValue.get(value)
      if (rules) rules.push(rule)
      else byValue.set(value, [rule])
    }
  }
}

const none: readonly never[] = []

/** For each condition that must hold and has them, its keys. */
function keySets(required: readonly Condition[]): readonly (readonly LookupKey[])[] {
  return necessary(required)
    .map(keysOf)
    .filter((keys) => keys !== undefined)
}

const nameOf = ({ dimension, value }: LookupKey) => `${dimension} ${value}`

/** How many rules name a key. */
function countKeys(choices: readonly (readonly (readonly LookupKey[])[])[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const sets of choices) {
    for (const name of new Set(sets.flat().map(nameOf))) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}

/** The lower, the fewer rules share its keys; among equals the more telling dimension. */
function commonness(keys: readonly LookupKey[], counts: ReadonlyMap<string, number>): number {
  const shared = Math.max(0, ...keys.map((key) => counts.get(nameOf(key)) ?? 0))
  const rank = Math.max(0, ...keys.map((key) => dimensions.indexOf(key.dimension)))
  return shared * dimensions.length + rank
}
