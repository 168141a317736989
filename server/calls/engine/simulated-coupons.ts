import type { Brand } from '../../domain/brand/brand.ts'
import { type Coupon, newCoupon } from '../../domain/coupon/coupon.ts'
import type { Need } from '../../domain/decision/need.ts'
import type { Session } from '../../ground/database/connection.ts'
import { awaitFreeCoupons } from '../../storage/store/batch/coupon-stock.sql.ts'
import type { FetchedCoupons } from './free-coupons.ts'
import type { QueuedCommand } from './queued-command.ts'

interface CouponRoom {
  readonly db: Session
  readonly brand: Brand
  readonly command: QueuedCommand
}

type CouponNeed = Extract<Need, { kind: 'freeCoupons' }>

/**
 * As many coupons of a set as a call would get, without their ids: none of them is taken, so whoever learned one could
 * be overtaken by a customer.
 */
export async function fetchSimulatedCoupons(
  { db, brand, command }: CouponRoom,
  { setId, count, cardNumber }: CouponNeed,
  fetched: FetchedCoupons,
): Promise<void> {
  const free = await awaitFreeCoupons(db, brand.id, { setId, count, except: [], cardNumber })
  const set = brand.couponSets.get(setId)
  const made: Coupon[] = Array.from({ length: set?.autoGenerate ? count - free.length : 0 }, () => newCoupon('', setId))
  const coupons = [...free, ...made].map((coupon, index) => ({ ...coupon, id: `(coupon ${index + 1} of ${setId})` }))
  const bySet = fetched.get(command) ?? new Map()
  fetched.set(command, bySet.set(setId, { asked: count, coupons }))
}
