import { fromMessageId } from '../../../domain/message/outbox-message.ts'
import { flag, id, integer } from '../../../ground/contract/field.ts'
import { refuseField } from '../../../ground/kernel/errors.ts'
import { noMessage, retriedMax, retryGivenUp, retryMessage } from '../../../storage/store/outbox/message-retry.sql.ts'
import { task } from '../operation.ts'

export const retryMessages = task({
  name: 'retryMessages',
  group: 'admin',
  summary: `Send messages that were given up, as if they were new: one, or the oldest ${retriedMax} of all.`,
  callType: 'UPDATE_ACCOUNT',
  isOfWholeBrand: true,
  requestModel: 'RetryMessagesRequest',
  responseModel: 'RetryMessagesResponse',
  request: { messageId: id('The message. Absent: all that were given up.') },
  response: {
    retried: integer('How many will be sent again.').required(),
    more: flag('Whether there may be more. If so, call again.').required(),
  },
  perform: async ({ request: { messageId }, brand, db }) => {
    if (messageId === undefined) {
      const { length: retried } = await retryGivenUp(db, brand.id, noMessage)
      return { kind: 'answer', response: { retried, more: retried === retriedMax } }
    }
    const name = fromMessageId(messageId)
    if (!name || !(await retryMessage(db, brand.id, name)))
      return refuseField(100, 'messageId', 'there is no such message that was given up')
    return { kind: 'answer', response: { retried: 1, more: false } }
  },
})
