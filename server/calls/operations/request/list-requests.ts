import { id, list, text } from '../../../ground/contract/field.ts'
import { listRequestRefs } from '../../../storage/store/queries/request-view.sql.ts'
import { query } from '../operation.ts'

export const listRequests = query({
  name: 'listRequests',
  summary: 'List the calls with a given externalTransactionId.',
  callType: 'REPORTING',
  requestModel: 'ListRequestsRequest',
  responseModel: 'ListRequestsResponse',
  request: { externalTransactionId: id('The value of the externalTransactionId header.').max(1000).required() },
  response: { requestRefs: list('The calls, oldest first.', text('A requestRef.')).required() },
  answer: async ({ request, brand, reader, call }) => {
    await reader.recordsWritten()
    const refs = await listRequestRefs(reader, brand.id, request.externalTransactionId)
    return { kind: 'answer', response: { requestRefs: refs.filter((ref) => ref !== call.ref) } }
  },
})
