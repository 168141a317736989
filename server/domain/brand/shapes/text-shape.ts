import { meantOf } from '../faults/advice.ts'
import { faultOf } from '../faults/fault.ts'
import type { Place } from '../reading/place.ts'
import { text, textLike } from '../reading/scalars.ts'
import { checked, object, optional, record } from '../reading/shape.ts'
import { shipped } from '../texts/shipped.ts'
import { type SomeTexts, type TextName, textNames } from '../texts/texts.ts'

/** A language tag as browsers use it, with or without a country. */
export const language = textLike(/^[a-z]{2,3}(-[A-Z]{2})?$/, 'language', {
  max: 6,
  example: 'en',
})

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
  given: { readonly brand: { readonly language: string }; readonly texts: Readonly<Record<string, SomeTexts>> },
  at: Place,
): void {
  const { language: spoken } = given.brand
  const [base = ''] = spoken.split('-')
  if (Object.hasOwn(shipped, base)) return
  const own = { ...given.texts[base], ...given.texts[spoken] }
  const missing = textNames.filter((name) => own[name] === undefined)
  if (missing.length === 0) return
  at.warn(faultOf('textsMissing', { names: missing }), `texts.${spoken}`)
}
