import { languageOf } from '../../../domain/decision/call.ts'
import { id, json, model } from '../../../ground/contract/field.ts'
import { isUuid } from '../../../ground/kernel/ids.ts'
import { findErrand } from '../../../storage/errand/errand.sql.ts'
import { query } from '../operation.ts'
import { errandFields, noErrand, showErrand } from './parts/errand-model.ts'

const anyJson = model('ErrandJson', 'Whatever the kind takes or returns, as docs/long-work.md describes it.', {})

export const errandLookup = query({
  name: 'errandLookup',
  group: 'admin',
  summary: 'Show an errand: how far it is, what was asked for, and what came of it.',
  callType: 'REPORTING',
  isOfWholeBrand: true,
  requestModel: 'ErrandLookupRequest',
  responseModel: 'ErrandLookupResponse',
  request: { errandId: id('The errand.').required() },
  response: {
    ...errandFields,
    input: json('What was asked for.', anyJson).required(),
    result: json('What came of it. Only of one that is done.', anyJson),
  },
  answer: async ({ request: { errandId }, brand, reader, call }) => {
    const row = isUuid(errandId) ? await findErrand(reader, brand.id, errandId) : undefined
    if (!row) return noErrand()
    const result = row.result === null ? {} : { result: JSON.parse(row.result) }
    return {
      kind: 'answer',
      response: { ...showErrand(row, brand, languageOf(call)), input: JSON.parse(row.input), ...result },
    }
  },
})
