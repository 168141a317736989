import type { ReasonCount } from '../../../storage/store/queries/message-state.sql.ts'

/** Why messages are not sent, as operators read it. What delivery or later judging may write is here. */
const reasons: Readonly<Record<string, string>> = {
  noAddress: 'no address is known',
  notOptedIn: 'the customer has not opted in',
  optedOut: 'the customer has opted out',
  bounced: 'earlier messages to the address bounced',
  noSender: 'the brand file has no sender for this channel',
  receiverDisabled: 'the receiver is disabled',
  capped: 'the customer has received as many as the cap allows',
  conditionFailed: 'a condition about the card no longer holds',
  ruleOff: 'the rule or its campaign is no longer there',
  cardInactive: 'the card can no longer be used',
  notJudged: 'it could not be judged in time whether they are still wanted',
}

/** `  email: 3 not sent: the brand file has no sender for this channel` */
export function notSentLine({ channel, reason, count }: ReasonCount): string {
  return `  ${channel}: ${count} not sent${reason === null ? '' : `: ${reasons[reason] ?? reason}`}`
}
