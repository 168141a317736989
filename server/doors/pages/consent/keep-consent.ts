import assert from 'node:assert/strict'
import { command } from '../../../calls/operations/operation.ts'
import { endListOptIn, endOptIn } from '../../../domain/account/third-party.ts'
import type { Card } from '../../../domain/card/card.ts'
import { addressMarkUse, isMarkOf } from '../../../domain/channel/address-mark.ts'
import type { Channel } from '../../../domain/channel/channel.ts'
import type { ChannelUser } from '../../../domain/channel/channel-user.ts'
import { confirmConsent, endConsent, endListConsent } from '../../../domain/channel/consent.ts'
import { toKnownUser, userOfCustomer } from '../../../domain/channel/customer-user.ts'
import type { Decision, DecisionContext } from '../../../domain/decision/decision.ts'
import type { Need } from '../../../domain/decision/need.ts'
import type { Outcome } from '../../../domain/decision/outcome.ts'
import type { Touches } from '../../../domain/decision/touches.ts'
import { flag, id, oneOf } from '../../../ground/contract/field.ts'
import { refuse, refuseField } from '../../../ground/kernel/errors.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

/** The recipient of the message: the customer of a card, or an address itself. */
export interface ConsentRequest {
  readonly wish: 'unsubscribe' | 'confirm'
  readonly cardNumber?: string
  readonly childCardNumber?: string
  readonly recipient?: string
  /** The subscription list whose message it was: the customer wants no more of those. */
  readonly list?: string
  /** The mark of the address that a message to a card's customer went to. */
  readonly sentTo?: string
}

export interface ConsentKept {
  /** Whether the customer's wish is fulfilled. Confirming an address that has opted out does not opt it in. */
  readonly holds: boolean
}

/**
 * Not listed with the operations, so that only the links in messages can run it. It ignores the status of the card and
 * the lock of a checkout, because opting out always wins.
 */
export const keepConsent = command({
  name: 'keepConsent',
  summary: 'Store what a customer chose by a link in an e-mail.',
  callType: 'UPDATE_ACCOUNT',
  requestModel: 'KeepConsentRequest',
  responseModel: 'KeepConsentResponse',
  request: {
    wish: oneOf('What they wished.', ['unsubscribe', 'confirm']).required(),
    cardNumber: id('The root card of the customer.'),
    childCardNumber: id('The child card that the message was for.'),
    recipient: id('The address, when it was not for a card.').max(320),
    list: id('The list whose message it was.'),
    sentTo: id('What is kept of the address, when it was for a card.'),
  },
  response: { holds: flag('Whether it is as they wished.').required() },
  touches: touchesOf,
  decide: (context) => (context.request.cardNumber === undefined ? decideAddress(context) : decideCard(context)),
})

function touchesOf({ cardNumber, childCardNumber, recipient }: ConsentRequest): Touches {
  if (cardNumber !== undefined && childCardNumber !== undefined)
    return { children: [{ root: cardNumber, child: childCardNumber }] }
  if (cardNumber !== undefined) return { cards: [cardNumber] }
  const user = toKnownUser('email', recipient)
  return user ? { channels: [user], queue: user.key } : {}
}

type Context = DecisionContext<ConsentRequest>

/** A message to an address changes the channel of that address, and no card. */
function decideAddress(context: Context): Decision<ConsentKept> {
  const { wish, recipient } = context.request
  const user = toKnownUser('email', recipient)
  const before = user && context.channel(user)
  if (!before) return refuseField(100, 'recipient', 'expected an e-mail address')
  const after = before.isNew ? before : changeByWish(before, context)
  const holds = wish === 'unsubscribe' || (after.globalOptIn && (after.doubleOptInConfirmed || !after.doubleOptIn))
  return outcomeOf({ holds }, after === before ? {} : { channels: [after] })
}

function changeByWish(channel: Channel, { request, now }: Context): Channel {
  return request.wish === 'unsubscribe' ? endConsent(channel, byLink(now)) : confirmConsent(channel, byLink(now))
}

/**
 * For a message to the customer of a card: ends e-mail for the card, and for its address if that has agreed to any. A
 * message of a list ends only that list: whoever is tired of the news may still want to know of their points. If the card has another address by now, it may belong to somebody else. Nothing goes to the old address, so nothing ends.
 */
function decideCard(context: Context): Decision<ConsentKept> {
  const { wish, cardNumber: root = '', childCardNumber: child } = context.request
  const subject = context.card(root)
  if (!subject) return refuse(2)
  const card = child === undefined ? subject : context.child({ root, child })
  if (!card) return refuse(129)
  assert(wish === 'unsubscribe', 'only an address is asked to confirm')
  const { account } = context.past(card.id)
  if (!account) return needs({ kind: 'facts', card: card.id, facts: [{ kind: 'account' }] })
  const user = userOfCustomer('email', account.customer)
  if (!isSentTo(user, context)) return outcomeOf({ holds: true }, {})
  const before = user && context.channel(user)
  if (user && !before) return needs({ kind: 'more', touches: { channels: [user] } })
  const { list } = context.request
  const channel = before && !before.isNew ? endChannel(before, context) : before
  const ended = list === undefined ? endOptIn(account, 'email') : endListOptIn(account, 'email', list)
  if (channel === before && ended === account) return outcomeOf({ holds: true }, {})
  const changes = {
    ...(channel && channel !== before && { channels: [channel] }),
    ...(ended !== account && { accounts: [ended] }),
  }
  return outcomeOf({ holds: true }, { ...changes, ...aboutCard(subject, card) })
}

const byLink = (now: Instant) => ({ way: 'link' as const, at: now })

function endChannel(channel: Channel, { request: { list }, now }: Context): Channel {
  return list === undefined ? endConsent(channel, byLink(now)) : endListConsent(channel, list, byLink(now))
}

/** For messages sent by an earlier version, it is not known where they went. */
function isSentTo(user: ChannelUser | undefined, { request, brand, pins }: Context): boolean {
  if (request.sentTo === undefined) return true
  return user !== undefined && isMarkOf(request.sentTo, brand.id, user, pins.keysFor(addressMarkUse))
}

const needs = (...all: Need[]) => ({ kind: 'needs' as const, needs: all })

const aboutCard = (subject: Card, card: Card) =>
  subject === card ? { subject, cards: [subject] } : { subject, child: card, cards: [subject, card] }

type Changes = Partial<Pick<Outcome<ConsentKept>, 'subject' | 'child' | 'cards' | 'channels' | 'accounts'>>

/** Following a link again changes nothing and leaves no record, because anybody who has it can do so forever. */
function outcomeOf(response: ConsentKept, changes: Changes): Outcome<ConsentKept> {
  const isNothing = Object.keys(changes).length === 0
  return { kind: 'outcome', response, cards: [], postings: [], ...changes, ...(isNothing && { unrecorded: true }) }
}
