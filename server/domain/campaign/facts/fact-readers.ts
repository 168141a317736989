import assert from 'node:assert/strict'
import type { FactArguments } from '../../brand/rules/arguments.ts'
import { cardFacts } from './card-facts.ts'
import { checkoutFacts } from './checkout-facts.ts'
import { customerFacts } from './customer-facts.ts'
import { pastFacts } from './past-facts.ts'
import type { FactCompiler, FactOwner, FactReader } from './reading.ts'
import { requestFacts } from './request-facts.ts'
import { tierFacts } from './tier-facts.ts'

/** How each fact of the brand file is read. */
export const factSources: Readonly<Record<string, FactCompiler>> = {
  ...checkoutFacts,
  ...cardFacts,
  ...customerFacts,
  ...pastFacts,
  ...requestFacts,
  ...tierFacts,
}

export function readerOf(fact: string, given: FactArguments, owner: FactOwner): FactReader {
  const source = factSources[fact]
  assert(source, `the fact ${fact} of an applied file is known`)
  return source(given, owner)
}

/**
 * What reading a fact costs: 0, it is at hand; 1, one more read about the card; 2, a sum over the card's past.
 * Conditions are judged in this order, so that nothing is fetched for a rule that fails anyway.
 */
export function costOf(fact: string): 0 | 1 | 2 {
  if (/^(history\.|event\.|counter$|tier)/.test(fact)) return 2
  if (/^(customer\.|score\.|demographic$|optIn$|segment$)/.test(fact)) return 1
  return accountFacts.has(fact) ? 1 : 0
}

const accountFacts: ReadonlySet<string> = new Set(['card.isEnrolled', 'card.hasChildren', 'card.daysSinceEnrollment'])
