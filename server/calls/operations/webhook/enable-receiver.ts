import type { AuditOrigin } from '../../../domain/audit/entry.ts'
import { originOf } from '../../../domain/decision/audit-origin.ts'
import { oneOf, text } from '../../../ground/contract/field.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { refuseField } from '../../../ground/kernel/errors.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import { insertAuditEntries } from '../../../storage/store/audit/entry.sql.ts'
import { reenableReceiver } from '../../../storage/store/outbox/delivery-standing.sql.ts'
import { task } from '../operation.ts'

export const enableReceiver = task({
  name: 'enableReceiver',
  group: 'admin',
  summary: 'Enable a receiver, gateway or mail server that was disabled.',
  details: 'retryMessages sends what was given up meanwhile.',
  callType: 'UPDATE_ACCOUNT',
  isOfWholeBrand: true,
  requestModel: 'EnableReceiverRequest',
  responseModel: 'EnableReceiverResponse',
  request: { channel: oneOf('The channel it is for.', ['email', 'sms', 'push', 'webhook']).required() },
  response: { channel: text('The channel.').required() },
  perform: async ({ request: { channel }, call, brand, db }) =>
    (await enableAgain(db, brand.id, channel, originOf(call)))
      ? { kind: 'answer', response: { channel } }
      : refuseField(100, 'channel', 'its receiver is not disabled'),
})

/** In a transaction of the caller's. False when it is not disabled. */
export async function enableAgain(db: Sql, brand: BrandId, channel: string, origin: AuditOrigin): Promise<boolean> {
  if (!(await reenableReceiver(db, brand, channel))) return false
  await insertAuditEntries(db, brand, [{ ...origin, action: 'receiver.enabled', subject: `senders/${channel}` }])
  return true
}
