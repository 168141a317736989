import type { Brand } from '../../domain/brand/brand.ts'
import { type Coupon, newCoupon } from '../../domain/coupon/coupon.ts'
import type { Need } from '../../domain/decision/need.ts'
import type { Connection } from '../../ground/database/connection.ts'
import { codeKey } from '../../ground/kernel/code-key.ts'
import { couponAlphabet, drawNumber, type RandomBytes } from '../../ground/kernel/ids.ts'
import {
  awaitFreeCoupons,
  type FreeCoupons,
  listTakenIds,
  pickFreeCoupons,
} from '../../storage/store/batch/coupon-stock.sql.ts'
import type { QueuedCommand } from './queued-command.ts'
import { pickFromRandomPlace } from './random-place.ts'

/** The coupons of each set that were fetched for a command; fewer than it asked for when the set has no more. */
export type FetchedCoupons = Map<
  QueuedCommand,
  Map<string, { readonly asked: number; readonly coupons: readonly Coupon[] }>
>

export interface CouponWish {
  readonly command: QueuedCommand
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
): Promise<QueuedCommand[]> {
  const again: QueuedCommand[] = []
  // Many cards at once can only be given coupons that any card may use.
  const groups = Map.groupBy(wishes, ({ need }) => `${need.cardNumber === undefined}\0${need.setId}`)
  for (const group of groups.values()) again.push(...(await fetchOfSet(source, group, fetched)))
  return again
}

async function fetchOfSet(
  source: CouponSource,
  wishes: CouponWish[],
  fetched: FetchedCoupons,
): Promise<QueuedCommand[]> {
  const [first] = wishes
  if (!first) return []
  const { setId, cardNumber } = first.need
  const before = (command: QueuedCommand) => fetched.get(command)?.get(setId)?.coupons ?? []
  const missingOf = ({ command, need }: CouponWish) => need.count - before(command).length
  const stock = await findStock(source, {
    setId,
    count: wishes.reduce((sum, wish) => sum + missingOf(wish), 0),
    except: [...source.held, ...allOf(fetched)].map((coupon) => coupon.id),
    cardNumber: wishes.length === 1 ? cardNumber : cardNumber && noCard,
  })
  const again: QueuedCommand[] = []
  for (const wish of wishes) {
    const missing = missingOf(wish)
    if (stock.length < missing && !isFinal(source, setId)) again.push(wish.command)
    else deal(fetched, wish, [...before(wish.command), ...stock.splice(0, missing)])
  }
  return again
}

/** The number of no card: a coupon that is restricted to cards is not for it. */
const noCard = ''

/** Whether too few coupons mean that there are no more, and not that others hold them for the moment. */
const isFinal = ({ patient, brand }: CouponSource, setId: string) =>
  patient || (brand.couponSets.get(setId)?.autoGenerate ?? false)

function deal(fetched: FetchedCoupons, { command, need }: CouponWish, coupons: readonly Coupon[]): void {
  const bySet = fetched.get(command) ?? new Map()
  bySet.set(need.setId, { asked: need.count, coupons })
  fetched.set(command, bySet)
}

export function allOf(fetched: Readonly<FetchedCoupons>): Coupon[] {
  return [...fetched.values()].flatMap((bySet) => [...bySet.values()].flatMap((one) => one.coupons))
}

async function findStock(source: CouponSource, wanted: FreeCoupons): Promise<Coupon[]> {
  const { db, brand, random, patient } = source
  const free = patient
    ? await awaitFreeCoupons(db, brand.id, wanted)
    : await pickFromRandomPlace(wanted.count, random, (range, count) =>
        pickFreeCoupons(db, brand.id, { ...wanted, count }, range),
      )
  const count = wanted.count - free.length
  const makesMore = count > 0 && brand.couponSets.get(wanted.setId)?.autoGenerate
  return makesMore ? [...free, ...(await makeCoupons(source, { ...wanted, count }))] : free
}

/** Draws in a row without a free id: the ids of this form are used up. */
const barrenDrawsMax = 5
/** Ids that are drawn beyond those that are needed, because some will be taken. */
const spareIds = 16

/** New coupons of an auto-generating set. Should another server draw the same id at once, the batch is tried again. */
async function makeCoupons({ db, brand, random }: CouponSource, wanted: FreeCoupons): Promise<Coupon[]> {
  const { setId, count, except } = wanted
  const form = brand.couponSets.get(setId)?.generate
  const ids = new Set<string>()
  let barren = 0
  while (form && ids.size < count && barren < barrenDrawsMax) {
    const missing = count - ids.size
    const drawn = Array.from({ length: missing + spareIds }, () => drawNumber(form, couponAlphabet, random))
    const taken = new Set([...except, ...ids, ...(await listTakenIds(db, brand.id, drawn))])
    const free = drawn.filter((id) => !taken.has(id) && !brand.codes.has(codeKey(id)))
    for (const id of free.slice(0, missing)) ids.add(id)
    barren = free.length === 0 ? barren + 1 : 0
  }
  return [...ids].map((id) => newCoupon(id, setId))
}
