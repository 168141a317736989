import type { Language } from '../../../ground/kernel/language.ts'
import { changes as changesDe, rows as rowsDe } from './de/changes.ts'
import { reading as readingDe } from './de/reading.ts'
import { campaigns as campaignsDe, conditions as conditionsDe, results as resultsDe } from './de/rules.ts'
import { sections as sectionsDe } from './de/sections.ts'
import { text as textDe } from './de/text.ts'
import { changes as changesEn, rows as rowsEn } from './en/changes.ts'
import { reading as readingEn } from './en/reading.ts'
import { campaigns as campaignsEn, conditions as conditionsEn, results as resultsEn } from './en/rules.ts'
import { sections as sectionsEn } from './en/sections.ts'
import { text as textEn } from './en/text.ts'
import type { BrandFault, FaultValues, FileFault } from './fault.ts'
import { shortText } from './short-fault.ts'
import type { WordsOf } from './words-of.ts'

/** What is missing in one of them does not compile. */
const dictionaries: { readonly [L in Language]: WordsOf<FaultValues> } = {
  en: {
    ...textEn,
    ...readingEn,
    ...conditionsEn,
    ...resultsEn,
    ...campaignsEn,
    ...sectionsEn,
    ...changesEn,
    ...rowsEn,
  },
  de: {
    ...textDe,
    ...readingDe,
    ...conditionsDe,
    ...resultsDe,
    ...campaignsDe,
    ...sectionsDe,
    ...changesDe,
    ...rowsDe,
  },
}

/** A fault for whoever reads it. */
export function faultWords({ fault, values }: BrandFault, language: Language): string {
  return shortText((dictionaries[language][fault] as (values: unknown) => string)(values))
}

/** The same with its place before it. */
export function faultLine(fault: FileFault, language: Language): string {
  const words = faultWords(fault, language)
  return fault.path === '' ? words : `${fault.path}: ${words}`
}
