import { addressFields } from '../../../calls/operations/draft/parts/draft-model.ts'
import { integer, text } from '../../../ground/contract/field.ts'
import { fileAt, textOfEntry } from '../../../storage/brand-store/drafts/live-entries.ts'
import { turnDown } from '../refusal.ts'
import { brandRoute } from '../route.ts'

/** Where a draft of an entry begins: as it is now, or as it was once. */
export const entryText = brandRoute({
  name: 'entryText',
  summary: 'Show an entry as YAML, with the comments that its author wrote, and the version that the brand is of.',
  permission: 'campaigns.see',
  isConfirmed: false,
  reach: 'brand',
  request: {
    ...addressFields,
    asOf: integer('The version of the brand whose entry is meant. Absent: as it is now.').between(1, 2_147_483_647),
  },
  response: {
    text: text('The entry.').max(1_000_000).required(),
    version: integer('The version of the brand now.').required(),
  },
  run: async ({ request: { asOf, ...address }, services, brand }) => {
    const file = await fileAt(services.pool, brand, asOf ?? brand.version)
    const found = file && (await textOfEntry(services.pool, { brand, file }, address))
    return found === undefined
      ? turnDown('notFound', 'There is no such entry. It may have been removed.')
      : { text: found, version: brand.version }
  },
})
