import { languageAndBases } from '../../../ground/kernel/language-tag.ts'
import { meantOf } from '../faults/advice.ts'
import { faultOf } from '../faults/fault.ts'
import type { Place } from '../reading/place.ts'
import { text, textLike } from '../reading/scalars.ts'
import { checked, object, optional, record } from '../reading/shape.ts'
import { shipped } from '../texts/shipped.ts'
import { type SomeTexts, type TextName, textNames } from '../texts/texts.ts'
import { language } from './spoken-shape.ts'

const words = wordsWith('brand.name', 'reply')
const listWords = wordsWith('brand.name', 'list')

function wordsWith(...variables: readonly string[]) {
  const possible = variables.map((name) => `{{ ${name} }}`)
  return checked(text({ max: 500 }), (value, at) => {
    if (/\{\{|\}\}/.test(value.replace(tag, ''))) at.fault('tagUnpaired')
    for (const [, name = ''] of value.matchAll(tag)) {
      if (variables.includes(name)) continue
      at.fault('unknownVariable', { name, possible, advice: meantOf(name, variables) })
    }
  })
}

const tag = /\{\{\s*([^{}]*?)\s*\}\}/g

/** A single word. Customers' replies are compared with it, ignoring case. */
const reply = textLike(/^[\p{L}\p{N}]+$/u, 'singleWord', { max: 20, example: 'YES' })

const shapes: { readonly [N in TextName]?: typeof words } = { reply, unsubscribeListLine: listWords }
const optionalWords = Object.fromEntries(textNames.map((name) => [name, optional(shapes[name] ?? words)]))
const texts = object(
  optionalWords as Record<TextName, ReturnType<typeof optional<string>>>,
  '{ unsubscribeLink: Unsubscribe }',
)

/** The brand's own words, by language. */
export const textsShape = record(language, texts)

/** A language that the service does not ship needs all texts. Missing ones are said in English. */
export function checkLanguage(
  given: {
    readonly brand: { readonly language: string; readonly languages?: readonly string[] }
    readonly texts: Readonly<Record<string, SomeTexts>>
  },
  at: Place,
): void {
  const { language: only, languages = [only] } = given.brand
  for (const spoken of languages) {
    const kinds = languageAndBases(spoken)
    if (kinds.some((one) => Object.hasOwn(shipped, one))) continue
    const own: SomeTexts = Object.assign({}, ...kinds.map((one) => given.texts[one]))
    const missing = textNames.filter((name) => own[name] === undefined)
    if (missing.length > 0) at.warn(faultOf('textsMissing', { names: missing }), `texts.${spoken}`)
  }
}
