import type { Condition } from '../brand/rules/conditions.ts'
import type { Trigger } from '../brand/shapes/campaign-shape.ts'
import type { CallFacts } from './call-facts.ts'
import { type Bound, type Bounded, BoundIndex, boundOf } from './lookup-bounds.ts'
import { type Dimension, dimensions, keysOf, type LookupKey, necessary, presentValues } from './lookup-keys.ts'
import { PlaceSet } from './place-set.ts'

/** A rule as the look-up sees it: where it stands in the order, and what must hold for it. */
export interface Listed {
  readonly position: number
  readonly trigger: Trigger
  readonly required: readonly Condition[]
}

/**
 * Finds the rules that could fire in a call. A rule stands under the keys of one condition that must hold,
 * the rarest among the rules; a call that has none of these keys need not look at it. One without such keys may
 * stand under the least that it asks for.
 */
export class RuleLookup<Rule extends Listed> {
  private readonly byTrigger: ReadonlyMap<Trigger, Shelf<Rule>>

  constructor(rules: readonly Rule[]) {
    const groups = Map.groupBy(rules, (rule) => rule.trigger)
    this.byTrigger = new Map([...groups].map(([trigger, group]) => [trigger, new Shelf(group)]))
  }

  /** In the order in which they run, each once. */
  find(facts: CallFacts): readonly Rule[] {
    return this.byTrigger.get(facts.trigger)?.find(facts) ?? []
  }
}

/** The rules of one trigger, called by their place among them. */
class Shelf<Rule extends Listed> {
  private readonly rules: readonly Rule[]
  private readonly always: PlaceSet
  private readonly alwaysRules: readonly Rule[]
  private readonly byKey = new Map<Dimension, Map<string, number[]>>()
  private readonly byBound: BoundIndex

  constructor(unordered: readonly Rule[]) {
    const rules = unordered.toSorted((a, b) => a.position - b.position)
    const choices = rules.map((rule) => keySets(rule.required))
    const counts = countKeys(choices)
    this.rules = rules
    this.always = new PlaceSet(rules.length)
    const bounded: Bounded[] = []
    rules.forEach(({ required }, place) => {
      const [keys] = (choices[place] ?? []).toSorted((a, b) => commonness(a, counts) - commonness(b, counts))
      const bound = !keys || sharersOf(keys, counts) > sharersMax ? findBound(required) : undefined
      if (bound) bounded.push({ ...bound, place })
      else if (keys) this.put(place, keys)
      else this.always.add(place)
    })
    this.alwaysRules = this.always.pick(rules)
    this.byBound = new BoundIndex(bounded)
  }

  find(facts: CallFacts): readonly Rule[] {
    let found = this.byBound.isEmpty ? undefined : this.always.copy()
    if (found) this.byBound.addTo(found, facts)
    for (const [dimension, byValue] of this.byKey) {
      for (const value of presentValues(facts, dimension)) {
        const places = byValue.get(value)
        if (!places) continue
        found ??= this.always.copy()
        for (const place of places) found.add(place)
      }
    }
    return found ? found.pick(this.rules) : this.alwaysRules
  }

  private put(place: number, keys: readonly LookupKey[]): void {
    for (const { dimension, value } of keys) {
      const byValue = this.byKey.get(dimension) ?? new Map<string, number[]>()
      this.byKey.set(dimension, byValue)
      const places = byValue.get(value)
      if (places) places.push(place)
      else byValue.set(value, [place])
    }
  }
}

/** Whether calls that cannot satisfy the condition may pass over a rule that requires it. */
export function isLookedUp(condition: Condition): boolean {
  return keysOf(condition) !== undefined || boundOf(condition) !== undefined
}

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
  const rank = Math.max(0, ...keys.map((key) => dimensions.indexOf(key.dimension)))
  return sharersOf(keys, counts) * dimensions.length + rank
}

function sharersOf(keys: readonly LookupKey[], counts: ReadonlyMap<string, number>): number {
  return Math.max(0, ...keys.map((key) => counts.get(nameOf(key)) ?? 0))
}

/** Keys that more rules share, such as a brand's only program, tell less than the least that a rule asks for. */
const sharersMax = 10

/** The largest of the bounds, as if all were of one fact: whichever of them it is. */
function findBound(required: readonly Condition[]): Bound | undefined {
  const bounds = necessary(required).map(boundOf)
  return bounds.filter((bound) => bound !== undefined).toSorted((a, b) => b.least - a.least)[0]
}
