import type { ConnectionPool, Sql } from '../../ground/database/connection.ts'
import { inPatience, planForWholeBrand } from '../../ground/database/timeouts.sql.ts'
import type { BrandId, CardId } from '../../ground/kernel/ids.ts'
import { lockLateMark, mendLateCalls } from '../report/closed/late-calls.sql.ts'
import { lockOriginsMark, mendOrigins } from '../report/lot-origin.sql.ts'
import { mendSums } from '../report/mend-sums.sql.ts'
import { lockMark } from '../report/sums-mark.sql.ts'
import { findWrongTerms } from './account-terms.sql.ts'
import type { CheckFinding } from './check.ts'
import { openBooksOf } from './daily-sums.sql.ts'
import { listWrongCards, listWrongCodes, mendCard, mendCode } from './rebuild-cards.sql.ts'
import {
  forgetTally,
  listWrongBudgets,
  listWrongLevels,
  mendBudget,
  mendLevel,
  mendTerms,
} from './rebuild-counters.sql.ts'
import { tallyCheck } from './tier-tallies.ts'

/** Derived tables that are made again together, the checks that tell what differs, and how it is mended. */
export interface Rebuild {
  readonly tables: readonly string[]
  readonly checks: readonly string[]
  readonly mend: (pool: ConnectionPool, brand: BrandId) => Promise<void>
}

/** How long a statement may take, and wait for the job that sums up. */
const patienceMs = 3_600_000

const inOne = <Result>(pool: ConnectionPool, use: (db: Sql) => Promise<Result>) => inPatience(pool, patienceMs, use)

/** For statements that read all of a brand. */
const overAll = <Result>(pool: ConnectionPool, use: (db: Sql) => Promise<Result>) =>
  inOne(pool, async (db) => {
    await planForWholeBrand(db)
    return use(db)
  })

/** The check of each table of sums; a table without one does not compile. */
const checkOfSums: Readonly<Record<keyof typeof mendSums, string>> = {
  ledger_day: 'the sums of reports equal the ledger, by day and reason',
  lot_day: 'the sums of reports equal the ledger, by day and the months of lots',
  origin_day: 'the sums of reports equal the ledger, by day and the origin of lots',
  rule_day: 'the sums of what rules did equal what calls keep of it',
  coupon_day: 'the sums of what coupons did equal the coupons and sales',
  customer_month: 'the sales of customers by month equal their sales',
  tier_day: 'the sums of changes of levels equal the changes',
  hand_day: 'the sums of what was given by hand equal the ledger',
  activity_day: 'no call is missing in the sums of activity',
}

const sums = (Object.keys(mendSums) as (keyof typeof mendSums)[]).map(
  (table): Rebuild => ({
    tables: [table],
    checks: [checkOfSums[table]],
    mend: (pool, brand) =>
      overAll(pool, async (db) => {
        const books = await openBooksOf(db, brand)
        // Without a mark nothing is summed, and what is there counts for nothing.
        if (await lockMark(db, books)) await mendSums[table](db, books)
      }),
  }),
)

/** Mends card by card what a check finds, which finds so many at a time. */
async function mendFound(
  pool: ConnectionPool,
  find: (db: Sql) => Promise<readonly CheckFinding[]>,
  mend: (db: Sql, card: CardId) => Promise<void>,
): Promise<void> {
  for (const mended = new Set<CardId>(); ; ) {
    const found = (await overAll(pool, find)).flatMap(({ card }) =>
      card === undefined || mended.has(card) ? [] : [card],
    )
    if (found.length === 0) return
    for (const card of new Set(found)) {
      await inOne(pool, (db) => mend(db, card))
      mended.add(card)
    }
  }
}

/** Everything that is derived, in the order in which it is made again: what others are derived from comes first. */
export const rebuilds: readonly Rebuild[] = [
  {
    tables: ['balance', 'lot', 'hold_portion', 'personal_offer'],
    checks: [
      'lots equal the sum of their ledger rows',
      'balances equal the sum of their ledger rows and end their chain',
      'balances equal the sum of their lots',
      'holds equal the sum of their ledger rows',
      'what holds reserve of a lot is what the lot says is held',
      'what has expired of a lot is what was booked as expired',
      'personal offers were used as often as their uses say',
    ],
    mend: async (pool, brand) => {
      for (const card of await overAll(pool, (db) => listWrongCards(db, brand)))
        await inOne(pool, (db) => mendCard(db, brand, card))
    },
  },
  {
    tables: ['code_count'],
    checks: ['public codes were used as often as they are counted, and never more often than they could be'],
    mend: async (pool, brand) => {
      for (const code of await overAll(pool, (db) => listWrongCodes(db, brand)))
        await inOne(pool, (db) => mendCode(db, brand, code))
    },
  },
  {
    tables: ['budget_stripe'],
    checks: ['what budgets have spent equals their uses'],
    mend: async (pool, brand) => {
      for (const budget of await overAll(pool, (db) => listWrongBudgets(db, brand)))
        await inOne(pool, (db) => mendBudget(db, brand, budget))
    },
  },
  {
    tables: ['account_term'],
    checks: ['cards are found by what their accounts say'],
    mend: (pool, brand) =>
      mendFound(
        pool,
        (db) => findWrongTerms(db, brand),
        (db, card) => mendTerms(db, brand, card),
      ),
  },
  {
    tables: ['card_tier'],
    checks: ["each card's level is the one of its last change"],
    mend: async (pool, brand) => {
      for (const card of await overAll(pool, (db) => listWrongLevels(db, brand)))
        await inOne(pool, (db) => mendLevel(db, brand, card))
    },
  },
  {
    tables: ['card'],
    checks: [tallyCheck.name],
    mend: (pool, brand) =>
      mendFound(
        pool,
        (db) => tallyCheck.find(db, brand),
        (db, card) => forgetTally(db, brand, card),
      ),
  },
  {
    tables: ['lot_origin'],
    checks: ['where lots were issued, and by which rule, is what the ledger says'],
    mend: (pool, brand) =>
      overAll(pool, async (db) => {
        await lockOriginsMark(db, brand)
        await mendOrigins(db, brand)
      }),
  },
  ...sums,
  {
    tables: ['late_call'],
    checks: ['whatever was dated into a closed month afterwards is kept as such'],
    mend: (pool, brand) =>
      overAll(pool, async (db) => {
        await lockLateMark(db, brand)
        await mendLateCalls(db, await openBooksOf(db, brand))
      }),
  },
]

/** Checks of what is derived, but never changed by itself, and why. Their differences are named. */
export const named: Readonly<Record<string, string>> = {
  'closed months came to what the ledger says, without what was corrected since':
    'figures that were reported stay as they were: reopen the month and close it again',
  'what counts as taken back from a lot is what voids and returns have counted': 'it is part of the law of reversal',
  'what other lots gave in the stead of one is what voids and returns have noted': 'it is part of the law of reversal',
  'each level, and what was given for it, follows from the sales and earnings that stand':
    'levels are booked by calls and by the job tiers',
  'what was given for each level stands, or was taken back but for what had expired or was missing':
    'what a level gave is booked in the ledger, which is never changed',
}
