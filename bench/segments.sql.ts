import { ConnectionPool, type Sql } from '../server/ground/database/connection.ts'

/** Two checkouts of each card in the last 40 days, and three more of every tenth. */
export async function insertCheckouts(url: string, brand: string): Promise<void> {
  await using(url, async (db) => {
    await db.rows`
      with visits as materialized (
        select brand_id, card_id, uuidv7(ago) as ref, now() + ago as happened_at
        from (
          select brand_id, card_id, random() * interval '-40 days' as ago
          from card
          cross join generate_series(1, 5) as visit
          where brand_id = ${brand} and (visit <= 2 or card_id % 10 = 0)
          order by random()) as planned),
      recorded as (
        insert into request (brand_id, request_ref, operation, call_type, happened_at, card_id, location_id, terminal_id)
        select brand_id, ref, 'checkout', 'CHECKOUT_COMPLETE', happened_at, card_id, 'L1', 'T1' from visits)
      insert into checkout (brand_id, request_ref, kind, card_id, happened_at, location_id, currency, scale, total,
        discount, net_total, content, quantity)
      select brand_id, ref, 'sale', card_id, happened_at, 'L1', 'USD', 2, 450, 0, 450,
        '{"lines":[{"sku":"ESP","quantity":"1000000","unitPrice":"4500000","sequenceId":1,"value":450,"net":450}]}',
        1000000
      from visits`
    await db.rows`vacuum (freeze, analyze) checkout, request`
    await db.rows`checkpoint`
  })
}

/** Makes the brand's segments due, as if an hour had passed. */
export function makeDue(url: string, brand: string): Promise<void> {
  return using(url, async (db) => {
    await db.rows`
      update segment_state set refreshed_at = now() - interval '1 day', cursor_card = null where brand_id = ${brand}`
  })
}

/** The last card of the slices that are done; 0 before the first, undefined when all are. */
export function findProgress(url: string, brand: string): Promise<number | undefined> {
  return using(url, async (db) => {
    const [state] = await db.rows<{ cursor_card: number | null; is_done: boolean }>`
      select cursor_card, refreshed_at > now() - interval '1 hour' as is_done
      from segment_state
      where brand_id = ${brand}`
    return state?.is_done ? undefined : (state?.cursor_card ?? 0)
  })
}

export function countMembers(url: string, brand: string): Promise<number> {
  return using(url, async (db) => {
    const [row] = await db.rows<{ count: number }>`
      select count(*) as count from segment_member where brand_id = ${brand}`
    return row?.count ?? 0
  })
}

async function using<T>(url: string, use: (db: Sql) => Promise<T>): Promise<T> {
  const pool = new ConnectionPool({ url, name: 'purser bench', lockTimeoutMs: 0, statementTimeoutMs: 0 }, 1)
  try {
    return await pool.withConnection(use)
  } finally {
    await pool.close()
  }
}
