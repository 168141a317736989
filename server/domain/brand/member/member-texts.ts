import { english, type MemberTextName, type MemberTexts } from './english.ts'
import { german } from './german.ts'

/** The texts that ship with the service, by language. */
const shipped: Readonly<Record<string, MemberTexts>> = { en: english, de: german }

/** The usual words in a language, as far as they ship: else in English. */
export const shippedTexts = (language: string): MemberTexts => shipped[language.split('-')[0] ?? ''] ?? english

/** Some of the texts, such as those that a brand words differently. */
type SomeMemberTexts = { readonly [N in MemberTextName]?: string }

/** What a text can name, by the text that ships: no more and no less is ever filled in. */
export const variablesOf = (name: MemberTextName): readonly string[] =>
  [...english[name].matchAll(variable)].map(([, found = '']) => found)

const variable = /\{\{ (\w+) \}\}/g
const tag = /\{\{\s*(\w+)\s*\}\}/g

export type Say = (name: MemberTextName, values?: Readonly<Record<string, string>>) => string

interface Speaking {
  readonly document: {
    readonly brand: { readonly language?: string }
    readonly member?: { readonly texts?: Readonly<Record<string, SomeMemberTexts>> }
  }
}

/**
 * The texts in a language: the brand's own first, then those of the language without its country, then those that ship, and
 * finally English.
 */
export function memberSay({ document }: Speaking, language: string): Say {
  const [base = ''] = language.split('-')
  const own = document.member?.texts ?? {}
  const texts: MemberTexts = { ...english, ...shipped[base], ...own[base], ...own[language] }
  return (name, values = {}) =>
    texts[name].replace(tag, (whole, key: string) => (Object.hasOwn(values, key) ? (values[key] ?? whole) : whole))
}
