import { languageAndBases } from '../../../ground/kernel/language-tag.ts'
import { oncePer } from '../../../ground/kernel/once-per.ts'
import { english } from './english.ts'
import { shipped } from './shipped.ts'
import { listenerIn } from './spoken-text.ts'
import type { SomeTexts, TextName } from './texts.ts'

/** The texts for a brand's customers, rendered. */
export interface BrandTexts {
  /** As in the `lang` attribute of a page: `de`, `pt-BR`. */
  readonly language: string
  readonly say: (name: TextName, more?: { readonly list: string }) => string
}

/** The parts of a brand that its texts depend on. Documents stored before there were languages have none. */
interface Speaking {
  readonly name: string
  readonly document: {
    readonly brand: { readonly language?: string; readonly languages?: readonly string[] }
    readonly texts?: Readonly<Record<string, SomeTexts>>
  }
}

/** Texts in the brand's language, or in the one of its languages that a customer reads. */
export function textsOf(brand: Speaking, wanted?: unknown): BrandTexts {
  const { language = 'en' } = brand.document.brand
  const spoken = listenerIn(brand, wanted)?.own[0] ?? language
  const made = byLanguage(brand)
  const known = made.get(spoken) ?? textsIn(brand, spoken)
  made.set(spoken, known)
  return known
}

/** What confirms, in each of the brand's languages: customers were asked in their own. */
export function repliesOf(brand: Speaking): readonly string[] {
  const { language, languages = [language] } = brand.document.brand
  return languages.map((one) => textsOf(brand, one).say('reply'))
}

/** At most as many as the brand has languages. */
const byLanguage = oncePer((_brand: Speaking) => new Map<string, BrandTexts>())

/**
 * The brand's own texts come first, then those of the language without its country, then those that ship with the
 * service, and finally English.
 */
function textsIn(brand: Speaking, language: string): BrandTexts {
  const kinds = languageAndBases(language).toReversed()
  const own = brand.document.texts ?? {}
  const texts: Readonly<Record<TextName, string>> = Object.assign(
    { ...english },
    ...kinds.flatMap((kind) => [shipped[kind], own[kind]]),
  )
  const values = new Map([
    ['brand.name', brand.name],
    ['reply', texts.reply],
  ])
  const fill = (text: string, list?: string) =>
    text.replace(tag, (whole, name: string) => (name === 'list' ? list : values.get(name)) ?? whole)
  return { language, say: (name, more) => fill(texts[name], more?.list) }
}

const tag = /\{\{\s*([\w.]+)\s*\}\}/g
