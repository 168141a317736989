import { ConnectionPool, type Sql } from '../server/ground/database/connection.ts'
import { addActivity } from '../server/storage/report/activity-day.sql.ts'
import { couponDay } from '../server/storage/report/coupon-day.sql.ts'
import { customerMonth } from '../server/storage/report/customer-month.sql.ts'
import { ledgerDay, lotDay } from '../server/storage/report/daily-sums.sql.ts'
import { addLotOrigins, originsJob } from '../server/storage/report/lot-origin.sql.ts'
import { addOriginDays } from '../server/storage/report/origin-day.sql.ts'
import { ruleDay } from '../server/storage/report/rule-day.sql.ts'
import { firstRef, markOf, ruleMark, sumsJob } from '../server/storage/report/sums-mark.sql.ts'
import { tierDay } from '../server/storage/report/tier-day.sql.ts'

export interface PastYear {
  readonly brand: string
  readonly timeZone: string
  readonly cards: number
  readonly locations: number
  /** Two rows of the ledger each. */
  readonly calls: number
}

/**
 * A year of sales and redemptions, in number, size and spread like those of calls, and the sums that the job would have
 * kept of them. The amounts are invented: what cards have is not what the rows add up to.
 */
export async function insertPastYear(url: string, year: PastYear, told: (what: string) => void): Promise<void> {
  const pool = new ConnectionPool({ url, name: 'purser bench', lockTimeoutMs: 0, statementTimeoutMs: 0 }, 1)
  try {
    await pool.withConnection(async (db) => {
      await db.rows`set session_replication_role = replica`
      await db.rows`set work_mem = '256MB'`
      await planCalls(db, year)
      await insertCalls(db, year)
      await insertSales(db, year)
      await insertLevelsAndCoupons(db, year)
      told('vacuum ...')
      await db.rows`vacuum (freeze, analyze)`
      told('sums ...')
      await sumUp(db, year, told)
      told('vacuum ...')
      await db.rows`vacuum (freeze, analyze)`
      await db.rows`drop table past_call`
      await db.rows`set session_replication_role = origin`
      // What is measured next need not wait until all of this is on the disk.
      await db.rows`checkpoint`
    })
  } finally {
    await pool.close()
  }
}

/** Three of ten calls are sales. Each location has four employees. */
async function planCalls(db: Sql, { calls, cards, locations }: PastYear): Promise<void> {
  await db.rows`
    create unlogged table past_call as
    select no, uuidv7(ago) as ref, now() + ago as happened_at, 1 + (random() * (${cards}::integer - 1))::bigint as card_id,
      no % 10 < 3 as is_sale, 'L' || 1 + no % ${locations}::integer as location_id, 'earn/rule-' || no % 20 as rule_id
    from (
      select no, interval '-366 days' + no * (interval '365 days' / ${calls}::integer) as ago
      from generate_series(1, ${calls}::integer) as no) as planned`
  await db.rows`analyze past_call`
}

async function insertCalls(db: Sql, { brand, locations }: PastYear): Promise<void> {
  const [points] = await db.rows<{ value_type_id: number }>`
    select value_type_id from value_type where brand_id = ${brand} and balance_type = 'Points'`
  const [usd] = await db.rows<{ value_type_id: number }>`
    select value_type_id from value_type where brand_id = ${brand} and balance_code = 'USD'`
  if (!points || !usd) throw new Error('The brand has points and dollars.')
  await db.rows`
    insert into request (brand_id, request_ref, operation, call_type, happened_at, card_id, card_seq, location_id,
      terminal_id, employee_id, detail)
    select ${brand}, ref, case when is_sale then 'checkout' else 'updateBalance' end,
      case when is_sale then 'CHECKOUT_COMPLETE' else 'UPDATE_BALANCE' end, happened_at, card_id, no, location_id, 'T1',
      'E' || no % ${4 * locations}::integer,
      case when is_sale then jsonb_build_object('effects', jsonb_build_object('fired', jsonb_build_array(
        jsonb_build_object('rule', rule_id, 'cardId', card_id), jsonb_build_object('rule', 'trial/off', 'cardId', card_id)))) end
    from past_call
    order by no`
  await db.rows`
    insert into lot (brand_id, card_id, lot_no, value_type_id, amount, return_related, expires_at, issued_at)
    select ${brand}, card_id, 1 + no, ${points.value_type_id}::integer, 10, false,
      case when no % 2 = 0 then happened_at + interval '2 years' end, happened_at
    from past_call
    where is_sale
    order by card_id, no`
  // A sale gives points and takes dollars. A redemption takes dollars, and points of the sale before it.
  await db.rows`
    insert into ledger (brand_id, request_ref, line, card_id, value_type_id, seq, lot_no, amount, balance_after,
      held_after, kind, issuance_index, origin)
    select ${brand}, call.ref, line, case when line = 1 and not is_sale then earned.card_id else call.card_id end,
      case line when 1 then ${points.value_type_id}::integer else ${usd.value_type_id}::integer end, call.no,
      case when line = 2 then 1 when is_sale then 1 + call.no else 1 + earned.no end,
      case when line = 1 and is_sale then 10 else -1 end, 10, 0,
      case when line = 1 and is_sale then 'Campaign' else 'UpdateBalance' end,
      case when line = 1 and is_sale then 1 end,
      case when line = 1 and is_sale then jsonb_build_object('rule', rule_id, 'revision', 'r1', 'result', 'then[0].issue') end
    from past_call as call
    left join (select no, card_id from past_call where is_sale) as earned on earned.no = call.no - call.no % 10 and not call.is_sale
    cross join generate_series(1, 2) as line
    where line = 2 or is_sale or earned.no is not null
    order by call.no, line`
}

/** Every fiftieth sale uses a coupon. */
async function insertSales(db: Sql, { brand }: PastYear): Promise<void> {
  const line = {
    sku: 'ESP',
    quantity: '1000000',
    unitPrice: '4500000',
    sequenceId: 1,
    value: 450,
    net: 405,
    unitCost: '2',
  }
  const origin = { rule: 'trial/off', revision: 'r1', result: 'then[0].discount' }
  const cut = { kind: 'discount', amount: 45, units: '1000000', line: 0, origin }
  const plain = JSON.stringify({ lines: [line], mutations: [cut] })
  await db.rows`
    insert into checkout (brand_id, request_ref, kind, card_id, happened_at, location_id, currency, scale, total, discount,
      net_total, content, quantity)
    select ${brand}, ref, 'sale', card_id, happened_at, location_id, 'USD', 2, 450, 45, 405,
      case when no % 50 = 0 then jsonb_set(jsonb_set(${plain}::jsonb, '{coupons}', jsonb_build_array('C-' || no)),
        '{mutations,0,coupons}', jsonb_build_array('C-' || no))::json else ${plain}::json end, 1000000
    from past_call
    where is_sale
    order by no`
  await db.rows`
    insert into rule_firing (brand_id, rule_id, request_ref, card_id, happened_at)
    select ${brand}, rule, ref, card_id, happened_at
    from past_call
    cross join lateral (values (rule_id), ('trial/off')) as fired (rule)
    where is_sale
    order by rule, no`
  await db.rows`
    insert into campaign_side (brand_id, campaign_id, request_ref, card_id, side, happened_at)
    select ${brand}, 'trial', ref, card_id, case when card_id % 10 = 0 then 'holdout' else 'treated' end, happened_at
    from past_call
    where is_sale
    order by no`
}

async function insertLevelsAndCoupons(db: Sql, { brand }: PastYear): Promise<void> {
  await db.rows`
    insert into tier_change (brand_id, card_id, seq, program_id, happened_at, why, to_level, level_id, judged_at, measured,
      request_ref)
    select ${brand}, card_id, 1, 'rewards', min(happened_at), 'reached', 'gold', 'gold', min(happened_at), 1,
      (array_agg(ref order by no))[1]
    from past_call
    where is_sale
    group by card_id`
  await db.rows`
    insert into coupon (brand_id, coupon_id, coupon_set_id, pick_key, origin, allocated_at, allocated_by, card_id, used_at,
      used_by)
    select ${brand}, 'C-' || no, 'set-' || 1 + no % 50, 0, 'created', happened_at, ref, card_id, happened_at, ref
    from past_call
    where is_sale and no % 5 = 0`
}

const sums = {
  addLedgerDays: ledgerDay.add,
  addLotDays: lotDay.add,
  addOriginDays,
  addRuleDays: ruleDay.add,
  addCouponDays: couponDay.add,
  addActivity,
  addCustomerMonths: customerMonth.add,
  addTierDays: tierDay.add,
}

/** All in one step, as the job would have done it in many. Nobody calls meanwhile, so that all is settled. */
async function sumUp(db: Sql, { brand, timeZone }: PastYear, told: (what: string) => void): Promise<void> {
  const [last] = await db.rows<{ ref: string }>`select uuid_floor(now()) as ref`
  if (!last) throw new Error('The database knows the time.')
  const span = { after: firstRef, to: last.ref }
  const books = { brand, timeZone }
  await addLotOrigins(db, brand, span)
  await db.rows`analyze lot_origin`
  for (const [name, add] of Object.entries(sums)) {
    told(`sums: ${name} ...`)
    await add(db, books, span)
  }
  await db.rows`
    insert into job_mark (brand_id, job, mark)
    values (${brand}, ${originsJob}, ${last.ref}), (${brand}, ${sumsJob}, ${markOf({ timeZone }, last.ref)}),
      (${brand}, ${ruleMark.job}, ${markOf({ timeZone }, last.ref, ruleMark)})
    on conflict (brand_id, job) do update set mark = excluded.mark`
}

/** How much the database takes, in megabytes, and how many rows the ledger has. */
export async function measureDatabase(url: string): Promise<{ megabytes: number; rows: number }> {
  const pool = new ConnectionPool({ url, name: 'purser bench', statementTimeoutMs: 0 }, 1)
  try {
    const [found] = await pool.rows<{ megabytes: number; rows: number }>`
      select pg_database_size(current_database()) / 1000000 as megabytes, (select count(*) from ledger) as rows`
    if (!found) throw new Error('The database says how large it is.')
    return found
  } finally {
    await pool.close()
  }
}
