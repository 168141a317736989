import type { Raw } from '../brand/facts/draft.ts'
import type { Phrase } from '../brand/facts/say.ts'

/** What the sentence of a rule is made of: conditions that are short phrases, and those that need a clause. */
export interface RuleParts {
  readonly rule: Raw
  readonly trigger: string | undefined
  readonly phrases: readonly Phrase[]
  readonly ifs: readonly string[]
  /** What must not be: each is a reason why the rule does not apply. */
  readonly unless: readonly string[]
  readonly results: readonly string[]
  /** The rules that it keeps out, or that keep it out; undefined: nobody here knows. */
  readonly others?: readonly string[]
}

export interface CampaignParts {
  readonly campaign: Raw
  /** Clauses about all its rules. */
  readonly ifs: readonly string[]
  readonly unless: readonly string[]
}
