import { originOf } from '../../../domain/decision/audit-origin.ts'
import { flag, id, oneOf, text } from '../../../ground/contract/field.ts'
import { refuseField } from '../../../ground/kernel/errors.ts'
import { isUuid } from '../../../ground/kernel/ids.ts'
import { cancelErrand as cancel } from '../../../storage/errand/ask.ts'
import { errandStates } from '../../../storage/errand/errand.sql.ts'
import { task } from '../operation.ts'
import { noErrand } from './parts/errand-model.ts'

export const cancelErrand = task({
  name: 'cancelErrand',
  group: 'admin',
  summary: 'Cancel an errand that waits or runs. One that runs ends within seconds.',
  callType: 'UPDATE_ACCOUNT',
  isOfWholeBrand: true,
  requestModel: 'CancelErrandRequest',
  responseModel: 'CancelErrandResponse',
  request: { errandId: id('The errand.').required() },
  response: {
    errandId: text('The errand.').required(),
    state: oneOf('How it stands.', errandStates).required(),
    isCancelling: flag('Whether it runs still: it ends within seconds.').required(),
  },
  perform: async ({ request: { errandId }, call, brand, db }) => {
    if (!isUuid(errandId)) return noErrand()
    const state = await cancel(db, { brandId: brand.id, id: errandId }, originOf(call))
    if (!state) return refuseField(100, 'errandId', 'no such errand waits or runs')
    return { kind: 'answer', response: { errandId, state, isCancelling: state === 'running' } }
  },
})
