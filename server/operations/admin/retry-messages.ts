import { flag, id, integer } from '../../contract/field.ts'
import { refuse } from '../../kernel/errors.ts'
import { retryGivenUp, retryMessage } from '../../store/message-state.sql.ts'
import { task } from '../operation.ts'

/** What one transaction does in a moment. */
const mostAtOnce = 5000

export const retryMessages = task({
  name: 'retryMessages',
  group: 'admin',
  summary: `Send messages that were given up, as if they were new: one, or the oldest ${mostAtOnce} of all.`,
  callType: 'UPDATE_ACCOUNT',
  requestModel: 'RetryMessagesRequest',
  responseModel: 'RetryMessagesResponse',
  request: { messageId: id('The message; all that were given up, when absent.') },
  response: {
    retried: integer('How many wait to be sent again.').required(),
    more: flag('Whether there may be more: call again.').required(),
  },
  perform: async ({ request: { messageId }, brand, db }) => {
    if (messageId !== undefined && !(await retryMessage(db, brand.id, messageId)))
      return refuse(100, 'messageId: there is no such message that was given up')
    const retried = messageId === undefined ? await retryGivenUp(db, brand.id, mostAtOnce) : 1
    return { kind: 'answer', response: { retried, more: retried === mostAtOnce } }
  },
})
