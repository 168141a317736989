import type { Language } from '../../../ground/kernel/language.ts'
import { words as de } from './de/words.ts'
import { words as en } from './en/words.ts'
import type { ExplanationWords } from './words.ts'

const languages: Readonly<Record<Language, ExplanationWords>> = { en, de }

export const wordsIn = (language: Language): ExplanationWords => languages[language]
