import type { Condition } from '../brand/rules/conditions.ts'
import type { CallFacts } from './call-facts.ts'
import type { PlaceSet } from './place-set.ts'

/** Facts that no effect of a rule can raise: what is too little before the first rule runs stays too little. */
const measures: Readonly<Record<string, (facts: CallFacts) => number | undefined>> = {
  'checkout.total': ({ checkout }) => checkout && checkout.total / 10 ** checkout.scale,
  'checkout.netTotal': ({ checkout }) => checkout && checkout.netTotal / 10 ** checkout.scale,
  'checkout.lines': ({ basket }) => basket?.products().lines,
}

/** What a fact must come to, at least, for a condition to hold. */
export interface Bound {
  readonly fact: string
  readonly least: number
}

/** Undefined when the condition asks for nothing of the kind. */
export function boundOf(condition: Condition): Bound | undefined {
  if (!('fact' in condition) || !Object.hasOwn(measures, condition.fact)) return undefined
  const { fact, op, value } = condition
  if (!asking.has(op) || value === undefined) return undefined
  const least = Math.min(...(typeof value === 'object' ? value : [value]).map(Number))
  return { fact, least }
}

const asking: ReadonlySet<string> = new Set(['=', 'in', '>', '>=', 'between'])

/**
 * So many rules that ask for just more than there is are found nevertheless: why one of them did not fire is what
 * customers ask first, and the explanation that is kept with a call names only rules that were found.
 */
const nearMissesMax = 5

/** A rule by its place, and the least that it asks for. */
export interface Bounded extends Bound {
  readonly place: number
}

/** Rules by the least that they ask for. */
export class BoundIndex {
  private readonly byFact: ReadonlyMap<string, readonly Bounded[]>

  constructor(rules: readonly Bounded[]) {
    const ordered = rules.toSorted((a, b) => a.least - b.least)
    this.byFact = Map.groupBy(ordered, (rule) => rule.fact)
  }

  get isEmpty(): boolean {
    return this.byFact.size === 0
  }

  /** Both numbers are the nearest to their decimals, so one that is not less is never taken to be less. */
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
