import type { AskedFact } from '../brand/facts/asked.ts'
import type { Raw } from '../brand/facts/draft.ts'
import type { Fact } from '../brand/facts/fact.ts'
import type { FactSpeech, Phrase, Slot, Teller, Who } from '../brand/facts/say.ts'
import type { ResultName } from '../brand/rules/results.ts'
import type { ChoiceKind } from './choices.ts'
import type { CampaignParts, RuleParts } from './parts.ts'

/** The words of a fact in one language. */
export interface SpokenFact {
  readonly clause: (asked: AskedFact, about: Who) => string
  readonly phrase: (asked: AskedFact) => Phrase | undefined
  /** Undefined where it cannot be counted. */
  readonly each: (per: unknown, counted: Raw) => string | undefined
}

export const spokenBy = <S>(words: FactSpeech<S>, say: S): SpokenFact => ({
  clause: (asked, about) => words.clause(asked, say, about),
  phrase: (asked) => words.phrase?.(asked, say),
  each: (per, counted) => words.each?.(per, say, counted),
})

/** One language: whatever the rule language can say, it can say. */
export interface Speech {
  readonly fact: (fact: Fact, t: Teller) => SpokenFact
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
