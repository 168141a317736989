import { originOf } from '../../../domain/decision/audit-origin.ts'
import { languageOf } from '../../../domain/decision/call.ts'
import { oneOf, text } from '../../../ground/contract/field.ts'
import { isRefusal } from '../../../ground/kernel/errors.ts'
import { draftStates } from '../../../storage/brand-store/drafts/draft.sql.ts'
import { reopenDraft as reopen } from '../../../storage/brand-store/drafts/review-draft.ts'
import { task } from '../operation.ts'
import { draftIdentity } from './parts/draft-model.ts'

export const reopenDraft = task({
  name: 'reopenDraft',
  group: 'admin',
  summary: 'Take a draft back from review, or cancel its publication at a time.',
  details: 'A draft that was approved and scheduled stays approved; one that was only approved needs another review.',
  callType: 'UPDATE_ACCOUNT',
  isOfWholeBrand: true,
  requestModel: 'ReopenDraftRequest',
  responseModel: 'ReopenDraftResponse',
  request: draftIdentity,
  response: {
    draftId: text('The draft.').required(),
    state: oneOf('How it stands.', draftStates).required(),
  },
  perform: async ({ request, call, brand, db }) => {
    const state = await reopen({ db, brand, origin: originOf(call), language: languageOf(call) }, request)
    return isRefusal(state) ? state : { kind: 'answer', response: { draftId: request.draftId, state } }
  },
})
