import { canonicalLanguage, languageTagMax } from '../../../ground/kernel/language-tag.ts'
import { foundOf } from '../faults/found.ts'
import type { FileSchema } from '../reading/file-schema.ts'
import type { Place } from '../reading/place.ts'
import { textLike } from '../reading/scalars.ts'
import { distinct, type FileShape, isObject, shaped } from '../reading/shape.ts'
import { type ByLanguage, languagesMax, type SpokenText } from '../texts/spoken-text.ts'

const tagLike = /^[a-z]{2,3}(-[A-Za-z0-9]{1,8})*$/

const tag = textLike(tagLike, 'language', { max: languageTagMax, example: 'en' })

/** A language tag as browsers use it, with or without a script and a country. Read as BCP 47 spells it: `iw` is `he`. */
export const language: FileShape<string> = shaped(tag, (value, at) => {
  const given = tag(value, at)
  if (given === undefined) return undefined
  return canonicalLanguage(given) ?? at.fault('notOfForm', { form: 'language', found: foundOf(value) })
})

/** The languages that a brand speaks; the first is for whoever reads none of them. */
export const languages = distinct(language, { min: 1, max: languagesMax })

/** A text for all customers, or one for each of the brand's languages. */
export const spoken = (text: FileShape<string>): FileShape<SpokenText> => {
  const each = byLanguage(text)
  return shaped<SpokenText>({ schema: { anyOf: [text.schema, each.schema] }, example: text.example }, (value, at) =>
    isObject(value) ? each(value, at) : text(value, at),
  )
}

/** An entry for each language. Its keys are languages of the brand. */
export function byLanguage<T>(entry: FileShape<T>): FileShape<ByLanguage<T>> {
  const schema: FileSchema = {
    type: 'object',
    propertyNames: language.schema,
    additionalProperties: entry.schema,
    minProperties: 1,
    maxProperties: languagesMax,
  }
  const example = `{ en: ${entry.example} }`
  return shaped<ByLanguage<T>>({ schema, example }, (value, at) => {
    const names = isObject(value) ? Object.keys(value) : []
    if (!isObject(value) || names.length === 0) return at.fault('notObject', { example, found: foundOf(value) })
    const read = names.map((given, index) => {
      const name = spelled(given)
      const place = at.key(value, given)
      if (names.findIndex((one) => spelled(one) === name) < index)
        return [name, place.faultOfKey('listedTwice', { name })] as const
      return [name, readEntry(name, value[given], place, entry)] as const
    })
    return read.every(([, one]) => one !== undefined)
      ? (Object.fromEntries(read.toSorted(([a], [b]) => (a < b ? -1 : 1))) as ByLanguage<T>)
      : undefined
  })
}

const spelled = (name: string) => canonicalLanguage(name) ?? name

function readEntry<T>(name: string, value: unknown, at: Place, entry: FileShape<T>): T | undefined {
  const known = at.reading.languages.map(spelled)
  if (!known.includes(name)) {
    return known.length === 0
      ? at.faultOfKey('languagesUnsaid', { language: name })
      : at.faultOfKey('languageUnsaid', { language: name, known })
  }
  return entry(value, at)
}
