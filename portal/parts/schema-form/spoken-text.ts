import { isRecord } from './field.ts'

/** The languages to show fields for: those of the brand, and whatever else the text has. */
export const languagesOf = (value: unknown, spoken: readonly string[]): readonly string[] => [
  ...spoken,
  ...(isRecord(value) ? Object.keys(value).filter((language) => !spoken.includes(language)) : []),
]

/** What a text says in a language. One text for all is shown in the first. */
export function textIn(value: unknown, language: string, languages: readonly string[]): unknown {
  if (isRecord(value)) return value[language]
  return language === languages[0] ? value : undefined
}

interface Typed {
  readonly language: string
  readonly text: unknown
  readonly languages: readonly string[]
}

/** The text with what was typed in a language. What only the first language has is one text for all. */
export function withText(value: unknown, { language, text, languages }: Typed): unknown {
  const before = languages.map((one) => [one, one === language ? text : textIn(value, one, languages)] as const)
  const filled = before.filter(([, one]) => one !== undefined && one !== '')
  const [only] = filled
  if (filled.length === 0) return undefined
  if (only && filled.length === 1 && only[0] === languages[0] && !isRecord(value)) return only[1]
  return Object.fromEntries(filled)
}
