import { oneOf, text } from '../../contract/field.ts'
import { refuse } from '../../kernel/errors.ts'
import { reenableReceiver as enable } from '../../store/outbox/delivery-standing.sql.ts'
import { task } from '../operation.ts'

export const enableReceiver = task({
  name: 'enableReceiver',
  group: 'admin',
  summary: 'Enable a receiver, gateway or mail server that was disabled.',
  details: 'retryMessages sends what was given up meanwhile.',
  callType: 'UPDATE_ACCOUNT',
  requestModel: 'EnableReceiverRequest',
  responseModel: 'EnableReceiverResponse',
  request: { channel: oneOf('The channel it is for.', ['email', 'sms', 'push', 'webhook']).required() },
  response: { channel: text('The channel.').required() },
  perform: async ({ request: { channel }, brand, db }) =>
    (await enable(db, brand.id, channel))
      ? { kind: 'answer', response: { channel } }
      : refuse(100, 'channel: its receiver is not disabled'),
})
