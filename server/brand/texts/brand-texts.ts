import { oncePer } from '../../kernel/once-per.ts'
import { english } from './english.ts'
import { shipped } from './shipped.ts'
import type { SomeTexts, TextName } from './texts.ts'

/** What a brand's customers are told, filled in. */
export interface BrandTexts {
  /** As pages name it: `de`, `pt-BR`. */
  readonly language: string
  readonly say: (name: TextName) => string
}

/** What of a brand its texts depend on. Documents that were kept before there were languages have none. */
interface Speaking {
  readonly name: string
  readonly document: {
    readonly brand: { readonly language?: string }
    readonly texts?: Readonly<Record<string, SomeTexts>>
  }
}

/**
 * In the brand's language: its own words first, those of the language without its country next, then what the service
 * knows of it, and English where all of these are silent.
 */
export const textsOf = oncePer((brand: Speaking): BrandTexts => {
  const { language = 'en' } = brand.document.brand
  const [base = ''] = language.split('-')
  const own = brand.document.texts ?? {}
  const texts: Readonly<Record<TextName, string>> = { ...english, ...shipped[base], ...own[base], ...own[language] }
  const values = new Map([
    ['brand.name', brand.name],
    ['reply', texts.reply],
  ])
  const fill = (text: string) => text.replace(tag, (whole, name: string) => values.get(name) ?? whole)
  return { language, say: (name) => fill(texts[name]) }
})

const tag = /\{\{\s*([\w.]+)\s*\}\}/g
