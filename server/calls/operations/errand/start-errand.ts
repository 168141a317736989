import { originOf } from '../../../domain/decision/audit-origin.ts'
import { id, json, model, text } from '../../../ground/contract/field.ts'
import { askForErrand } from '../../../storage/errand/ask.ts'
import { task } from '../operation.ts'

const errandInput = model('ErrandInput', 'The fields of the kind, as docs/long-work.md describes them.', {})

export const startErrand = task({
  name: 'startErrand',
  group: 'admin',
  summary: 'Ask for long work that runs in the background. errandLookup shows how far it is and what came of it.',
  details:
    'One errand of a brand runs at a time, and up to 20 wait or run. It survives restarts of the server. With error 3, the header Purser-Original-Request has the errandId.',
  callType: 'UPDATE_ACCOUNT',
  isOfWholeBrand: true,
  requestModel: 'StartErrandRequest',
  responseModel: 'StartErrandResponse',
  request: {
    kind: id('What to do: verify checks all balances of the brand against the ledger.').required(),
    input: json('What the kind needs to know. Fields that it does not have are error 100.', errandInput).max(900_000),
  },
  response: {
    errandId: text('The errand: the requestRef of this call.').required(),
  },
  perform: async ({ request, call, brand, errandKinds, db }) => {
    const wish = {
      id: call.ref,
      kind: request.kind,
      input: JSON.stringify(request.input ?? {}),
      origin: originOf(call),
    }
    const refusal = await askForErrand(db, brand, errandKinds, wish)
    return refusal ?? { kind: 'answer', response: { errandId: call.ref } }
  },
})
