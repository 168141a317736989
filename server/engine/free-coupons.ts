import type { Brand } from '../brand/brand.ts'
import { couponAlphabet } from '../brand/shapes/catalog-shape.ts'
import { type Coupon, newCoupon } from '../coupon/coupon.ts'
import { type RandomBytes, randomText } from '../kernel/ids.ts'
import type { Need } from '../operations/operation.ts'
import type { Connection } from '../store/connection.ts'
import { awaitFreeCoupons, type FreeCoupons, listTakenIds, pickFreeCoupons } from '../store/coupon-stock.sql.ts'
import type { Job } from './job.ts'
import { pickFromRandomPlace } from './random-place.ts'

/** The coupons of each set that were fetched for a command; fewer than it asked for when the set has no more. */
export type FetchedCoupons = Map<Job, Map<string, { readonly asked: number; readonly coupons: readonly Coupon[] }>>

export interface CouponWish {
  readonly job: Job
  readonly need: Extract<Need, { kind: 'freeCoupons' }>
}

export interface CouponSource {
  readonly db: Connection
  readonly brand: Brand
  readonly random: RandomBytes
  readonly patient: boolean
  /** The coupons that the batch holds already. */
  readonly held: readonly Coupon[]
}

/** Fetches what commands wish for, set by set; answers the commands that have to wait for others, alone. */
export async function fetchFreeCoupons(
  source: CouponSource,
  wishes: readonly CouponWish[],
  fetched: FetchedCoupons,
): Promise<Job[]> {
  const again: Job[] = []
  // Many cards at once can only be given coupons that any card may use.
  const groups = Map.groupBy(wishes, ({ need }) => `${need.cardNumber === undefined}\0${need.setId}`)
  for (const group of groups.values()) again.push(...(await fetchOfSet(source, group, fetched)))
  return again
}

async function fetchOfSet(source: CouponSource, wishes: CouponWish[], fetched: FetchedCoupons): Promise<Job[]> {
  const [first] = wishes
  if (!first) return []
  const { setId } = first.need
  const before = (job: Job) => fetched.get(job)?.get(setId)?.coupons ?? []
  const missingOf = ({ job, need }: CouponWish) => need.count - before(job).length
  const held = [...source.held, ...coupons(fetched)].map((coupon) => coupon.id)
  const alone = wishes.length === 1
  const cardNumber = alone ? first.need.cardNumber : first.need.cardNumber && ''
  const count = wishes.reduce((sum, wish) => sum + missingOf(wish), 0)
  const free = await findFree(source, { setId, count, except: held, cardNumber })
  const autoGenerates = source.brand.couponSets.get(setId)?.autoGenerate ?? false
  const made = autoGenerates ? await makeCoupons(source, setId, { count: count - free.length, except: held }) : []
  const stock = [...free, ...made]
  const mayBeShort = source.patient || autoGenerates
  const again: Job[] = []
  for (const wish of wishes) {
    const missing = missingOf(wish)
    if (stock.length < missing && !mayBeShort) again.push(wish.job)
    else deal(fetched, wish, [...before(wish.job), ...stock.splice(0, missing)])
  }
  return again
}

function deal(fetched: FetchedCoupons, { job, need }: CouponWish, coupons: readonly Coupon[]): void {
  const bySet = fetched.get(job) ?? new Map()
  bySet.set(need.setId, { asked: need.count, coupons })
  fetched.set(job, bySet)
}

function coupons(fetched: FetchedCoupons): Coupon[] {
  return [...fetched.values()].flatMap((bySet) => [...bySet.values()].flatMap((one) => one.coupons))
}

function findFree({ db, brand, random, patient }: CouponSource, wanted: FreeCoupons): Promise<Coupon[]> {
  if (patient) return awaitFreeCoupons(db, brand.id, wanted)
  return pickFromRandomPlace(wanted.count, random, (range, count) =>
    pickFreeCoupons(db, brand.id, { ...wanted, count }, range),
  )
}

/** Draws without a free id in a row: the ids of this form are used up. */
const mostDraws = 5

/** New coupons of an auto-generating set. Should another server draw the same id at once, the batch is tried again. */
async function makeCoupons(
  { db, brand, random }: CouponSource,
  setId: string,
  { count, except }: { readonly count: number; readonly except: readonly string[] },
): Promise<Coupon[]> {
  const form = brand.couponSets.get(setId)?.generate
  const ids = new Set<string>()
  for (let draw = 0; form && ids.size < count && draw < mostDraws; draw += 1) {
    const length = form.length - form.prefix.length
    const drawn = Array.from(
      { length: count - ids.size },
      () => form.prefix + randomText(couponAlphabet, length, random),
    )
    const taken = new Set([...except, ...(await listTakenIds(db, brand.id, drawn))])
    for (const id of drawn) if (!taken.has(id)) ids.add(id)
  }
  return [...ids].map((id) => newCoupon(id, setId))
}
