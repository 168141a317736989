import { brandFileSchema } from '../../brand/brand-file-schema.ts'
import { type EditSection, editSections, isListSection, listSections } from '../../brand/edits.ts'
import type { FileSchema } from '../../brand/reading/file-schema.ts'
import { json, model, oneOf, text } from '../../contract/field.ts'
import { brandRoute } from '../route.ts'

const schemaModel = model('JsonSchema', 'JSON Schema, draft-07.', {})

let whole: ReturnType<typeof brandFileSchema> | undefined

/** The words that the file's reader itself is made of: a form made of them cannot know a key that the file lacks. */
export const entryForm = brandRoute({
  name: 'entryForm',
  summary: 'Describe an entry of a section, for a form.',
  permission: 'configuration.see',
  request: { section: oneOf('The section.', editSections).required() },
  response: {
    key: text('The key by which entries are called. Absent for a section that is no list.'),
    schema: json('What an entry may be.', schemaModel).required(),
    definitions: json('What the schema refers to.', schemaModel).required(),
  },
  run: async ({ request: { section } }) => {
    whole ??= brandFileSchema()
    const schema = partOf(whole.properties?.[section] || {}, section)
    const key = isListSection(section) ? { key: listSections[section] } : {}
    return { ...key, schema, definitions: whole.definitions }
  },
})

/** Of a list, what one of its entries is. */
function partOf(schema: FileSchema, section: EditSection): FileSchema {
  return isListSection(section) ? (schema.items ?? schema.allOf?.[0]?.items ?? {}) : schema
}
