import type { FactName } from '../brand/rules/facts.ts'
import type { ResultName } from '../brand/rules/results.ts'
import type { AskedFact } from './asked.ts'
import type { ChoiceKind } from './choices.ts'
import type { Raw } from './draft.ts'
import type { CampaignParts, Phrase, RuleParts, Slot } from './parts.ts'
import type { Teller } from './teller.ts'

/** Whom a clause is about: the customer of a rule, or everybody of a segment. */
export type Who = 'customer' | 'everybody'

/** How one fact is said in one language. */
export interface FactSpeech {
  /** A whole clause, such as `the total is at least $10`. German ones end with their verb. */
  readonly clause: (asked: AskedFact, who: Who) => string
  /** A phrase that says it more briefly, if there is one. */
  readonly phrase?: (asked: AskedFact) => Phrase | undefined
  /** What an amount gives something for: `per dollar`, `for every 10 points on the card`. Facts that can be counted have it. */
  readonly each?: (per: unknown, counted: Raw, t: Teller) => string
}

/** One language: whatever the rule language can say, it can say. */
export interface Speech {
  readonly facts: Readonly<Record<FactName, FactSpeech>>
  readonly results: Readonly<Record<ResultName, (fields: Raw, t: Teller) => string>>
  readonly choice: (kind: ChoiceKind, value: string) => string
  /** `50 points`, `$5`, `10 Espresso punches`. */
  readonly balance: (amount: unknown, valueType: Raw, t: Teller) => string
  /** Which phrases fit into the sentence of a rule with this trigger; other conditions become clauses. */
  readonly slots: (trigger: string | undefined) => ReadonlySet<Slot>
  readonly groups: {
    readonly all: (clauses: readonly string[]) => string
    readonly any: (clauses: readonly string[]) => string
    /** Its clauses and those of atLeast are about the customer, even in a segment: a list of `who …` could not be read. */
    readonly none: (clauses: readonly string[], who: Who) => string
    readonly atLeast: (count: string, clauses: readonly string[], who: Who) => string
  }
  /** A fact that does not exist, or none. */
  readonly unknownClause: (fact: string | undefined) => string
  readonly rule: (parts: RuleParts, t: Teller) => string
  readonly campaignWhen: (parts: CampaignParts, t: Teller) => string | undefined
  readonly campaignLimits: (parts: CampaignParts, t: Teller) => string | undefined
  /** What a personal offer offers, without its dates. */
  readonly offer: (terms: Raw, t: Teller) => string
  readonly segment: (clauses: readonly string[]) => string
  /** `…, and 2 more rules`. */
  readonly more: (count: number) => string
}
