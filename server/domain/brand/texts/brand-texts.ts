import { oncePer } from '../../../ground/kernel/once-per.ts'
import { english } from './english.ts'
import { shipped } from './shipped.ts'
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
    readonly brand: { readonly language?: string }
    readonly texts?: Readonly<Record<string, SomeTexts>>
  }
}

/**
 * Texts in the brand's language. The brand's own texts come first, then those of the language without its country, then
 * those that ship with the service, and finally English.
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
  const fill = (text: string, list?: string) =>
    text.replace(tag, (whole, name: string) => (name === 'list' ? list : values.get(name)) ?? whole)
  return { language, say: (name, more) => fill(texts[name], more?.list) }
})

const tag = /\{\{\s*([\w.]+)\s*\}\}/g
