import type { Condition } from '../brand/rules/conditions.ts'
import type { CallFacts } from './call-facts.ts'
import type { PlaceSet } from './place-set.ts'

/** Facts that no effect can raise: if one is too low before the first rule runs, it stays too low. */
const measures: Readonly<Record<string, (facts: CallFacts) => number | undefined>> = {
  'checkout.total': ({ checkout }) => checkout && checkout.total / 10 ** checkout.scale,
  'checkout.netTotal': ({ checkout }) => checkout && checkout.netTotal / 10 ** checkout.scale,
  'checkout.lines': ({ basket }) => basket?.products().lines,
}

/** The least value of a fact for which a condition holds. */
export interface Bound {
  readonly fact: string
  readonly least: number
}

/** Undefined if the condition sets no lower bound. */
export function boundOf(condition: Condition): Bound | undefined {
  if (!('fact' in condition) || !Object.hasOwn(measures, condition.fact)) return undefined
  const { fact, op, value } = condition
  if (!asking.has(op) || value === undefined) return undefined
  const least = Math.min(...(typeof value === 'object' ? value : [value]).map(Number))
  return { fact, least }
}

const asking: ReadonlySet<string> = new Set(['=', 'in', '>', '>=', 'between'])

/**
 * This many rules that just miss their bound are found all the same. Why one of them did not fire is what customers
 * ask first, and the explanation kept with a call names only rules that were found.
 */
const nearMissesMax = 5

/** The place of a rule, and its lower bound. */
export interface Bounded extends Bound {
  readonly place: number
}

/** Rules by their lower bounds. */
export class BoundIndex {
  private readonly byFact: ReadonlyMap<string, readonly Bounded[]>

  constructor(rules: readonly Bounded[]) {
    const ordered = rules.toSorted((a, b) => a.least - b.least)
    this.byFact = Map.groupBy(ordered, (rule) => rule.fact)
  }

  get isEmpty(): boolean {
    return this.byFact.size === 0
  }

  /** Fact and bound are rounded from decimals in the same way, so a fact that reaches the bound is never below it. */
  addTo(found: PlaceSet, facts: CallFacts): void {
    for (const [fact, rules] of this.byFact) {
      const measured = measures[fact]?.(facts) ?? Number.NEGATIVE_INFINITY
      let missed = 0
      for (const { least, place } of rules) {
        if (least > measured) missed += 1
        if (missed > nearMissesMax) break
        found.add(place)
      }
    }
  }
}
