import type { Brand } from '../../../domain/brand/brand.ts'
import { ruleUuid } from '../../../domain/campaign/uuids.ts'
import { id, integer, list, model, oneOf, text } from '../../../ground/contract/field.ts'
import { isRefusal } from '../../../ground/kernel/errors.ts'
import { formatDateTime } from '../../../ground/kernel/time.ts'
import { type CommunicationRow, listCommunication } from '../../../storage/store/queries/communication.sql.ts'
import { findReadable } from '../found-card.ts'
import { query } from '../operation.ts'

const communicationRow = model('CommunicationRow', 'A message to a card.', {
  messageId: text('The message, unique in the brand, as logPushEvent takes it.').required(),
  date: text('When it was written, yyyy-MM-dd HH:mm:ss.').required(),
  channel: text('How it is sent: email, sms, push or webhook.').required(),
  state: oneOf(
    'Its state. notSent: the brand has no working sender for the channel, the customer does not want the message, or a cap was reached.',
    ['waiting', 'sent', 'failed', 'cancelled', 'notSent'],
  ).required(),
  stateReason: text(
    'Why it was not sent (noSender, noAddress, notOptedIn, optedOut, bounced, capped, receiverDisabled), why it was not sent later (voided, returned, ruleOff, cardInactive, conditionFailed, notJudged), or the kind of its last failure, such as timeout.',
  ),
  dueDate: text('When it is to be sent, yyyy-MM-dd HH:mm:ss. Only of a message that waits for that.'),
  sentDate: text('When it was sent, yyyy-MM-dd HH:mm:ss.'),
  templateId: text('The template it was made from. Absent if the rule itself has the text.'),
  subject: text('Its subject.').personal(),
  campaignRuleUUID: text('The campaign rule that sent it.'),
  requestRef: text('The call that caused it.').required(),
  childCardNumber: text('The child card it was sent to. Absent for the card itself.'),
})

export const communicationActivity = query({
  name: 'communicationActivity',
  summary: 'List the messages to a card and its child cards, newest first.',
  details: 'Direct messages are part of responses and are not listed.',
  callType: 'REPORTING',
  requestModel: 'CommunicationActivityRequest',
  responseModel: 'CommunicationActivityResponse',
  request: {
    cardNumber: id('The card.').required(6),
    maxResults: integer('How many messages to return at most.').between(1, 100).default(20),
    offset: integer('How many messages to skip.').between(0, 1000).default(0),
  },
  response: { rows: list('The messages, newest first.', communicationRow).required() },
  answer: async ({ request, brand, reader }) => {
    const found = await findReadable(reader, brand.id, request.cardNumber)
    if (isRefusal(found)) return found
    const page = { limit: request.maxResults, offset: request.offset }
    const rows = await listCommunication(reader, brand.id, found.card.id, page)
    return { kind: 'answer', cardId: found.card.id, response: { rows: rows.map((row) => show(row, brand)) } }
  },
})

function show(row: CommunicationRow, brand: Brand) {
  const [campaign = '', rule = ''] = (row.rule_id ?? '').split('/', 2)
  return {
    messageId: `${row.request_ref}-${row.line}`,
    date: formatDateTime(row.created_at, brand.interfaceTimeZone),
    channel: row.channel,
    state: row.state,
    ...(row.last_error !== null && { stateReason: row.last_error }),
    ...(row.due_at !== null && { dueDate: formatDateTime(row.due_at, brand.interfaceTimeZone) }),
    ...(row.sent_at !== null && { sentDate: formatDateTime(row.sent_at, brand.interfaceTimeZone) }),
    ...(row.template_id !== null && { templateId: row.template_id }),
    ...(row.subject !== null && { subject: row.subject }),
    ...(rule && { campaignRuleUUID: ruleUuid(brand.id, campaign, rule) }),
    requestRef: row.request_ref,
    ...(row.child_number !== null && { childCardNumber: row.child_number }),
  }
}
