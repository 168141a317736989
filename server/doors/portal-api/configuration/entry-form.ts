import { brandFileSchema, type SchemaWords } from '../../../domain/brand/brand-file-schema.ts'
import { type EditSection, editSections, isListSection, listSections } from '../../../domain/brand/edits.ts'
import { keyMeaningsInGerman } from '../../../domain/brand/key-meanings-de.ts'
import type { FileSchema } from '../../../domain/brand/reading/file-schema.ts'
import { factWords, operatorWords } from '../../../domain/sentence/words.ts'
import { json, model, oneOf, text } from '../../../ground/contract/field.ts'
import type { Language } from '../../../ground/kernel/language.ts'
import { brandRoute } from '../route.ts'

const schemaModel = model('JsonSchema', 'JSON Schema, draft-07.', {})

const inGerman: SchemaWords = {
  keys: keyMeaningsInGerman,
  conditions: {
    all: 'Alle davon treffen zu.',
    any: 'Mindestens eine davon trifft zu.',
    none: 'Keine davon trifft zu.',
    atLeast: 'Mindestens so viele davon treffen zu.',
    fact: 'Was verglichen wird.',
    op: 'Wie verglichen wird. Was nur zutrifft oder nicht, muss ohne Angabe zutreffen.',
    value: 'Womit verglichen wird: zwei Werte bei between, eine Liste bei in und notIn.',
    factOf: (name) => factWords(name, 'de'),
    operatorOf: (name) => operatorWords(name, 'de'),
  },
}

const wholes: Partial<Record<Language, ReturnType<typeof brandFileSchema>>> = {}

/** The description of the whole file in a language. It takes a moment to make, and never changes. */
export function wholeIn(language: Language) {
  const whole = wholes[language] ?? brandFileSchema(language === 'de' ? inGerman : undefined)
  wholes[language] = whole
  return whole
}

/** The words that the file's reader itself is made of: a form made of them cannot know a key that the file lacks. */
export const entryForm = brandRoute({
  name: 'entryForm',
  summary: 'Describe an entry of a section, for a form.',
  permission: 'configuration.see',
  isConfirmed: false,
  reach: 'place',
  request: { section: oneOf('The section.', editSections).required() },
  response: {
    key: text('The key by which entries are called. Absent for a section that is no list.'),
    schema: json('What an entry may be.', schemaModel).required(),
    definitions: json('What the schema refers to.', schemaModel).required(),
  },
  run: async ({ request: { section }, language }) => {
    const whole = wholeIn(language)
    const schema = partOf(whole.properties?.[section] || {}, section)
    const key = isListSection(section) ? { key: listSections[section] } : {}
    return { ...key, schema, definitions: whole.definitions }
  },
})

/** Of a list, what one of its entries is. */
function partOf(schema: FileSchema, section: EditSection): FileSchema {
  return isListSection(section) ? (schema.items ?? schema.allOf?.[0]?.items ?? {}) : schema
}
