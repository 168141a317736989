import type { Raw } from './draft.ts'

/** Where a short phrase belongs in the first half of a rule's sentence. */
export type Slot = 'member' | 'card' | 'what' | 'spend' | 'which' | 'place' | 'with' | 'time' | 'event'

export interface Phrase {
  readonly slot: Slot
  readonly text: string
  /** For slots that are said differently beside a person who buys and beside a purchase. */
  readonly short?: string
}

/** What the sentence of a rule is made of: conditions that are short phrases, and those that need a clause. */
export interface RuleParts {
  readonly rule: Raw
  readonly trigger: string | undefined
  readonly phrases: readonly Phrase[]
  readonly ifs: readonly string[]
  /** What must not be: each is a reason why the rule does not apply. */
  readonly unless: readonly string[]
  readonly results: readonly string[]
}

export interface CampaignParts {
  readonly campaign: Raw
  /** Clauses about all its rules. */
  readonly ifs: readonly string[]
  readonly unless: readonly string[]
}
