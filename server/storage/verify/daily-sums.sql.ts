import type { Sql } from '../../ground/database/connection.ts'
import type { BrandId } from '../../ground/kernel/ids.ts'
import { findMissingActivity } from '../report/activity-day.sql.ts'
import { findWrongFigures } from '../report/closed/check-closed.ts'
import { findWrongLateCalls } from '../report/closed/late-calls.sql.ts'
import { couponDay } from '../report/coupon-day.sql.ts'
import { customerMonth } from '../report/customer-month.sql.ts'
import { ledgerDay, lotDay } from '../report/daily-sums.sql.ts'
import { handDay } from '../report/hand-day.sql.ts'
import { findWrongOrigins } from '../report/lot-origin.sql.ts'
import { originDay } from '../report/origin-day.sql.ts'
import { openBooks } from '../report/report.ts'
import { ruleDay } from '../report/rule-day.sql.ts'
import { type OpenBooks, type SummedBooks, sumsJob, zoneOfMark } from '../report/sums-mark.sql.ts'
import { tierDay } from '../report/tier-day.sql.ts'
import type { Check } from './check.ts'

/** What reports are made of, added up from the ledger again. */
export const reportChecks: readonly Check[] = [
  {
    name: 'the sums of reports equal the ledger, by day and reason',
    find: async (db, brand) => ledgerDay.findWrong(db, await booksOf(db, brand)),
  },
  {
    name: 'the sums of reports equal the ledger, by day and the months of lots',
    find: async (db, brand) => lotDay.findWrong(db, await booksOf(db, brand)),
  },
  {
    name: 'the sums of what rules did equal what calls keep of it',
    find: async (db, brand) => ruleDay.findWrong(db, await booksOf(db, brand)),
  },
  {
    name: 'the sales of customers by month equal their sales',
    find: async (db, brand) => customerMonth.findWrong(db, await booksOf(db, brand)),
  },
  {
    name: 'where lots were issued, and by which rule, is what the ledger says',
    find: (db, brand) => findWrongOrigins(db, brand),
  },
  {
    name: 'the sums of reports equal the ledger, by day and the origin of lots',
    find: async (db, brand) => originDay.findWrong(db, await booksOf(db, brand)),
  },
  {
    name: 'the sums of changes of levels equal the changes',
    find: async (db, brand) => tierDay.findWrong(db, await booksOf(db, brand)),
  },
  {
    name: 'the sums of what was given by hand equal the ledger',
    find: async (db, brand) => handDay.findWrong(db, await booksOf(db, brand)),
  },
  {
    name: 'the sums of what coupons did equal the coupons and sales',
    find: async (db, brand) => couponDay.findWrong(db, await booksOf(db, brand)),
  },
  {
    name: 'closed months came to what the ledger says, without what was corrected since',
    find: async (db, brand) => [...(await findWrongFigures(db, await openBooksOf(db, brand)))],
  },
  {
    name: 'whatever was dated into a closed month afterwards is kept as such',
    find: async (db, brand) => findWrongLateCalls(db, await openBooksOf(db, brand)),
  },
  {
    // Calls that nothing refers to may be forgotten after a time, so that the sums may have more.
    name: 'no call is missing in the sums of activity',
    find: async (db, brand) => findMissingActivity(db, await booksOf(db, brand)),
  },
]

/** In the time zone that the sums were made in, whatever the brand's is now. */
async function booksOf(db: Sql, brand: BrandId): Promise<SummedBooks> {
  return openBooksOf(db, brand)
}

export async function openBooksOf(db: Sql, brand: BrandId): Promise<OpenBooks> {
  const [row] = await db.rows<{ mark: string }>`
    select mark from job_mark where brand_id = ${brand} and job = ${sumsJob}`
  return openBooks(db, { id: brand, timeZone: zoneOfMark(row?.mark ?? '') || 'UTC' })
}
