import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldOf } from '../../portal/parts/schema-form/field.ts'
import { languagesOf, textIn, withText } from '../../portal/parts/schema-form/spoken-text.ts'
import { displayOf, isByLanguage } from '../../portal/screens/settings/forms/value-type-title.ts'
import { brandFileSchema } from '../../server/domain/brand/brand-file-schema.ts'

const languages = ['en', 'de']

test('a field for each language keeps what was written in the others', () => {
  //  before, language, typed, after
  const table: [unknown, string, unknown, unknown][] = [
    ['Hello', 'en', 'Hi', 'Hi'],
    ['Hello', 'de', 'Hallo', { en: 'Hello', de: 'Hallo' }],
    [{ en: 'Hello', de: 'Hallo' }, 'de', 'Servus', { en: 'Hello', de: 'Servus' }],
    [{ en: 'Hello', de: 'Hallo' }, 'de', undefined, { en: 'Hello' }],
    [{ en: 'Hello' }, 'en', undefined, undefined],
    [undefined, 'de', 'Hallo', { de: 'Hallo' }],
    [undefined, 'en', '', undefined],
  ]
  for (const [before, language, text, after] of table)
    assert.deepEqual(withText(before, { language, text, languages }), after, JSON.stringify([before, language, text]))
  const foreign = { en: 'Hello', fr: 'Salut' }
  const shown = languagesOf(foreign, languages)
  assert.deepEqual(shown, ['en', 'de', 'fr'])
  assert.deepEqual(withText(foreign, { language: 'en', text: 'Hi', languages: shown }), { en: 'Hi', fr: 'Salut' })
  assert.deepEqual(
    languages.map((language) => textIn('Hello', language, languages)),
    ['Hello', undefined],
  )
})

test('texts for customers are one kind of field, others stay what they are', () => {
  const { properties, definitions } = brandFileSchema()
  const template = properties?.templates
  const items = template && 'items' in template ? template.items?.properties : undefined
  const kindOf = (key: string) => {
    const schema = items?.[key]
    return schema ? fieldOf(schema, definitions).kind : undefined
  }
  assert.deepEqual(['id', 'subject', 'body', 'html'].map(kindOf), ['text', 'spoken', 'spoken', 'spoken'])
})

test('names of a value type by language are told from one and other', () => {
  assert.equal(isByLanguage({ one: 'star', other: 'stars' }), false)
  assert.equal(isByLanguage({ en: 'Stars' }), true)
  assert.deepEqual(displayOf({ en: { one: 'star', other: 'stars' }, de: 'Sterne' }), { one: 'star', other: 'stars' })
})
