import { ConnectionPool, type Sql } from '../server/ground/database/connection.ts'
import { programZone } from './stock.ts'

export interface Birthdays {
  readonly brand: string
  /** One card in so many has its birthday today. */
  readonly oneIn: number
}

/** Gives every card of a stock a customer with a birthday. */
export async function insertBirthdays(url: string, birthdays: Birthdays): Promise<void> {
  await using(url, async (db) => {
    const { brand, oneIn } = birthdays
    await db.rows`set session_replication_role = replica`
    await db.rows`
      insert into account (brand_id, card_id, customer)
      select brand_id, card_id, jsonb_build_object('firstName', 'ana', 'birthday',
        to_char((now() at time zone ${programZone}) - interval '30 years'
          + make_interval(days => (card_id % ${oneIn})::integer), 'YYYY-MM-DD'))
      from card
      where brand_id = ${brand}`
    await db.rows`
      insert into account_term (brand_id, field, term, card_id)
      select brand_id, field, value, card_id
      from account
      cross join lateral jsonb_each_text(customer) as one (field, value)
      where brand_id = ${brand}`
    await db.rows`set session_replication_role = origin`
    await db.rows`vacuum (freeze, analyze) account, account_term`
    await db.rows`checkpoint`
  })
}

/** Keeps a rule from running until it is made due: the cards of its day would be found as soon as they are there. */
export function holdBack(url: string, brand: string, rule: string): Promise<void> {
  return using(url, async (db) => {
    await db.rows`
      insert into date_progress (brand_id, rule_id, done_until, not_before)
      values (${brand}, ${rule}, now(), now() + interval '1 day')
      on conflict (brand_id, rule_id) do update set not_before = excluded.not_before`
  })
}

/** Makes a rule due that has been seen before: as if the server had been off since yesterday. */
export function makeDue(url: string, brand: string, rule: string): Promise<void> {
  return using(url, async (db) => {
    await db.rows`
      insert into date_progress (brand_id, rule_id, done_until) values (${brand}, ${rule}, now() - interval '1 day')
      on conflict (brand_id, rule_id) do update set done_until = excluded.done_until, not_before = null`
  })
}

export function countFired(url: string, brand: string, rule: string): Promise<number> {
  return using(url, async (db) => {
    const [row] = await db.rows<{ count: number }>`
      select count(*) as count from date_firing where brand_id = ${brand} and rule_id = ${rule}`
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
