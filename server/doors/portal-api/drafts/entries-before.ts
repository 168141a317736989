import { entryText } from '../../../calls/operations/draft/parts/draft-model.ts'
import { id, integer, list, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { isUuid } from '../../../ground/kernel/ids.ts'
import { toEntryText } from '../../../storage/brand-store/drafts/compare-draft.ts'
import { findDraft, listDraftEntries } from '../../../storage/brand-store/drafts/draft.sql.ts'
import { fileAt, textOfEntry } from '../../../storage/brand-store/drafts/live-entries.ts'
import { turnDown } from '../refusal.ts'
import { brandRoute } from '../route.ts'

/**
 * Where a draft begins that takes a published one back. What an entry was before is what its author looked at: had
 * anybody changed it since, the draft could not have been published.
 */
export const entriesBefore = brandRoute({
  name: 'entriesBefore',
  summary: 'Return the entries of a published draft as they were before it, for a draft that takes it back.',
  permission: 'campaigns.see',
  isConfirmed: false,
  reach: 'brand',
  request: { draftId: id('The draft that was published.').required() },
  response: {
    title: text('What the draft is called.').required(),
    version: integer('The version of the brand now.').required(),
    entries: list('The entries; one without a text was not there.', entryText).required(),
  },
  run: async ({ request: { draftId }, services, brand }) => {
    const row = isUuid(draftId) ? await findDraft(services.pool, brand.id, draftId) : undefined
    if (row?.state !== 'published') return turnDown('notFound', 'There is no such draft that was published.')
    const rows = await listDraftEntries(services.pool, brand.id, draftId)
    const entries = []
    for (const one of rows) {
      const file = await fileAt(services.pool, brand, one.base_version)
      if (!file) return turnDown('notFound', `Version ${one.base_version} of the brand is not kept any more.`)
      const { section, key } = toEntryText(one)
      entries.push(defined({ section, key, text: await textOfEntry(services.pool, { brand, file }, { section, key }) }))
    }
    return { title: row.title, version: brand.version, entries }
  },
})
