import { flag, integer, list, model, oneOf, text } from '../../../ground/contract/field.ts'
import { formatDateTime, type Instant } from '../../../ground/kernel/time.ts'
import { listReceivers } from '../../../storage/store/outbox/delivery-standing.sql.ts'
import {
  countedMax,
  countLaterMessages,
  countMessages,
  listGivenUp,
} from '../../../storage/store/queries/message-state.sql.ts'
import { query } from '../operation.ts'

const messageCount = model('MessageCount', 'How many messages of a kind there are.', {
  channel: text('How they are sent: email, sms, push or webhook.').required(),
  state: oneOf('Their state.', ['waiting', 'sent', 'failed', 'cancelled', 'notSent']).required(),
  count: integer('How many there are.').required(),
})

const laterCount = model('LaterCount', 'Messages that are sent later.', {
  channel: text('How they are sent: email, sms, push or webhook.').required(),
  count: integer('How many there are. They count as waiting, too.').required(),
  firstDate: text('When the first of them is to be sent, yyyy-MM-dd HH:mm:ss.').required(),
})

const receiverDetails = model('ReceiverDetails', 'A receiver, gateway or mail server that fails.', {
  channel: text('The channel it is for.').required(),
  isDisabled: flag('Whether it is disabled, so that nothing is sent to it.').required(),
  failingDate: text('Since when nothing has got through, yyyy-MM-dd HH:mm:ss.'),
  disabledDate: text('When it was disabled, yyyy-MM-dd HH:mm:ss.'),
  reason: text('The kind of failure.').required(),
})

const givenUpMessage = model(
  'GivenUpMessage',
  'A message whose attempts have all failed, or whose receiver is disabled.',
  {
    messageId: text('The message, as retryMessages takes it.').required(),
    channel: text('How it was to be sent.').required(),
    date: text('When it was written, yyyy-MM-dd HH:mm:ss.').required(),
    attempts: integer('How often it was tried.').required(),
    lastError: text('The kind of the last failure.').required(),
  },
)

const givenUpMax = 100

export const messageStates = query({
  name: 'messageStates',
  group: 'admin',
  summary: 'Show the states of messages, the receivers that fail, and the messages that were given up.',
  callType: 'REPORTING',
  isOfWholeBrand: true,
  requestModel: 'MessageStatesRequest',
  responseModel: 'MessageStatesResponse',
  request: {},
  response: {
    counts: list(`The messages of the last 30 days, at most the newest ${countedMax}.`, messageCount).required(),
    later: list('Messages that wait until they are to be sent.', laterCount).required(),
    receivers: list('Receivers that fail or are disabled.', receiverDetails).required(),
    givenUp: list(`What was given up, the newest ${givenUpMax} first.`, givenUpMessage).required(),
  },
  answer: async ({ brand, reader }) => {
    const shown = (at: Instant) => formatDateTime(at, brand.interfaceTimeZone)
    const counts = await countMessages(reader, brand.id)
    const later = await countLaterMessages(reader, brand.id)
    const receivers = await listReceivers(reader, brand.id, brand.version)
    const givenUp = await listGivenUp(reader, brand.id, givenUpMax)
    const response = {
      counts,
      later: later.map(({ firstAt, ...rest }) => ({ ...rest, firstDate: shown(firstAt) })),
      receivers: receivers.map(({ channel, failingSince, disabledAt, reason }) => ({
        channel,
        isDisabled: disabledAt !== undefined,
        ...(failingSince !== undefined && { failingDate: shown(failingSince) }),
        ...(disabledAt !== undefined && { disabledDate: shown(disabledAt) }),
        reason,
      })),
      givenUp: givenUp.map(({ writtenAt, ...rest }) => ({ ...rest, date: shown(writtenAt) })),
    }
    return { kind: 'answer', response }
  },
})
