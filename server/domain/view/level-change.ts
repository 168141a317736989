import type { Language } from '../../ground/kernel/language.ts'
import type { BrandDocument } from '../brand/document.ts'
import { listenerOf, textFor } from '../brand/texts/spoken-text.ts'
import type { TierWhy } from '../decision/outcome.ts'

/** What a call did to the level of a card; nothing is no level. */
export interface LevelChange {
  readonly program: string
  readonly why: TierWhy
  readonly from?: string | null
  readonly to?: string | null
}

/** The same in words, with the names that the levels had then. */
export function levelWords(
  changes: readonly LevelChange[],
  { programs, brand }: BrandDocument,
  language: Language = 'en',
): string[] {
  const { none, sayings } = languages[language]
  return changes.map(({ program, why, from, to }) => {
    const levels = programs.find(({ id }) => id === program)?.tiers?.levels ?? []
    const nameOf = (id: string | null | undefined) =>
      id ? textFor(levels.find((level) => level.id === id)?.name ?? id, listenerOf(brand.languages)) : none
    return sayings[why](nameOf(to), nameOf(from))
  })
}

interface LevelTexts {
  readonly none: string
  readonly sayings: Readonly<Record<TierWhy, (to: string, from: string) => string>>
}

const languages: Readonly<Record<Language, LevelTexts>> = {
  en: {
    none: 'no level',
    sayings: {
      reached: (to, from) => `Level: ${to} reached, before that ${from}`,
      prolonged: (to) => `Level: ${to} prolonged`,
      kept: (to) => `Level: ${to} kept, its time began anew`,
      lapsed: (to, from) => `Level: the time of ${from} was over, since then ${to}`,
      undone: (to, from) => `Level: from ${from} to ${to}, because what stands is not enough for ${from} any more`,
      restored: (to, from) => `Level: from ${from} back to ${to}, because what stands is enough for it again`,
      override: (to, from) => `Level: ${to} set by hand, before that ${from}`,
      overrideEnded: (to, from) => `Level: ${from} that was set by hand has ended, since then ${to}`,
      moved: (_to, from) => `Level: ${from} went along with the transfer`,
      reconfigured: (to, from) => `Level: from ${from} to ${to}, because the levels of the program were changed`,
    },
  },
  de: {
    none: 'keine Stufe',
    sayings: {
      reached: (to, from) => `Stufe: ${to} erreicht, vorher ${from}`,
      prolonged: (to) => `Stufe: ${to} verlängert`,
      kept: (to) => `Stufe: ${to} behalten, ihre Zeit beginnt neu`,
      lapsed: (to, from) => `Stufe: die Zeit von ${from} war um, seitdem ${to}`,
      undone: (to, from) => `Stufe: von ${from} zu ${to}, denn was besteht, reicht für ${from} nicht mehr`,
      restored: (to, from) => `Stufe: von ${from} wieder zu ${to}, denn was besteht, reicht dafür wieder`,
      override: (to, from) => `Stufe: ${to} von Hand gesetzt, vorher ${from}`,
      overrideEnded: (to, from) => `Stufe: ${from}, von Hand gesetzt, ist zu Ende, seitdem ${to}`,
      moved: (_to, from) => `Stufe: ${from} ist mit der Übertragung mitgegangen`,
      reconfigured: (to, from) => `Stufe: von ${from} zu ${to}, denn die Stufen des Programms wurden geändert`,
    },
  },
}
