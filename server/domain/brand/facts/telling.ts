import type { Language } from '../../../ground/kernel/language.ts'
import type { Noun } from '../faults/noun.ts'
import type { RulePlace } from '../rules-apart.ts'

export type { Language }

/** What the brand file has names for, and what only locations know. */
export type SentenceNoun = Noun | 'oneOfValueType' | 'terminal' | 'employee'

/** How something of a brand is to be told. */
export interface SentenceSource {
  readonly language: Language
  /** The brand's main currency. */
  readonly currency: string
  /** What somebody calls a thing of the file; undefined if it is not in the file. */
  readonly nameOf: (noun: SentenceNoun, id: string) => string | undefined
  /** What the rules of an exclusive group are called without this one. Absent: nobody here knows them. */
  readonly othersOf?: (group: string, own: RulePlace) => readonly string[]
  /** Whether locations have clocks that are not the brand's, so that it is said which one counts. */
  readonly hasPlaceClocks?: boolean
}
