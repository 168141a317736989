import type { FactResult } from '../../brand/facts/reading.ts'
import type { CallFacts } from '../call-facts.ts'
import type { FactNeed } from '../needs.ts'

/** The result of reading a fact in a call. */
export type FactReading = FactResult<FactNeed>

export type FactReader = (facts: CallFacts) => FactReading

export function needing(need: FactNeed): FactReading {
  return { kind: 'needs', need }
}
