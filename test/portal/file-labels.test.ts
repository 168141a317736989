import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitWords } from '../../portal/parts/schema-form/split-words.ts'
import { de } from '../../portal/texts/de.ts'
import { en } from '../../portal/texts/en.ts'
import { brandFileSchema } from '../../server/domain/brand/brand-file-schema.ts'
import { editSections } from '../../server/domain/brand/edits.ts'
import { keyMeanings } from '../../server/domain/brand/key-meanings.ts'
import { keyMeaningsInGerman } from '../../server/domain/brand/key-meanings-de.ts'

const schema = brandFileSchema()

/** Every key that an entry of a section may have, however deep. */
function keysIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap(keysIn)
  return Object.entries(value).flatMap(([word, inner]) => {
    if (word === 'examples' || word === 'default' || word === 'enum') return []
    const own = word === 'properties' && typeof inner === 'object' ? Object.keys(inner ?? {}) : []
    return word === 'properties' ? [...own, ...Object.values(inner ?? {}).flatMap(keysIn)] : keysIn(inner)
  })
}

const keys = [
  ...new Set([
    ...editSections.flatMap((section) => keysIn(schema.properties?.[section])),
    ...keysIn(schema.definitions),
  ]),
].toSorted()

test('every key of the brand file has a label in both languages, and no label is of no key', () => {
  assert.ok(keys.length > 200)
  for (const { file } of [en, de]) assert.deepEqual(Object.keys(file.keys).toSorted(), keys)
})

test('every section has a title, one line about it, and what to do when it is empty', () => {
  for (const { file } of [en, de]) assert.deepEqual(Object.keys(file.sections).toSorted(), [...editSections].toSorted())
})

test('what keys mean is said in German of every key of which it is said in English', () => {
  const english = new Set<string>(Object.values(keyMeanings))
  assert.deepEqual(
    Object.values(keyMeaningsInGerman).filter((meaning) => english.has(meaning)),
    [],
  )
})

test('a key without a label is called by its own words', () => {
  assert.equal(splitWords('maxBalance'), 'Max balance')
  assert.equal(splitWords('sku'), 'Sku')
})
