import { readFile } from 'node:fs/promises'
import { ConnectionPool, type Sql } from '../server/ground/database/connection.ts'
import { cardSetId, numberBase } from './stock.ts'

export interface Stock {
  readonly brand: string
  readonly cards: number
  /** How many cents of each card were redeemed before, in a call each. */
  readonly redemptions: number
  /** Whether sales count towards levels: the cards then say that they have had none. */
  readonly hasLevels?: boolean
}

/** A million dollars, in cents: no run of the benchmark empties a card. */
const issued = 100_000_000

/** Fills a migrated database that has the brand with cards as calls would have left them, and answers USD's number. */
export async function loadStock(url: string, stock: Stock): Promise<number> {
  const pool = new ConnectionPool({ url, name: 'purser bench', lockTimeoutMs: 0, statementTimeoutMs: 0 }, 1)
  try {
    return await pool.withConnection((db) => load(db, stock))
  } finally {
    await pool.close()
  }
}

async function load(db: Sql, stock: Stock): Promise<number> {
  const usd = await findUsd(db, stock)
  // Skips the triggers of foreign keys, which these rows satisfy by construction. Costs nobody anything later.
  await db.rows`set session_replication_role = replica`
  await planCalls(db, stock)
  await insertCards(db, stock)
  await insertLots(db, usd, stock)
  await insertRecords(db, usd, stock)
  await db.rows`set session_replication_role = origin`
  await db.rows`drop table planned`
  // As a database in use is at most times: some while after a checkpoint, so that few pages are changed for the first
  // time since (which is what makes the write-ahead log long), and with its statistics known.
  await db.rows`checkpoint`
  await db.rows`vacuum (freeze, analyze)`
  const functions = await readFile(new URL('./floor.sql', import.meta.url), 'utf8')
  await db.rows([functions] as unknown as TemplateStringsArray)
  return usd
}

async function findUsd(db: Sql, { brand }: Stock): Promise<number> {
  const rows = await db.rows<{ value_type_id: number }>`
    select value_type_id from value_type where brand_id = ${brand} and balance_code = 'USD'`
  const [usd] = rows
  if (!usd) throw new Error('The brand has no dollars.')
  return usd.value_type_id
}

/** Call 1 of a card issues, the others redeem. Round by round and in no order of cards, as history comes about. */
function planCalls(db: Sql, { cards, redemptions }: Stock): Promise<unknown> {
  return db.rows`
    create temporary table planned as
    select card_id, seq, uuidv7() as ref
    from (
      select card_id, seq
      from generate_series(1, ${1 + redemptions}::integer) as seq, generate_series(1, ${cards}::bigint) as card_id
      order by seq, random()) as calls`
}

async function insertCards(db: Sql, { brand, cards, redemptions, hasLevels = false }: Stock): Promise<void> {
  await db.rows`
    insert into card (brand_id, card_id, card_set_id, card_number, status, seq, lot_count, pick_key, origin, activated_at,
      tier_tally)
    select ${brand}, card_id, ${cardSetId}, ${numberBase}::bigint + card_id, 'Activated', ${1 + redemptions}, 1,
      floor((random() - 0.5) * 4294967295)::bigint::integer, 'generated', now() - card_id * interval '1 second',
      case when ${hasLevels}::boolean
        then json_build_object('by', 'sales', 'sums', '[]'::json, 'seq', ${1 + redemptions}::integer) end
    from generate_series(1, ${cards}::bigint) as card_id`
  await db.rows`select setval('card_id', ${cards})`
}

async function insertLots(db: Sql, usd: number, { brand, cards, redemptions }: Stock): Promise<void> {
  const left = issued - redemptions
  await db.rows`
    insert into lot (brand_id, card_id, lot_no, value_type_id, amount, return_related, issued_at)
    select ${brand}, card_id, 1, ${usd}, ${left}, false, now()
    from generate_series(1, ${cards}::bigint) as card_id`
  await db.rows`
    insert into balance (brand_id, card_id, value_type_id, amount, held, seq)
    select ${brand}, card_id, ${usd}, ${left}, 0, ${1 + redemptions}
    from generate_series(1, ${cards}::bigint) as card_id`
}

async function insertRecords(db: Sql, usd: number, { brand }: Stock): Promise<void> {
  await db.rows`
    insert into request (brand_id, request_ref, operation, call_type, happened_at, card_id, card_seq, location_id,
      terminal_id)
    select ${brand}, ref, 'updateBalance', 'UPDATE_BALANCE', now(), card_id, seq, 'L1', 'T1'
    from planned`
  await db.rows`
    insert into ledger (brand_id, request_ref, line, card_id, value_type_id, seq, lot_no, amount, balance_after,
      held_after, kind, issuance_index)
    select ${brand}, ref, 1, card_id, ${usd}, seq, 1, case when seq = 1 then ${issued}::bigint else -1 end,
      ${issued}::bigint + 1 - seq, 0, 'UpdateBalance', case when seq = 1 then 1 end
    from planned`
}
