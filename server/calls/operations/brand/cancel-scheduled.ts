import { originOf } from '../../../domain/decision/audit-origin.ts'
import { callerOf, languageOf } from '../../../domain/decision/call.ts'
import { integer } from '../../../ground/contract/field.ts'
import { refuseField } from '../../../ground/kernel/errors.ts'
import { cancelScheduled as cancel } from '../../../storage/brand-store/history/schedule.ts'
import { task } from '../operation.ts'
import { refuseFaulty } from './parts/change-brand.ts'

export const cancelScheduled = task({
  name: 'cancelScheduled',
  group: 'admin',
  summary: 'Cancel a scheduled change of the brand, or set aside one that was refused when it was due.',
  callType: 'UPDATE_ACCOUNT',
  requestModel: 'CancelScheduledRequest',
  responseModel: 'CancelScheduledResponse',
  request: { number: integer('Its number, as brandHistory shows it.').between(1, 2_147_483_647).required() },
  response: { number: integer('Its number.').required() },
  perform: async ({ request: { number }, call, brand, db }) => {
    const wasOpen = await cancel(db, { brandId: brand.id, number }, { origin: originOf(call), caller: callerOf(call) })
    if (typeof wasOpen === 'object') return refuseFaulty(wasOpen, languageOf(call))
    if (!wasOpen) return refuseField(100, 'number', `no scheduled change ${number} is waiting or was refused`)
    return { kind: 'answer', response: { number } }
  },
})
