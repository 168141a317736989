import { originOf } from '../../../domain/decision/audit-origin.ts'
import { languageOf } from '../../../domain/decision/call.ts'
import { text } from '../../../ground/contract/field.ts'
import { isRefusal } from '../../../ground/kernel/errors.ts'
import { submitDraft as submit } from '../../../storage/brand-store/drafts/review-draft.ts'
import { task } from '../operation.ts'
import { draftIdentity } from './parts/draft-model.ts'

export const submitDraft = task({
  name: 'submitDraft',
  group: 'admin',
  summary: 'Ask somebody else to look at a draft. It must have no faults and no conflicts.',
  callType: 'UPDATE_ACCOUNT',
  isOfWholeBrand: true,
  requestModel: 'SubmitDraftRequest',
  responseModel: 'SubmitDraftResponse',
  request: draftIdentity,
  response: { draftId: text('The draft.').required() },
  perform: async ({ request, call, brand, db }) => {
    const refusal = await submit({ db, brand, origin: originOf(call), language: languageOf(call) }, request)
    return isRefusal(refusal) ? refusal : { kind: 'answer', response: { draftId: request.draftId } }
  },
})
