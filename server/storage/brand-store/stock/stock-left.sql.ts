import type { Brand } from '../../../domain/brand/brand.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'

/** Cards or coupons of a set that were made beforehand. Both are counted up to `countedMax` only. */
export interface StockLeft {
  readonly program: string
  readonly set: string
  /** They are listed in the brand file, not generated. */
  readonly isListed: boolean
  readonly made: number
  readonly free: number
}

const countedMax = 1000

const isLow = ({ made, free }: StockLeft) => made > 0 && free < Math.min(countedMax, made) / 10

/** Listed cards are often a few with known numbers, which nobody misses as long as the program has others. */
const replaces = (other: StockLeft, { program, isListed }: StockLeft) =>
  isListed && other.program === program && other.free > 0 && !isLow(other)

/** The sets that are nearly used up, of one brand. */
export const nearlyUsedUp = (sets: readonly StockLeft[]): readonly StockLeft[] =>
  sets.filter((set) => isLow(set) && !sets.some((other) => replaces(other, set)))

/** The card sets of a brand that were filled beforehand. Reads a thousand rows of each set at most. */
export function listCardStock(db: Sql, { id, document }: Brand): Promise<StockLeft[]> {
  const sets = document.programs.flatMap(({ id: program, cardSets }) => cardSets.map((set) => ({ program, ...set })))
  return Promise.all(
    sets.map(async ({ program, id: set, generate }) => ({
      ...{ program, set, isListed: generate === undefined },
      ...(await countCards(db, id, set)),
    })),
  )
}

type Counted = Pick<StockLeft, 'made' | 'free'>

async function countCards(db: Sql, brand: BrandId, cardSet: string): Promise<Counted> {
  const [row] = await db.rows<Counted>`
    select
      (select count(*) filter (where origin <> 'created') from (
        select origin from card
        where brand_id = ${brand} and card_set_id = ${cardSet} and root_id is null
        limit ${countedMax}) as first) as made,
      (select count(*) from (
        select from card where brand_id = ${brand} and card_set_id = ${cardSet} and status = 'Inventory'
        limit ${countedMax}) as free) as free`
  return row ?? { made: 0, free: 0 }
}

/** Coupon sets from which nothing can be given: neither coupons are left nor made when they are needed, and there are no codes. */
export async function listEmptyCouponSets(db: Sql, { id, document }: Brand): Promise<readonly string[]> {
  const sets = document.couponSets.filter(({ autoGenerate, codes = [] }) => !autoGenerate && codes.length === 0)
  const counted = await Promise.all(
    sets.map(async ({ id: set }) => ({ set, free: await countFreeCoupons(db, id, set) })),
  )
  return counted.filter(({ free }) => free === 0).map(({ set }) => set)
}

/** The coupon sets of a brand that were filled beforehand. Of others, coupons are made when they are needed. */
export function listCouponStock(db: Sql, { id, document }: Brand): Promise<StockLeft[]> {
  const sets = document.couponSets.filter(({ generate, autoGenerate }) => generate !== undefined && !autoGenerate)
  return Promise.all(
    sets.map(async ({ id: set, generate }) => ({
      ...{ program: '', set, isListed: false, made: Math.min(generate?.count ?? 0, countedMax) },
      free: await countFreeCoupons(db, id, set),
    })),
  )
}

async function countFreeCoupons(db: Sql, brand: BrandId, couponSet: string): Promise<number> {
  const [row] = await db.rows<{ free: number }>`
    select count(*) as free from (
      select from coupon
      where brand_id = ${brand} and coupon_set_id = ${couponSet} and allocated_at is null
      limit ${countedMax}) as free`
  return row?.free ?? 0
}
