import type { Sql } from '../../ground/database/connection.ts'
import { sql } from '../../ground/database/fragment.ts'
import { raiseActivity } from './activity-day.sql.ts'
import { couponRows } from './coupon-day.sql.ts'
import { monthRows } from './customer-month.sql.ts'
import { dayRows, lotRows } from './daily-sums.sql.ts'
import { derivedOrigins } from './lot-origin.sql.ts'
import { mendRows } from './mend-rows.sql.ts'
import { originRows } from './origin-day.sql.ts'
import { ruleRows } from './rule-day.sql.ts'
import { type SummedBooks, upToSummed } from './sums-mark.sql.ts'
import { tierRows } from './tier-day.sql.ts'

type MendSums = (db: Sql, books: SummedBooks) => Promise<void>

/** How each table of sums is made again of the calls that the sums have. The caller has locked the mark of the sums. */
export const mendSums = {
  ledger_day: (db, books) =>
    mendRows(db, books.brand, {
      table: sql`ledger_day`,
      columns: sql`day, value_type_id, location_id, kind, rule_id, added, taken, changes`,
      rows: dayRows(books, upToSummed(books)),
    }),
  lot_day: (db, books) =>
    mendRows(db, books.brand, {
      table: sql`lot_day`,
      columns: sql`day, value_type_id, issued_month, expires_month, amount`,
      rows: lotRows(books, upToSummed(books)),
    }),
  origin_day: (db, books) =>
    mendRows(db, books.brand, {
      table: sql`origin_day`,
      columns: sql`day, value_type_id, location_id, rule_id, can_expire, change, amount`,
      rows: originRows(books, upToSummed(books), derivedOrigins(books.brand)),
    }),
  rule_day: (db, books) =>
    mendRows(db, books.brand, {
      table: sql`rule_day`,
      columns: sql`day, rule_id, location_id, measure, unit, amount`,
      rows: ruleRows(books, upToSummed(books)),
    }),
  // Calls that marked coupons may be forgotten after a time: what they added stays.
  coupon_day: (db, books) =>
    mendRows(db, books.brand, {
      table: sql`coupon_day`,
      columns: sql`day, coupon_set_id, code, location_id, measure, unit, amount`,
      rows: couponRows(books, upToSummed(books)),
      only: sql`measure <> 'marked'`,
    }),
  customer_month: (db, books) =>
    mendRows(db, books.brand, {
      table: sql`customer_month`,
      columns: sql`card_id, month, sales`,
      rows: monthRows(books, upToSummed(books)),
    }),
  tier_day: (db, books) =>
    mendRows(db, books.brand, {
      table: sql`tier_day`,
      columns: sql`day, program_id, from_level, to_level, why, changes`,
      rows: tierRows(books, upToSummed(books)),
    }),
  activity_day: raiseActivity,
} satisfies Readonly<Record<string, MendSums>>
