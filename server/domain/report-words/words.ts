import { de } from './de.ts'
import { en, type ReportWords } from './en.ts'

/** The words of a language; English for one that there are none in. */
export const reportWordsIn = (language: string | undefined): ReportWords => (language === 'de' ? de : en)
