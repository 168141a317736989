import type { Texts } from '../../texts/shape.ts'
import { useTexts } from '../../texts/texts.ts'
import { splitWords } from './split-words.ts'

type Words = Readonly<Record<string, string>>

/** What a key of the brand file is called in the language of the portal. */
function labelOf(key: string, section: string, { keys, keysOf }: Texts['file']): string {
  const own: Readonly<Record<string, Words>> = keysOf
  const shared: Words = keys
  return own[section]?.[key] ?? shared[key] ?? splitWords(key)
}

/** What a choice is called; what is not known stays as the file has it. */
export function choiceOf(value: string | number | boolean, { choices }: Texts['file']): string {
  const known: Words = choices
  return (
    known[String(value)] ??
    (typeof value === 'string' && /^[a-z]+([A-Z][a-z]*)+$/.test(value) ? splitWords(value) : String(value))
  )
}

export function useWords(section: string) {
  const { file } = useTexts()
  const meanings: Words = file.meanings
  return {
    label: (key: string) => labelOf(key, section, file),
    choice: (value: string | number | boolean) => choiceOf(value, file),
    /** What it means; the file's own words unless the language has others. */
    meaning: (keyPath: string, about: string | undefined) => meanings[`${section}.${keyPath}`] ?? about,
  }
}
