import type { Condition } from '../brand/rules/conditions.ts'
import type { Trigger } from '../brand/shapes/campaign-shape.ts'
import type { CallFacts } from './call-facts.ts'
import { type Bound, type Bounded, BoundIndex, boundOf } from './lookup-bounds.ts'
import { type Dimension, dimensions, keysOf, type LookupKey, necessary, presentValues } from './lookup-keys.ts'
import { PlaceSet } from './place-set.ts'

/** A rule as the lookup sees it: its position in the order, and the conditions that must hold. */
export interface Listed {
  readonly position: number
  readonly trigger: Trigger
  readonly required: readonly Condition[]
}

/**
 * Finds the rules that could fire in a call, without judging all of them. Each rule is indexed by one of its necessary
 * conditions: the one whose keys the fewest rules share. A call with none of these keys skips the rule. A rule without
 * keys, or with very common ones, is indexed by a lower bound such as a least total, if it has one.
 */
export class RuleLookup<Rule extends Listed> {
  private readonly byTrigger: ReadonlyMap<Trigger, Shelf<Rule>>

  private constructor(byTrigger: ReadonlyMap<Trigger, Shelf<Rule>>) {
    this.byTrigger = byTrigger
  }

  static *inSteps<Rule extends Listed>(rules: readonly Rule[]): Generator<void, RuleLookup<Rule>> {
    const byTrigger = new Map<Trigger, Shelf<Rule>>()
    for (const [trigger, group] of Map.groupBy(rules, (rule) => rule.trigger)) {
      byTrigger.set(trigger, yield* shelve(group))
    }
    return new RuleLookup(byTrigger)
  }

  /** Each rule once, in the order in which they run. */
  find(facts: CallFacts): readonly Rule[] {
    return this.byTrigger.get(facts.trigger)?.find(facts) ?? []
  }

  /** What a call must have for the rule to be found. Undefined for a rule that every call of its trigger finds. */
  soughtBy(rule: Rule): LookupBasis | undefined {
    return this.byTrigger.get(rule.trigger)?.soughtBy(rule)
  }
}

/** Keys of which a call has at least one, or a lower bound that it reaches. */
export type LookupBasis = { readonly keys: readonly LookupKey[] } | { readonly bound: Bound }

/** The rules of one trigger, numbered by their place among them. */
class Shelf<Rule extends Listed> {
  private readonly rules: readonly Rule[]
  private readonly always: PlaceSet
  private readonly alwaysRules: readonly Rule[]
  private readonly byKey = new Map<Dimension, Map<string, number[]>>()
  private readonly byBound: BoundIndex
  private readonly sought = new Map<Rule, LookupBasis>()

  constructor(rules: readonly Rule[], indexes: readonly RuleIndex[]) {
    this.rules = rules
    this.always = new PlaceSet(rules.length)
    const bounded: Bounded[] = []
    rules.forEach((rule, place) => {
      const { keys, bound } = indexes[place] ?? {}
      if (bound) this.sought.set(rule, { bound })
      else if (keys) this.sought.set(rule, { keys })
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

  soughtBy(rule: Rule): LookupBasis | undefined {
    return this.sought.get(rule)
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

/** What a rule is found by: a lower bound, one of keys, or neither. */
interface RuleIndex {
  readonly keys?: readonly LookupKey[] | undefined
  readonly bound?: Bound | undefined
}

function* shelve<Rule extends Listed>(unordered: readonly Rule[]): Generator<void, Shelf<Rule>> {
  const rules = unordered.toSorted((a, b) => a.position - b.position)
  const choices: (readonly (readonly LookupKey[])[])[] = []
  const counts = new Map<string, number>()
  for (const { required } of rules) {
    const sets = keySets(required)
    choices.push(sets)
    for (const name of new Set(sets.flat().map(nameOf))) counts.set(name, (counts.get(name) ?? 0) + 1)
    yield
  }
  const indexes: RuleIndex[] = []
  for (const [place, { required }] of rules.entries()) {
    const [keys] = (choices[place] ?? []).toSorted((a, b) => commonness(a, counts) - commonness(b, counts))
    indexes.push({ keys, bound: !keys || sharersOf(keys, counts) > sharersMax ? findBound(required) : undefined })
    yield
  }
  return new Shelf(rules, indexes)
}

/** The keys of each necessary condition that has any. */
function keySets(required: readonly Condition[]): readonly (readonly LookupKey[])[] {
  return necessary(required)
    .map(keysOf)
    .filter((keys) => keys !== undefined)
}

const nameOf = ({ dimension, value }: LookupKey) => `${dimension} ${value}`

/** `counts` says how many rules name a key. Lower if fewer rules share the keys; among equals, lower for the more selective dimension. */
function commonness(keys: readonly LookupKey[], counts: ReadonlyMap<string, number>): number {
  const rank = Math.max(0, ...keys.map((key) => dimensions.indexOf(key.dimension)))
  return sharersOf(keys, counts) * dimensions.length + rank
}

function sharersOf(keys: readonly LookupKey[], counts: ReadonlyMap<string, number>): number {
  return Math.max(0, ...keys.map((key) => counts.get(nameOf(key)) ?? 0))
}

/** Keys shared by more rules than this, such as a brand's only program, are less selective than a lower bound. */
const sharersMax = 10

/** The highest of the lower bounds, compared as plain numbers even if their facts differ: each of them is correct. */
function findBound(required: readonly Condition[]): Bound | undefined {
  const bounds = necessary(required).map(boundOf)
  return bounds.filter((bound) => bound !== undefined).toSorted((a, b) => b.least - a.least)[0]
}
