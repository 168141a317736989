import { ConnectionPool, type Sql } from '../server/ground/database/connection.ts'

/** Gives each card of a brand ten points that expire in a day, as calls would have. */
export function loadExpiringLots(url: string, brand: string): Promise<void> {
  return withSql(url, async (db) => {
    await db.rows`set session_replication_role = replica`
    await db.rows`
      create temporary table issued as
      select card_id, seq + 1 as seq, uuidv7() as ref, (
        select value_type_id from value_type where brand_id = ${brand} and balance_type = 'Points') as value_type_id
      from card where brand_id = ${brand} order by random()`
    await db.rows`
      update card set seq = issued.seq, lot_count = 2
      from issued where card.brand_id = ${brand} and card.card_id = issued.card_id`
    await db.rows`
      insert into lot (brand_id, card_id, lot_no, value_type_id, amount, return_related, issued_at, expires_at)
      select ${brand}, card_id, 2, value_type_id, 10, false, now(), now() + interval '1 day' from issued`
    await db.rows`
      insert into balance (brand_id, card_id, value_type_id, amount, held, seq)
      select ${brand}, card_id, value_type_id, 10, 0, 1 from issued`
    await db.rows`
      insert into request (brand_id, request_ref, operation, call_type, happened_at, card_id, card_seq, location_id,
        terminal_id)
      select ${brand}, ref, 'updateBalance', 'UPDATE_BALANCE', now(), card_id, seq, 'L1', 'T1' from issued`
    await db.rows`
      insert into ledger (brand_id, request_ref, line, card_id, value_type_id, seq, lot_no, amount, balance_after,
        held_after, kind, issuance_index)
      select ${brand}, ref, 1, card_id, value_type_id, 1, 2, 10, 10, 0, 'UpdateBalance', 1 from issued`
    await db.rows`drop table issued`
    await db.rows`checkpoint`
    await db.rows`vacuum (freeze, analyze)`
  })
}

/** Lets the day pass. */
export function expireLots(url: string, brand: string): Promise<void> {
  return withSql(url, async (db) => {
    await db.rows`
      update lot set expires_at = now() where brand_id = ${brand} and is_open and expires_at is not null`
    await db.rows`checkpoint`
  })
}

/** How many lots have expired and are not booked. */
export function countExpiring(url: string, brand: string): Promise<number> {
  return withSql(url, async (db) => {
    const [row] = await db.rows<{ count: number }>`
      select count(*) as count from lot where brand_id = ${brand} and is_open and expires_at <= now()`
    return row?.count ?? 0
  })
}

async function withSql<Result>(url: string, use: (db: Sql) => Promise<Result>): Promise<Result> {
  const pool = new ConnectionPool({ url, name: 'purser bench', lockTimeoutMs: 0, statementTimeoutMs: 0 }, 1)
  try {
    return await pool.withConnection(use)
  } finally {
    await pool.close()
  }
}
