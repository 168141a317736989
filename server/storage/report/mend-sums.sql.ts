import type { Sql } from '../../ground/database/connection.ts'
import type { BrandId } from '../../ground/kernel/ids.ts'
import { clearActivity, raiseActivity } from './activity-day.sql.ts'
import { couponDay } from './coupon-day.sql.ts'
import { customerMonth } from './customer-month.sql.ts'
import { ledgerDay, lotDay } from './daily-sums.sql.ts'
import { handDay } from './hand-day.sql.ts'
import { originDay } from './origin-day.sql.ts'
import { ruleDay } from './rule-day.sql.ts'
import type { SummedBooks } from './sums-mark.sql.ts'
import { tierDay } from './tier-day.sql.ts'

type MendSums = (db: Sql, books: SummedBooks) => Promise<void>

/** How each table of sums is made again of the calls that the sums have. The caller has locked the mark of the sums. */
export const mendSums = {
  ledger_day: ledgerDay.mend,
  lot_day: lotDay.mend,
  origin_day: originDay.mend,
  rule_day: ruleDay.mend,
  coupon_day: couponDay.mend,
  customer_month: customerMonth.mend,
  tier_day: tierDay.mend,
  hand_day: handDay.mend,
  activity_day: raiseActivity,
} satisfies Readonly<Record<string, MendSums>>

/** Forgets all sums, because their days were those of another time zone. The origins of lots have no days. */
export async function clearSums(db: Sql, brand: BrandId): Promise<void> {
  for (const sum of [ledgerDay, lotDay, ruleDay, customerMonth, originDay, tierDay, couponDay, handDay])
    await sum.clear(db, brand)
  await clearActivity(db, brand)
}
