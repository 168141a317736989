import { originOf } from '../../../domain/decision/audit-origin.ts'
import { languageOf } from '../../../domain/decision/call.ts'
import { text } from '../../../ground/contract/field.ts'
import { isRefusal } from '../../../ground/kernel/errors.ts'
import { discardDraft as discard } from '../../../storage/brand-store/drafts/discard-draft.ts'
import { task } from '../operation.ts'
import { draftIdentity } from './parts/draft-model.ts'

export const discardDraft = task({
  name: 'discardDraft',
  group: 'admin',
  summary: 'Discard a draft that nobody needs any more. It stays in the list of those that are over.',
  callType: 'UPDATE_ACCOUNT',
  isOfWholeBrand: true,
  requestModel: 'DiscardDraftRequest',
  responseModel: 'DiscardDraftResponse',
  request: draftIdentity,
  response: { draftId: text('The draft.').required() },
  perform: async ({ request, call, brand, db }) => {
    const refusal = await discard({ db, brand, origin: originOf(call), language: languageOf(call) }, request)
    return isRefusal(refusal) ? refusal : { kind: 'answer', response: { draftId: request.draftId } }
  },
})
