import type { Noun } from '../brand/reading/place.ts'
import type { Language } from '../../ground/kernel/language.ts'

export type { Language }

/** What the brand file has names for, and what only locations know. */
export type NamedNoun = Noun | 'terminal' | 'employee'

/** How something of a brand is to be told. */
export interface Telling {
  readonly language: Language
  /** The brand's main currency. */
  readonly currency: string
  /** What somebody calls a thing of the file; undefined if it is not in the file. */
  readonly nameOf: (noun: NamedNoun, id: string) => string | undefined
}
