import { setTimeout as wait } from 'node:timers/promises'
import type { AuditOrigin } from '../../domain/audit/entry.ts'
import type { ChannelUser } from '../../domain/channel/channel-user.ts'
import type { ConnectionPool, Sql } from '../../ground/database/connection.ts'
import { type BrandId, type CardId, type RandomBytes, type RequestRef, uuidV7 } from '../../ground/kernel/ids.ts'
import { namingTime } from '../../ground/kernel/settled.ts'
import { formatDateTime } from '../../ground/kernel/time.ts'
import { insertAuditEntries } from '../../storage/store/audit/entry.sql.ts'
import { listAccounts } from '../../storage/store/batch/account.sql.ts'
import { countCallsElsewhere } from '../../storage/store/batch/call-elsewhere.sql.ts'
import { lockCards } from '../../storage/store/batch/card.sql.ts'
import { lockChannels } from '../../storage/store/batch/channel.sql.ts'
import { lockChildren } from '../../storage/store/batch/child-card.sql.ts'
import { readClock } from '../../storage/store/batch/load.ts'
import { erasers, insertErasure, type PersonToErase } from '../../storage/store/privacy/erase.sql.ts'
import {
  channelsOf,
  findFormerCards,
  findSharedAddresses,
  lockLateRequests,
  lockPersonRequests,
  waitPatiently,
} from '../../storage/store/privacy/person.sql.ts'
import { findCardsOf, type NamedPerson, type NotDone, notDone } from './named-person.ts'

export interface Erasing {
  readonly origin: AuditOrigin
  readonly random: RandomBytes
  /** Only says what would be removed. */
  readonly dryRun?: boolean
}

export interface ErasedPerson {
  readonly kind: 'erased'
  /** What was removed, table by table, and how many rows of it. */
  readonly removed: readonly { readonly what: string; readonly count: number }[]
  /** Phone numbers and addresses that other cards have too, and that stay. */
  readonly sharedAddresses: number
  /** Cards that were transferred to this one, whose persons are untouched. */
  readonly formerCards: readonly string[]
  /** The erasure as a call of the card's history; absent in a dry run. */
  readonly ref?: RequestRef
}

const triesMax = 20
const pauseMs = 50

/**
 * Removes the holder of a card and its child cards from every table, in one transaction. It starts over in the rare case that
 * somebody holds a call of the card that was made after the others were locked and before the card was.
 */
export async function erasePerson(
  pool: ConnectionPool,
  named: NamedPerson,
  order: Erasing,
): Promise<ErasedPerson | NotDone> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const done = await pool.withConnection(async (db) => {
      await db.rows`begin`
      await waitPatiently(db)
      const tried = await tryToErase(db, named, order)
      const isForGood = tried?.kind === 'erased' && !order.dryRun
      await (isForGood ? db.rows`commit` : db.rows`rollback`)
      return tried
    })
    if (done) return done
    await wait(pauseMs * (1 + tries))
  }
  return notDone('The card is in use all the time, so that its holder cannot be erased. Try again later.')
}

async function tryToErase(db: Sql, named: NamedPerson, order: Erasing): Promise<ErasedPerson | NotDone | undefined> {
  const { brand, cardNumber } = named
  const known = await findCardsOf(db, named)
  if (!Array.isArray(known)) return known
  const card = await lockAll(db, named, known)
  if (!card || card.kind === 'notDone') return card
  const { channels, shared } = await findOwnChannels(db, brand, card.cards)
  const person: PersonToErase = { cards: card.cards, requests: card.requests, channels }
  const removed: { what: string; count: number }[] = []
  for (const { what, erase } of erasers) {
    const count = await erase(db, brand, person)
    if (count > 0) removed.push({ what, count })
  }
  const formerCards = await findFormerCards(db, brand, card.cards)
  const erased = { kind: 'erased', removed, sharedAddresses: shared, formerCards } as const
  if (order.dryRun) return erased
  const ref = uuidV7(namingTime(card.now, card.settled), order.random(10))
  await insertErasure(db, brand, { card: card.root, ref, now: card.now })
  await insertAuditEntries(db, brand, [{ ...order.origin, ref, action: 'customer.erased', subject: cardNumber }])
  return { ...erased, ref }
}

/**
 * Locks in the one global order: the requests of the cards, the root card, its children; channels follow. Calls that came in
 * between, as on a card that is used all the time, are locked after the card, but not waited for: whoever holds one of them
 * waits for the card. Undefined when one of them could not be had.
 */
async function lockAll(db: Sql, { brand, cardNumber }: NamedPerson, known: readonly CardId[]) {
  const early = await lockPersonRequests(db, brand, known)
  const [root] = await lockCards(db, brand, [cardNumber], false)
  if (!root) return notDone(`Brand ${brand} has no card ${cardNumber}.`)
  const children = await lockChildren(db, brand, { names: [], ids: [], allOf: [cardNumber] })
  const { now, settled } = await readClock(db, brand)
  if (root.lock_until && root.lock_until > now)
    return notDone(`A checkout of the card is under way until ${formatDateTime(root.lock_until)} UTC. Try again then.`)
  const cards = [root.card_id, ...children.map((child) => child.card_id)]
  const late = await lockLateRequests(db, brand, cards, early)
  const requests = [...early, ...late]
  const own = requests.filter((one) => one.card_id === root.card_id && one.card_seq !== null)
  const elsewhere = await countCallsElsewhere(db, brand, root.card_id)
  const isComplete = own.length + elsewhere === root.seq && cards.length === known.length
  if (!isComplete) return undefined
  return {
    kind: 'locked',
    root: root.card_id,
    cards,
    requests: requests.map((one) => one.request_ref),
    now,
    settled,
  } as const
}

/** Locks the consents of the person's phone numbers and addresses, except those that other cards have too. */
async function findOwnChannels(
  db: Sql,
  brand: BrandId,
  cards: readonly CardId[],
): Promise<{ channels: readonly ChannelUser[]; shared: number }> {
  const users = channelsOf(await listAccounts(db, brand, cards))
  const keys = users.map(({ key }) => key)
  const inUse = await findSharedAddresses(db, brand, cards, keys)
  const channels = users.filter(({ key }) => !inUse.has(key))
  await lockChannels(db, brand, channels)
  return { channels, shared: inUse.size }
}
