import { originOf } from '../../../domain/decision/audit-origin.ts'
import { languageOf } from '../../../domain/decision/call.ts'
import { flag, oneOf, text } from '../../../ground/contract/field.ts'
import { isRefusal, refuseField } from '../../../ground/kernel/errors.ts'
import { reviewDraft as review } from '../../../storage/brand-store/drafts/review-draft.ts'
import { task } from '../operation.ts'
import { draftIdentity } from './parts/draft-model.ts'

export const reviewDraft = task({
  name: 'reviewDraft',
  group: 'admin',
  summary: 'Approve a draft that is in review, or send it back with a note.',
  details:
    'Who made the draft, changed it last or wrote one of its entries cannot approve it: that is error 104. Any change afterwards needs another review.',
  callType: 'UPDATE_ACCOUNT',
  isOfWholeBrand: true,
  requestModel: 'ReviewDraftRequest',
  responseModel: 'ReviewDraftResponse',
  request: {
    ...draftIdentity,
    approve: flag('Whether it may be published.').required(),
    note: text('What its authors should know. Needed to send it back.').max(500),
  },
  response: {
    draftId: text('The draft.').required(),
    state: oneOf('How it stands.', ['approved', 'open']).required(),
  },
  check: ({ approve, note = '' }) =>
    approve || note.trim() !== '' ? undefined : refuseField(100, 'note', 'say what is to be changed'),
  perform: async ({ request, call, brand, db }) => {
    const { draftId, revision, approve: isApproved, note } = request
    const verdict = { draftId, revision, isApproved, note }
    const refusal = await review(
      { db, brand, origin: originOf(call), language: languageOf(call) },
      { ...verdict, oneHand: call.user?.company?.oneHand ?? new Set() },
    )
    if (isRefusal(refusal)) return refusal
    return { kind: 'answer', response: { draftId, state: isApproved ? ('approved' as const) : ('open' as const) } }
  },
})
