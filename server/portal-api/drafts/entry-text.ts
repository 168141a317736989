import { fileOf, textOfEntry } from '../../brand-store/drafts/live-entries.ts'
import { integer, text } from '../../contract/field.ts'
import { addressFields } from '../../operations/admin/parts/draft-model.ts'
import { turnDown } from '../refusal.ts'
import { brandRoute } from '../route.ts'

/** Where a draft of an entry begins. */
export const entryText = brandRoute({
  name: 'entryText',
  summary: 'Show a live entry as YAML, with the comments that its author wrote, and the version that it is of.',
  permission: 'campaigns.see',
  isOfWholeBrand: true,
  request: addressFields,
  response: {
    text: text('The entry.').max(1_000_000).required(),
    version: integer('The version of the brand.').required(),
  },
  run: async ({ request, room, brand }) => {
    const found = await textOfEntry(room.pool, { brand, file: fileOf(brand) }, request)
    return found === undefined
      ? turnDown('notFound', 'There is no such entry. It may have been removed.')
      : { text: found, version: brand.version }
  },
})
