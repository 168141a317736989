import type { Account } from '../../domain/account/account.ts'
import type { ThirdPartyLink } from '../../domain/account/third-party-link.ts'
import type { Brand } from '../../domain/brand/brand.ts'
import { awaitsConfirmation, type Channel } from '../../domain/channel/channel.ts'
import { type ChannelUser, channelKey } from '../../domain/channel/channel-user.ts'
import { toKnownUser, userOfCustomer } from '../../domain/channel/customer-user.ts'
import type { OutboxMessage } from '../../domain/message/outbox-message.ts'
import type { CardId } from '../../ground/kernel/ids.ts'

/** Why a message is not sent and never will be. */
export type NotSentReason =
  | 'noAddress'
  | 'notOptedIn'
  | 'optedOut'
  | 'bounced'
  | 'noSender'
  | 'receiverDisabled'
  | 'capped'

export type SendPermission =
  | { readonly kind: 'recipient'; readonly address: string }
  | { readonly kind: 'notSent'; readonly reason: NotSentReason }

/** What is known about addresses and numbers, whichever cards have them. */
export interface KnownConsents {
  /** By `channelKey`. Users who never opted in or out have none. */
  readonly channels: ReadonlyMap<string, Channel>
  /** Cards whose e-mail or text messages bounce. */
  readonly bounced: { readonly email: ReadonlySet<CardId>; readonly phone: ReadonlySet<CardId> }
}

type OutboxPart = Pick<OutboxMessage, 'channel' | 'purpose' | 'cardId' | 'recipient' | 'list'>
type KnownAccount = Pick<Account, 'cardId' | 'customer' | 'links'>

/**
 * Where a message may go at this moment, or why it may not. An opt-out counts wherever it was recorded: with the card,
 * in the customer's preferences, or for the address itself.
 */
export function maySend(
  message: OutboxPart,
  account: KnownAccount | undefined,
  reach: KnownConsents,
  brand: Brand,
): SendPermission {
  if (!brand.document.senders[message.channel]) return notSent('noSender')
  switch (message.channel) {
    case 'webhook':
      return { kind: 'recipient', address: '' }
    case 'push':
      return message.cardId === undefined ? notSent('noAddress') : { kind: 'recipient', address: '' }
    case 'email':
    case 'sms': {
      const name = channelOf(message, account)
      if (!name) return notSent('noAddress')
      const reason =
        message.recipient === undefined
          ? refusalOfCustomer(message, name, account, reach)
          : refusalOfUser(message, name, reach)
      return reason ? notSent(reason) : { kind: 'recipient', address: name.user }
    }
  }
}

const notSent = (reason: NotSentReason): SendPermission => ({ kind: 'notSent', reason })

/** The address or number that a message would go to. */
export function channelOf(message: OutboxPart, account: KnownAccount | undefined): ChannelUser | undefined {
  if (message.channel !== 'email' && message.channel !== 'sms') return undefined
  const kind = message.channel === 'email' ? 'email' : 'phone'
  if (message.recipient !== undefined) return toKnownUser(kind, message.recipient)
  return account && userOfCustomer(kind, account.customer)
}

function refusalOfCustomer(
  { purpose, list }: OutboxPart,
  name: ChannelUser,
  account: KnownAccount | undefined,
  reach: KnownConsents,
): NotSentReason | undefined {
  const link = account?.links?.find(({ thirdParty }) => thirdParty === name.channel)
  const { emailPref, phonePref } = account?.customer ?? {}
  const channel = reach.channels.get(channelKey(name))
  const preference = name.channel === 'email' ? emailPref : phonePref
  if (link?.optIn === false || preference === 'O' || channel?.globalOptIn === false) return 'optedOut'
  if (!link?.optIn) return 'notOptedIn'
  const refused = list === undefined ? undefined : refusalOfList(list, link, channel)
  if (refused) return refused
  const isConfirmed = (name.channel === 'email' || link.confirmed) && !(channel && awaitsConfirmation(channel))
  if (!isConfirmed && purpose !== 'confirmation') return 'notOptedIn'
  return account && reach.bounced[name.channel].has(account.cardId) ? 'bounced' : undefined
}

/** Whoever wants messages on the channel may still not want those of a list. An opt-in by phone must be confirmed. */
function refusalOfList(list: string, link: ThirdPartyLink, channel: Channel | undefined): NotSentReason | undefined {
  const choice = link.lists?.find(({ uuid }) => uuid === list)
  if (choice?.optIn === false || channel?.lists[list] === false) return 'optedOut'
  if (!choice) return 'notOptedIn'
  return link.thirdParty === 'phone' && !choice.confirmed ? 'notOptedIn' : undefined
}

/** A message to an address rather than a card: the user of the address must have agreed. */
function refusalOfUser(
  { purpose }: OutboxPart,
  name: ChannelUser,
  { channels }: KnownConsents,
): NotSentReason | undefined {
  const channel = channels.get(channelKey(name))
  if (!channel) return purpose === 'gift' ? undefined : 'notOptedIn'
  if (!channel.globalOptIn) return 'optedOut'
  return awaitsConfirmation(channel) && purpose !== 'confirmation' ? 'notOptedIn' : undefined
}
