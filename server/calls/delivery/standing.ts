import type { Account } from '../../domain/account/account.ts'
import type { Brand } from '../../domain/brand/brand.ts'
import { channelKey } from '../../domain/channel/channel-user.ts'
import type { OutboxMessage } from '../../domain/message/outbox-message.ts'
import type { Sql } from '../../ground/database/connection.ts'
import type { CardId } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import { listAccounts } from '../../storage/store/batch/account.sql.ts'
import { listChannels } from '../../storage/store/batch/channel.sql.ts'
import {
  type CardName,
  listCardNames,
  listReceivers,
  type ReceiverState,
} from '../../storage/store/outbox/delivery-standing.sql.ts'
import { listBounced } from '../../storage/store/queries/card-facets.sql.ts'
import { channelOf, type KnownConsents, maySend, type SendPermission } from './permission.ts'

/** The people that messages of one brand go to, and what they agreed to, as read at one moment. */
export interface RecipientStanding extends KnownConsents {
  readonly readAt: Instant
  readonly accounts: ReadonlyMap<CardId, Account>
  readonly cards: ReadonlyMap<CardId, CardName>
  /** By channel. Receivers that work have no entry. */
  readonly receivers: ReadonlyMap<string, ReceiverState>
}

export async function loadStanding(
  db: Sql,
  brand: Brand,
  messages: readonly OutboxMessage[],
  now: Instant,
): Promise<RecipientStanding> {
  const cards = [...new Set(messages.flatMap(({ cardId = [] }) => cardId))]
  const [found, names, email, phone, receivers] = await Promise.all([
    listAccounts(db, brand.id, cards),
    listCardNames(db, brand.id, cards),
    listBounced(db, brand.id, cards, 'email'),
    listBounced(db, brand.id, cards, 'mms'),
    listReceivers(db, brand.id, brand.version),
  ])
  const accounts = new Map(found.map((account) => [account.cardId, account]))
  const users = messages.flatMap((message) => channelOf(message, accountOf(message, accounts)) ?? [])
  const channels = await listChannels(db, brand.id, users)
  return {
    readAt: now,
    accounts,
    cards: names,
    bounced: { email, phone },
    receivers: new Map(receivers.map((state) => [state.channel, state])),
    channels: new Map(channels.map((channel) => [channelKey(channel), channel])),
  }
}

/** Whether the message may go out, judged by `standing`. */
export function judgeMessage(message: OutboxMessage, standing: RecipientStanding, brand: Brand): SendPermission {
  if (standing.receivers.get(message.channel)?.disabledAt !== undefined)
    return { kind: 'notSent', reason: 'receiverDisabled' }
  return maySend(message, accountOf(message, standing.accounts), standing, brand)
}

const accountOf = ({ cardId }: OutboxMessage, accounts: ReadonlyMap<CardId, Account>) =>
  cardId === undefined ? undefined : accounts.get(cardId)
