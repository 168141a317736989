import { writtenName } from '../../../domain/brand/entries/written-name.ts'
import { flag, id, integer, list, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { refuseField } from '../../../ground/kernel/errors.ts'
import { isUuid } from '../../../ground/kernel/ids.ts'
import { listAddresses, listDraftRows } from '../../../storage/brand-store/drafts/draft.sql.ts'
import { query } from '../operation.ts'
import { draftModel, showDraft } from './parts/draft-model.ts'

type Address = Awaited<ReturnType<typeof listAddresses>>[number]

export const listDrafts = query({
  name: 'listDrafts',
  group: 'admin',
  summary: 'List the drafts of the brand, the one that was changed last first.',
  callType: 'REPORTING',
  isOfWholeBrand: true,
  requestModel: 'ListDraftsRequest',
  responseModel: 'ListDraftsResponse',
  request: {
    ended: flag('Those that were published or discarded, instead of those that are not over.').default(false),
    page: id('To continue where an earlier call ended: its nextPage.'),
    maxResults: integer('How many to return at most.').between(1, 200).default(50),
  },
  response: {
    drafts: list('The drafts.', draftModel).required(),
    nextPage: text('Present if there may be more. Call again with this page.'),
  },
  check: ({ page }) =>
    page === undefined || fromPage(page)
      ? undefined
      : refuseField(100, 'page', 'expected the nextPage of an earlier call'),
  answer: async ({ request, brand, reader }) => {
    const { ended: areEnded, page, maxResults: limit } = request
    const before = page === undefined ? undefined : fromPage(page)
    const rows = await listDraftRows(reader, brand.id, { areEnded, before, limit })
    const ids = rows.map((row) => row.draft_id)
    const addresses = Map.groupBy(
      ids.length > 0 ? await listAddresses(reader, brand.id, ids) : [],
      (one) => one.draft_id,
    )
    const named = (one: Address) => ({ ...one, name: writtenName(one.name_line ?? '') })
    const drafts = rows.map((row) =>
      showDraft(row, (addresses.get(row.draft_id) ?? []).map(named), brand.interfaceTimeZone),
    )
    const last = rows.length === limit ? rows.at(-1) : undefined
    const nextPage = last && `${last.changed_at}_${last.draft_id}`
    return { kind: 'answer', response: defined({ drafts, nextPage }) }
  },
})

function fromPage(page: string): { readonly at: number; readonly id: string } | undefined {
  const [at = '', draft = ''] = page.split('_')
  return /^\d{1,15}$/.test(at) && isUuid(draft) ? { at: Number(at), id: draft } : undefined
}
