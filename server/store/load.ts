import type { Card } from '../card/card.ts'
import type { Coupon } from '../coupon/coupon.ts'
import type { BrandId, RequestRef } from '../kernel/ids.ts'
import type { Instant } from '../kernel/time.ts'
import type { PastRequest } from '../operations/operation.ts'
import { listBalances, listEmptiedLots, listOpenLots, listPortions, lockCards, toCards } from './card.sql.ts'
import type { Connection, Sql } from './connection.ts'
import { type CardPromotion, listCoupons, listPromotionCoupons, lockCoupons } from './coupon.sql.ts'
import { claimKeys, type KeyClaim, type KeyOwner } from './idempotency.sql.ts'
import { listLedger, lockRequests, toPastRequests } from './request.sql.ts'

/** What a batch of commands names, each once. */
export interface LoadPlan {
  readonly brand: BrandId
  readonly keys: readonly KeyClaim[]
  readonly requests: readonly RequestRef[]
  readonly cards: readonly string[]
  readonly coupons: readonly string[]
  readonly promotions: readonly CardPromotion[]
  readonly withPins: boolean
  /** In milliseconds, when not as the connection says. */
  readonly lockTimeout: number | undefined
}

export interface Loaded {
  readonly cards: readonly Card[]
  readonly coupons: readonly Coupon[]
  /** Of the cards and promotions that were named: read, but not locked. */
  readonly promotionCoupons: readonly Coupon[]
  readonly requests: readonly PastRequest[]
  /** The keys that earlier calls own for ever. */
  readonly owners: readonly KeyOwner[]
  /** The database's time, read after all locks were held. */
  readonly now: Instant
  readonly configVersion: number
}

/**
 * Begins a transaction and reads what a batch needs, under locks taken in the one global order: idempotency keys
 * by hash, earlier requests by reference, cards by id, coupons by id. The state is read by later statements than the locks:
 * a statement that waited for a lock still sees the other tables as they were before it waited.
 */
export async function loadBatch(db: Connection, plan: LoadPlan): Promise<Loaded> {
  const { brand, keys, requests, cards, coupons, promotions, withPins, lockTimeout } = plan
  const [, owners, requestRows, cardRows] = await Promise.all([
    begin(db, lockTimeout),
    keys.length > 0 ? claimKeys(db, brand, keys) : [],
    requests.length > 0 ? lockRequests(db, brand, requests) : [],
    cards.length > 0 ? lockCards(db, brand, cards, withPins) : [],
    coupons.length > 0 && lockCoupons(db, brand, coupons),
  ])
  const ids = cardRows.map((row) => row.card_id)
  const [clock, ledger, balances, open, emptied, portions, couponsFound, promotionCoupons] = await Promise.all([
    readClock(db, brand),
    requests.length > 0 ? listLedger(db, brand, requests) : [],
    ids.length > 0 ? listBalances(db, brand, ids) : [],
    ids.length > 0 ? listOpenLots(db, brand, ids) : [],
    requests.length > 0 ? listEmptiedLots(db, brand, requests) : [],
    ids.length > 0 ? listPortions(db, brand, ids) : [],
    coupons.length > 0 ? listCoupons(db, brand, coupons) : [],
    promotions.length > 0 ? listPromotionCoupons(db, brand, promotions) : [],
  ])
  return {
    cards: toCards({ cards: cardRows, balances, lots: [...open, ...emptied], portions }),
    coupons: couponsFound,
    promotionCoupons,
    requests: toPastRequests(requestRows, ledger),
    owners,
    ...clock,
  }
}

/** Reads further cards into a batch; they must sort after all locks held, or be locked already. */
export async function loadMoreCards(db: Sql, brand: BrandId, numbers: readonly string[]): Promise<Card[]> {
  const cards = await lockCards(db, brand, numbers, true)
  const ids = cards.map((row) => row.card_id)
  const [balances, lots, portions] = await Promise.all([
    listBalances(db, brand, ids),
    listOpenLots(db, brand, ids),
    listPortions(db, brand, ids),
  ])
  return toCards({ cards, balances, lots, portions })
}

export async function begin(db: Sql, lockTimeout?: number): Promise<void> {
  const wait = `${lockTimeout}ms`
  await Promise.all([
    db.rows`begin`,
    lockTimeout !== undefined && db.rows`select set_config('lock_timeout', ${wait}, true)`,
  ])
}

export async function readClock(db: Sql, brand: BrandId): Promise<{ now: Instant; configVersion: number }> {
  const [row] = await db.rows<{ now: Instant; config_version: number }>`
    select clock_timestamp() as now, config_version from brand where brand_id = ${brand}`
  return { now: row?.now ?? 0, configVersion: row?.config_version ?? 0 }
}

/** The database's time, for whoever holds no locks. */
export async function readNow(db: Sql): Promise<Instant> {
  const [row] = await db.rows<{ now: Instant }>`select clock_timestamp() as now`
  return row?.now ?? 0
}
