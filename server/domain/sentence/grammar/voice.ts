import type { AskedFact } from '../../brand/facts/asked.ts'
import type { Raw } from '../../brand/facts/draft.ts'
import type { Fact } from '../../brand/facts/fact.ts'
import type { FactSpeech, Phrase, Teller, Who } from '../../brand/facts/say.ts'
import type { Phrases } from './phrases.ts'

/** Somebody who tells of a brand in a language: what sentences are made with. */
export interface Voice extends Teller {
  readonly words: Phrases
  readonly spoken: (fact: Fact) => SpokenFact
}

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
