import { randomBytes } from 'node:crypto'
import type { AuditOrigin } from '../audit/entry.ts'
import { brandExists } from '../brand-store/brand-list.sql.ts'
import type { ChannelUser } from '../channel/channel-user.ts'
import { readNow } from '../database/clock.sql.ts'
import type { ConnectionPool, Sql } from '../database/connection.ts'
import { type BrandId, type CardId, uuidV7 } from '../kernel/ids.ts'
import { formatDateTime } from '../kernel/time.ts'
import { insertAuditEntries } from '../store/audit/entry.sql.ts'
import { listAccounts } from '../store/batch/account.sql.ts'
import { countCallsElsewhere } from '../store/batch/call-elsewhere.sql.ts'
import { lockCards } from '../store/batch/card.sql.ts'
import { lockChannels } from '../store/batch/channel.sql.ts'
import { lockChildren } from '../store/batch/child-card.sql.ts'
import { erasers, insertErasure, type Person } from '../store/privacy/erase.sql.ts'
import { addressTables, cardTables, listItems } from '../store/privacy/export.sql.ts'
import {
  channelsOf,
  findFormerCards,
  findPersonCards,
  findSharedAddresses,
  lockPersonRequests,
  waitPatiently,
} from '../store/privacy/person.sql.ts'
import { type Command, databaseCommand } from './command.ts'
import { CommandFailed } from './command-failed.ts'
import { withPool } from './pool.ts'

export const customerCommands: readonly Command[] = [
  databaseCommand({
    words: ['customer', 'export'],
    operands: ['BRAND', 'CARDNUMBER'],
    about: "print everything that is kept about a card's holder, as JSON",
    run: ([brand, cardNumber], { url, operator }) => customerExport(url, { brand, cardNumber }, { actor: operator }),
  }),
  databaseCommand({
    words: ['customer', 'erase'],
    example: 'customer erase 1001 70000001 --dry-run',
    operands: ['BRAND', 'CARDNUMBER'],
    flags: ['dry-run'],
    about: "remove a card's holder from every table; the ledger stays",
    run: ([brand, cardNumber], { url, config, operator }) =>
      customerErase(url, { brand, cardNumber }, { dryRun: config.dryRun, origin: { actor: operator } }),
  }),
]

/** The holder of a card, as the command line names them. */
interface Named {
  readonly brand: BrandId
  readonly cardNumber: string
}

/** Prints everything that is kept about the holder of a card and its child cards, as one JSON document. */
async function customerExport(url: string, named: Named, origin: AuditOrigin): Promise<void> {
  const document = await withPool(url, (pool) => exportCustomer(pool, named, origin))
  process.stdout.write(`${JSON.stringify(document, null, 2)}\n`)
}

/** Everything that is kept, as of one moment. Nobody gets it without an audit entry. */
export function exportCustomer(
  pool: ConnectionPool,
  { brand, cardNumber }: Named,
  origin: AuditOrigin,
): Promise<Record<string, unknown>> {
  return pool.withConnection(async (db) => {
    await db.rows`begin isolation level repeatable read`
    await waitPatiently(db)
    const cards = await findCards(db, brand, cardNumber)
    const users = channelsOf(await listAccounts(db, brand, cards))
    const document: Record<string, unknown> = {
      brand,
      cardNumber,
      exportedAt: new Date(await readNow(db)).toISOString(),
    }
    for (const { name, items } of [...cardTables(brand, cards), ...addressTables(brand, users)])
      document[name] = await listItems(db, items)
    document.cardsTransferredHere = await findFormerCards(db, brand, cards)
    await insertAuditEntries(db, brand, [{ ...origin, action: 'customer.exported', subject: cardNumber }])
    await db.rows`commit`
    return document
  })
}

/** Removes the holder of a card and its child cards from every table, and prints what was removed. */
async function customerErase(url: string, named: Named, order: Erasing): Promise<void> {
  const { lines } = await withPool(url, (pool) => eraseCustomer(pool, named, order))
  const done = order.dryRun
    ? 'This is what would be removed; nothing was changed.'
    : 'The person is erased; the ledger is unchanged.'
  process.stdout.write(`${[...lines, done].join('\n')}\n`)
}

interface Erasing {
  readonly origin: AuditOrigin
  readonly dryRun?: boolean
}

const triesMax = 5

/** One transaction. It starts over when the card is used after its requests were locked and before it is locked itself. */
export async function eraseCustomer(
  pool: ConnectionPool,
  named: Named,
  order: Erasing,
): Promise<{ readonly lines: readonly string[] }> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const lines = await pool.withConnection((db) => tryToErase(db, named, order))
    if (lines) return { lines }
  }
  throw new CommandFailed(['The card is in use all the time, so that its holder cannot be erased. Try again later.'])
}

async function tryToErase(db: Sql, { brand, cardNumber }: Named, order: Erasing): Promise<string[] | undefined> {
  await db.rows`begin`
  await waitPatiently(db)
  const known = await findCards(db, brand, cardNumber)
  const card = await lockAll(db, { brand, cardNumber }, known)
  if (!card) {
    await db.rows`rollback`
    return undefined
  }
  const { channels, shared } = await findOwnChannels(db, brand, card.cards)
  const person: Person = { cards: card.cards, requests: card.requests, channels }
  const lines: string[] = []
  for (const { what, erase } of erasers) {
    const count = await erase(db, brand, person)
    if (count > 0) lines.push(`${what}: ${count}`)
  }
  if (shared > 0) lines.push(`phone numbers and addresses that other cards have too, and that stay: ${shared}`)
  const former = await findFormerCards(db, brand, card.cards)
  if (former.length > 0)
    lines.push(`cards that were transferred to this one, whose persons are untouched: ${former.join(', ')}`)
  const ref = uuidV7(card.now, randomBytes(10))
  if (order.dryRun) {
    await db.rows`rollback`
    return lines
  }
  await insertErasure(db, brand, { card: card.root, ref, now: card.now })
  await insertAuditEntries(db, brand, [{ ...order.origin, ref, action: 'customer.erased', subject: cardNumber }])
  await db.rows`commit`
  return [...lines, `recorded as request ${ref}`]
}

/**
 * Locks in the one global order: the requests of the cards, the root card, its children; channels follow. Undefined when
 * a call came in between, because its request is not locked.
 */
async function lockAll(db: Sql, { brand, cardNumber }: Named, known: readonly CardId[]) {
  const requests = await lockPersonRequests(db, brand, known)
  const [root] = await lockCards(db, brand, [cardNumber], false)
  if (!root) throw new CommandFailed([`Brand ${brand} has no card ${cardNumber}.`])
  const children = await lockChildren(db, brand, { names: [], ids: [], allOf: [cardNumber] })
  const now = await readNow(db)
  if (root.lock_until && root.lock_until > now)
    throw new CommandFailed([
      `A checkout of the card is under way until ${formatDateTime(root.lock_until)} UTC. Try again then.`,
    ])
  const cards = [root.card_id, ...children.map((child) => child.card_id)]
  const own = requests.filter((one) => one.card_id === root.card_id && one.card_seq !== null)
  const elsewhere = await countCallsElsewhere(db, brand, root.card_id)
  const isComplete = own.length + elsewhere === root.seq && cards.length === known.length
  return isComplete ? { root: root.card_id, cards, requests: requests.map((one) => one.request_ref), now } : undefined
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

async function findCards(db: Sql, brand: BrandId, cardNumber: string): Promise<CardId[]> {
  if (!(await brandExists(db, brand))) throw new CommandFailed([`There is no brand ${brand}.`])
  const cards = await findPersonCards(db, brand, cardNumber)
  if (cards.length === 0) throw new CommandFailed([`Brand ${brand} has no card ${cardNumber}.`])
  return cards.map((card) => card.card_id)
}
