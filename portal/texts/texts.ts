import { createContext, useContext } from 'react'
import type { Texts } from './shape.ts'

export const languages = { en: 'English', de: 'Deutsch' } as const

export type SpokenLanguage = keyof typeof languages

export const isLanguage = (text: string): text is SpokenLanguage => Object.hasOwn(languages, text)

/** Each language is a file of its own, so that nobody loads the others. */
export async function loadTexts(language: SpokenLanguage): Promise<Texts> {
  return language === 'de' ? (await import('./de.ts')).de : (await import('./en.ts')).en
}

interface Spoken {
  readonly language: SpokenLanguage
  readonly texts: Texts
  readonly speak: (language: SpokenLanguage) => void
}

export const SpokenContext = createContext<Spoken | undefined>(undefined)

export function useSpoken(): Spoken {
  const spoken = useContext(SpokenContext)
  if (!spoken) throw new Error('There is no language here.')
  return spoken
}

/** The texts of the language that is chosen. */
export const useTexts = (): Texts => useSpoken().texts
