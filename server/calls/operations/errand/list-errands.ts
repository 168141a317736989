import { languageOf } from '../../../domain/decision/call.ts'
import { id, integer, list, oneOf, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { refuseField } from '../../../ground/kernel/errors.ts'
import { isUuid } from '../../../ground/kernel/ids.ts'
import { type ErrandCursor, errandStates, listErrands as listRows } from '../../../storage/errand/errand.sql.ts'
import { query } from '../operation.ts'
import { errandModel, showErrand } from './parts/errand-model.ts'

export const listErrands = query({
  name: 'listErrands',
  group: 'admin',
  summary: 'List the errands of the brand: what waits, runs and has ended, newest first.',
  details: 'Those that have ended are kept for 30 days, and at most 200 of them.',
  callType: 'REPORTING',
  isOfWholeBrand: true,
  requestModel: 'ListErrandsRequest',
  responseModel: 'ListErrandsResponse',
  request: {
    state: oneOf('Only those in this state.', errandStates),
    page: id('To continue where an earlier call ended: its nextPage.'),
    maxResults: integer('How many to return at most.').between(1, 200).default(50),
  },
  response: {
    errands: list('The errands.', errandModel).required(),
    nextPage: text('Present if there may be more. Call again with this page.'),
  },
  check: ({ page }) =>
    page === undefined || fromPage(page)
      ? undefined
      : refuseField(100, 'page', 'expected the nextPage of an earlier call'),
  answer: async ({ request, brand, reader, call }) => {
    const { state, page, maxResults: limit } = request
    const before = page === undefined ? undefined : fromPage(page)
    const rows = await listRows(reader, brand.id, { state, before, limit })
    const last = rows.length === limit ? rows.at(-1) : undefined
    const nextPage = last && `${last.asked_at}_${last.errand_id}`
    return {
      kind: 'answer',
      response: defined({ errands: rows.map((row) => showErrand(row, brand, languageOf(call))), nextPage }),
    }
  },
})

function fromPage(page: string): ErrandCursor | undefined {
  const [at = '', errand = ''] = page.split('_')
  return /^\d{1,15}$/.test(at) && isUuid(errand) ? { at: Number(at), id: errand } : undefined
}
