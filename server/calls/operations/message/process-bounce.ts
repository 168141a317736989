import { addressMarkUse, isMarkOf } from '../../../domain/channel/address-mark.ts'
import { channelKinds, toChannelUser } from '../../../domain/channel/channel-user.ts'
import { toKnownUser, userOfCustomer } from '../../../domain/channel/customer-user.ts'
import { fromMessageId } from '../../../domain/message/outbox-message.ts'
import { dateTime, id, oneOf, text } from '../../../ground/contract/field.ts'
import { readNow } from '../../../ground/database/clock.sql.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { isRefusal, type Refusal, refuse, refuseField } from '../../../ground/kernel/errors.ts'
import { day } from '../../../ground/kernel/time.ts'
import { listAccounts } from '../../../storage/store/batch/account.sql.ts'
import { type BounceNotice, insertBounce } from '../../../storage/store/outbox/bounce.sql.ts'
import { findMessageTarget, type MessageTarget } from '../../../storage/store/outbox/delivery.sql.ts'
import { type TaskContext, task } from '../operation.ts'

/** Clocks of mail servers are wrong by hours, but not by days. */
const farthestAhead = day

export const processBounce = task({
  name: 'processBounce',
  summary: 'Take a bounce notice from a mail server or an SMS gateway, for a message or for an address.',
  details:
    "Within seconds an event of type BOUNCED (categoryId email or sms) is logged on the card of the message, unless its customer has another address by now, or on all cards whose customers have the address. From then on emailBounced or mmsBounced of search is true, and nothing more is sent there until a later UNBOUNCED.\n\nA notice for an address that no card has is accepted and has no effect. Send only notices about addresses that are gone for good. The server itself notices which recipients the brand's mail server refuses.",
  callType: 'UPDATE_ACCOUNT',
  requestModel: 'ProcessBounceRequest',
  responseModel: 'ProcessBounceResponse',
  request: {
    messageId: id(
      'The message that came back: its id from the header X-Message-Id of the e-mail, from the webhook-id that the gateway got, or from communicationActivity. Use it instead of channel and channelUser.',
    ),
    channel: oneOf('The kind of channel, in upper or lower case.', channelKinds).anyCase(),
    channelUser: id(
      "An e-mail address or a phone number. The number is in E.164, or as dialled in the location's country.",
    ).max(320),
    eventType: oneOf('Whether messages come back (BOUNCED) or arrive again (UNBOUNCED).', [
      'BOUNCED',
      'UNBOUNCED',
    ]).default('BOUNCED'),
    reason: text('What the notice says. It becomes the payload of the event.').max(1000),
    eventDate: dateTime('When it happened. At most a day ahead. Absent: now.'),
  },
  response: {},
  check: ({ messageId, channel, channelUser }) => {
    if (messageId !== undefined && (channel ?? channelUser) !== undefined)
      return refuseField(100, 'messageId', 'give either messageId or channel and channelUser')
    if (messageId !== undefined || (channel !== undefined && channelUser !== undefined)) return undefined
    if (channel !== undefined) return refuseField(100, 'channelUser', 'is missing')
    return channelUser === undefined
      ? refuseField(100, 'messageId', 'is missing')
      : refuseField(100, 'channel', 'is missing')
  },
  perform: async (context) => {
    const { request, call, brand, db } = context
    const { messageId, channel = 'email', channelUser = '', eventType, reason } = request
    const now = await readNow(db)
    const { eventDate: happenedAt = now } = request
    if (happenedAt > now + farthestAhead) return refuseField(100, 'eventDate', 'must not lie in the future')
    const meant =
      messageId === undefined
        ? toChannelUser({ channel, channelUser }, { brand, call })
        : await findRecipient(messageId, context)
    if (isRefusal(meant)) return meant
    const to = 'to' in meant ? meant.to : { key: meant.key }
    if (to) await insertBounce(db, brand.id, { eventType, channel: meant.channel, to, reason, happenedAt })
    const cardId = to?.cardId
    return defined({ kind: 'answer', response: {}, cardId })
  },
})

/** Nobody when the recipient was erased meanwhile, or has another address. */
type Recipient = Pick<BounceNotice, 'channel'> & { readonly to: BounceNotice['to'] | undefined }

async function findRecipient(messageId: string, context: TaskContext<unknown>): Promise<Recipient | Refusal> {
  const name = fromMessageId(messageId)
  const message = name && (await findMessageTarget(context.db, context.brand.id, name))
  if (!message) return refuse(118, 'There is no such message.')
  if (message.channel !== 'email' && message.channel !== 'sms')
    return refuseField(100, 'messageId', 'only e-mail and text messages bounce')
  const channel = message.channel === 'email' ? 'email' : 'phone'
  const user = toKnownUser(channel, message.recipient)
  return { channel, to: user ? { key: user.key } : await findCustomer(channel, message, context) }
}

/** The customer of the message's card, if they still have the address that it went to. */
async function findCustomer(
  channel: BounceNotice['channel'],
  { cardId, sentTo }: MessageTarget,
  { db, brand, pins }: TaskContext<unknown>,
): Promise<BounceNotice['to'] | undefined> {
  if (cardId === undefined) return undefined
  const [account] = await listAccounts(db, brand.id, [cardId])
  const user = account && userOfCustomer(channel, account.customer)
  // Where it went is known once its sending is written down: a gateway may be quicker, and a worker may die before.
  const isSame = user && (sentTo === undefined || isMarkOf(sentTo, brand.id, user, pins.keysFor(addressMarkUse)))
  return isSame ? { cardId, key: user.key } : undefined
}
