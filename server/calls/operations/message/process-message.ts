import type { Account, CustomerRecord } from '../../../domain/account/account.ts'
import { repliesOf } from '../../../domain/brand/texts/brand-texts.ts'
import type { Card } from '../../../domain/card/card.ts'
import type { Channel } from '../../../domain/channel/channel.ts'
import { toChannelUser } from '../../../domain/channel/channel-user.ts'
import { userOfCustomer } from '../../../domain/channel/customer-user.ts'
import type { CallOrigin } from '../../../domain/decision/call.ts'
import type { DecisionContext } from '../../../domain/decision/decision.ts'
import { isUndecided, type Needs } from '../../../domain/decision/need.ts'
import { id, integer, list, oneOf, text } from '../../../ground/contract/field.ts'
import { isRefusal, type Refusal, refuse, refuseField } from '../../../ground/kernel/errors.ts'
import { seeingAccount } from '../account/parts/account-rules.ts'
import { command } from '../operation.ts'
import { answerCounted, runTriggered } from '../rules/parts/triggered.ts'
import { withCard } from '../with-card.ts'
import { applyWord, applyWordToChannel, findWord, type Word } from './parts/opt-in-words.ts'

interface Message {
  readonly message: string
  readonly channel: 'sms' | 'email' | 'push'
  readonly cardNumber?: string
  readonly channelUser?: string
}

export const processMessage = command({
  name: 'processMessage',
  summary: 'Take a message that a customer wrote, and run the campaign rules with trigger message for the card.',
  details:
    "The rules see the facts message.text and message.channel.\n\nAn SMS of YES or Y confirms the opt-ins that wait for it. STOP, STOPALL, UNSUBSCRIBE, OPT OUT, REVOKE, END, QUIT and CANCEL end the opt-in and those of all lists. START and UNSTOP take that back. Case, blanks and punctuation do not matter.\n\nThe word applies to the card's phone, and to what channelSubscription shows for the number that wrote: channelUser, or else the customer's number. Only the customer's own number can opt a card in. An opt-out is kept for cards of any status, even while a checkout locks them; no rules run then.",
  callType: 'TRIGGER_ONLY',
  requestModel: 'ProcessMessageRequest',
  responseModel: 'ProcessMessageResponse',
  request: {
    message: text('What the customer wrote.').max(10_000).required(),
    cardNumber: id(
      "The customer's card. Required unless channelUser is given. Without it the word takes effect, and no rules run.",
    ),
    channel: oneOf('How it came in, in upper or lower case.', ['sms', 'email', 'push']).anyCase().default('sms'),
    channelUser: id(
      "With channel sms: who wrote, as a phone number in E.164 or as dialled in the location's country.",
    ).max(320),
  },
  response: {
    triggeredRuleCount: integer('How many rules fired.').required(),
    sentNotifications: integer('How many messages will be sent, not counting direct ones.').required(),
    responseMessages: list('The direct messages: what to answer the customer.', text('A message.')).required(),
    smsOptIn: oneOf('What happened to the opt-in to SMS. Absent if the message did not change it.', [
      'confirmed',
      'ended',
    ]),
  },
  check: ({ cardNumber, channelUser, channel }) => {
    if (cardNumber === undefined && channelUser === undefined) return refuse(6)
    return channelUser !== undefined && channel !== 'sms'
      ? refuseField(100, 'channelUser', 'only with channel sms')
      : undefined
  },
  touches: ({ cardNumber, channelUser }, origin) => {
    const user = channelUser === undefined ? undefined : toWriter(channelUser, origin)
    return {
      ...(cardNumber !== undefined && { cards: [cardNumber], offers: true }),
      ...(user && !isRefusal(user) && { channels: [user], queue: user.key }),
    }
  },
  decide: (context) => {
    const { cardNumber } = context.request
    if (cardNumber === undefined) return decideWord(context)
    const decision = withCard({ ...context, request: { cardNumber } }, (card) => decideMessage(card, context))
    const card = context.card(cardNumber)
    const isOptOut = card && wordOf(context) === 'end'
    return decision.kind === 'refusal' && isOptOut && ofStanding.has(decision.code)
      ? decideOptOut(card, context)
      : decision
  },
})

/** Not active yet, not usable any more, locked by a checkout. */
const ofStanding: ReadonlySet<number> = new Set([110, 112, 113])

const toWriter = (channelUser: string, origin: CallOrigin) => toChannelUser({ channel: 'phone', channelUser }, origin)

const wordOf = ({ request: { message, channel }, brand }: Pick<DecisionContext<Message>, 'request' | 'brand'>) =>
  channel === 'sms' ? findWord(message, repliesOf(brand)) : undefined
const optInAfter = (word: Word | undefined) => (word === 'end' ? ('ended' as const) : ('confirmed' as const))

function decideMessage(card: Card, context: DecisionContext<Message>) {
  const { message, channel } = context.request
  const heard = hearOnCard(card, context)
  if (isUndecided(heard)) return heard
  const { word, account, changed, channels } = heard
  const triggering = { trigger: 'message', message: { text: message, channel } } as const
  const triggered = runTriggered(card, triggering, changed ? seeingAccount(context, changed) : context)
  if (isUndecided(triggered)) return triggered
  const outcome = answerCounted(triggered)
  if (changed === account && channels.length === 0) return outcome
  const accounts = [...triggered.run.result.accounts.values()]
  return { ...outcome, accounts, channels, response: { ...outcome.response, smsOptIn: optInAfter(word) } }
}

/** Opting out always wins: a card that nothing else can be done with, locked or lost, has its opt-in ended, and no rule runs. */
function decideOptOut(card: Card, context: DecisionContext<Message>) {
  const heard = hearOnCard(card, context)
  if (isUndecided(heard)) return heard
  const { word, account, changed, channels } = heard
  const isNothing = changed === account && channels.length === 0
  const response = isNothing ? nothingFired : { ...nothingFired, smsOptIn: optInAfter(word) }
  const accounts = changed && changed !== account ? [changed] : []
  return { kind: 'outcome' as const, response, subject: card, cards: [card], postings: [], accounts, channels }
}

interface Heard {
  readonly word: Word | undefined
  /** Before the word, and after it; only looked at if there is a word. */
  readonly account: Account | undefined
  readonly changed: Account | undefined
  readonly channels: readonly Channel[]
}

/** What the word makes of the card's account and of the channel of whoever wrote. */
function hearOnCard(card: Card, context: DecisionContext<Message>): Heard | Needs | Refusal {
  const word = wordOf(context)
  const { account } = context.past(card.id)
  if (word && !account)
    return { kind: 'needs', needs: [{ kind: 'facts', card: card.id, facts: [{ kind: 'account' }] }] }
  const channels = hearWord(word, context, account?.customer)
  if (isUndecided(channels)) return channels
  const changed = word && account && mayChange(account, word, context) ? applyWord(account, word) : account
  return { word, account, changed, channels }
}

/** Anybody may have a card get nothing any more; only the customer's own number opts it in. */
function mayChange({ customer }: Account, word: Word, context: DecisionContext<Message>): boolean {
  const { channelUser } = context.request
  if (word === 'end' || channelUser === undefined) return true
  const writer = toWriter(channelUser, context)
  return 'key' in writer && writer.key === userOfCustomer('phone', customer)?.key
}

const nothingFired = { triggeredRuleCount: 0, sentNotifications: 0, responseMessages: [] }

/** A message from a number of which no card was named. */
function decideWord(context: DecisionContext<Message>) {
  const word = wordOf(context)
  const channels = hearWord(word, context)
  if (isUndecided(channels)) return channels
  const response = channels.length > 0 ? { ...nothingFired, smsOptIn: optInAfter(word) } : nothingFired
  return { kind: 'outcome' as const, response, cards: [], postings: [], channels }
}

/** What the word makes of the channel of whoever wrote, or else of the customer's number; nothing if it changes nothing. */
function hearWord(
  word: Word | undefined,
  context: DecisionContext<Message>,
  customer: CustomerRecord = {},
): readonly Channel[] | Needs | Refusal {
  const { channelUser } = context.request
  const user = channelUser === undefined ? userOfCustomer('phone', customer) : toWriter(channelUser, context)
  if (user && isRefusal(user)) return user
  if (!word || !user) return []
  const before = context.channel(user)
  if (!before) return { kind: 'needs', needs: [{ kind: 'more', touches: { channels: [user] } }] }
  // Of a number that is unknown nothing is kept, unless it says itself that it wants nothing.
  if (before.isNew && (channelUser === undefined || word !== 'end')) return []
  const after = applyWordToChannel(before, word, { way: 'reply', at: context.now })
  return after === before ? [] : [after]
}
