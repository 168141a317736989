import type { PinKeeper } from '../../../domain/card/pin-keeper.ts'
import { couponPinOwner } from '../../../domain/coupon/pin-owner.ts'
import { loginFactorUse } from '../../../doors/access/factor/factors.ts'
import { resealFactors } from '../../../doors/access/factor/reseal-factors.ts'
import type { ConnectionPool, Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import type { SealedPin } from '../../../ground/kernel/sealed-pin.ts'
import { listBrandIds } from '../../../storage/brand-store/brand-list.sql.ts'
import { brandSecretUse } from '../../../storage/brand-store/document-secrets.ts'
import { resealBrand } from '../../../storage/brand-store/stored-brand.ts'
import {
  lockPinnedCards,
  lockPinnedCoupons,
  type NewPins,
  updateCardPins,
  updateCouponPins,
} from '../../../storage/store/secrets/sealed-pin.sql.ts'

/** What was sealed again. */
export interface Resealed {
  readonly pins: number
  /** Brands whose senders and webhooks have secrets. */
  readonly brands: number
  /** Code generators of the portal's users. */
  readonly factors: number
  /** Pins that none of the keys opens: they stay as they are. */
  readonly unopened: number
}

/** Cards that are locked at once: for a few milliseconds, of which calls on them notice little. */
const batchSize = 250
const passesMax = 20

/**
 * Seals everything with the key that seals now. What is done says so itself, so that it can be interrupted at any point and
 * begun again. Servers may still seal with the older key for some seconds; whoever removes that key does this again.
 */
export async function resealAll(
  pool: ConnectionPool,
  pins: PinKeeper,
  onProgress: (pins: number) => void = () => undefined,
): Promise<Resealed> {
  let [sealedPins, brands, factors] = [0, 0, 0]
  for (let pass = 1; pass <= passesMax; pass += 1) {
    const done = await resealOnce(pool, pins, (count) => onProgress(sealedPins + count))
    sealedPins += done.pins
    brands += done.brands
    factors += done.factors
    if (done.pins + done.brands + done.factors === 0)
      return { pins: sealedPins, brands, factors, unopened: done.unopened }
  }
  throw new Error('Servers still seal with the older key. Wait until all of them have the newer one, and try again.')
}

async function resealOnce(pool: ConnectionPool, pins: PinKeeper, onProgress: (pins: number) => void) {
  const { resealed: factors, unopened } = await resealFactors(pool, pins.sealerFor(loginFactorUse))
  const total = { pins: 0, brands: 0, factors, unopened }
  for (const brand of await listBrandIds(pool)) {
    const sealer = pins.sealerFor(brandSecretUse)
    if (await pool.withConnection((db) => resealBrand(db, brand, sealer))) total.brands += 1
    const onBatch = ({ count, unopened }: BatchDone) => {
      total.pins += count
      total.unopened += unopened
      onProgress(total.pins)
    }
    await resealPins({ pool, pins, brand }, cardPins, onBatch)
    await resealPins({ pool, pins, brand }, couponPins, onBatch)
  }
  return total
}

interface SealedPlace {
  readonly pool: ConnectionPool
  readonly pins: PinKeeper
  readonly brand: BrandId
}

/** A pin, by the row that has it and the name that it is bound to. */
interface FoundPin<Id> {
  readonly id: Id
  readonly owner: string
  readonly pin: SealedPin
}

interface PinKind<Id> {
  readonly first: Id
  lock(db: Sql, brand: BrandId, keyId: number, after: Id): Promise<FoundPin<Id>[]>
  update(db: Sql, brand: BrandId, pins: NewPins<Id>): Promise<void>
}

const cardPins: PinKind<number> = {
  first: 0,
  lock: async (db, brand, keyId, after) =>
    (await lockPinnedCards(db, brand, keyId, { after, limit: batchSize })).map(({ cardId, number, ...pin }) => ({
      id: cardId,
      owner: number,
      pin,
    })),
  update: updateCardPins,
}

const couponPins: PinKind<string> = {
  first: '',
  lock: async (db, brand, keyId, after) =>
    (await lockPinnedCoupons(db, brand, keyId, { after, limit: batchSize })).map(({ couponId, ...pin }) => ({
      id: couponId,
      owner: couponPinOwner(couponId),
      pin,
    })),
  update: updateCouponPins,
}

interface BatchDone {
  readonly count: number
  readonly unopened: number
}

async function resealPins<Id>(
  place: SealedPlace,
  kind: PinKind<Id>,
  onBatch: (done: BatchDone) => void,
): Promise<void> {
  let after = kind.first
  for (;;) {
    const { found, changed } = await unlessBusy(() => resealBatch(place, kind, after))
    const last = found.at(-1)
    if (!last) return
    after = last.id
    onBatch({ count: changed, unopened: found.length - changed })
  }
}

function resealBatch<Id>({ pool, pins, brand }: SealedPlace, kind: PinKind<Id>, after: Id) {
  return pool.withConnection(async (db) => {
    await db.rows`begin`
    const found = await kind.lock(db, brand, pins.ring.sealingId, after)
    const made = found.flatMap(({ id, owner, pin }) => {
      const plain = openPin(pins, { brand, owner, pin })
      return plain === undefined ? [] : [{ id, ...pins.seal(brand, owner, plain) }]
    })
    if (made.length > 0) {
      const [sealed, checks] = [made.map((one) => one.sealed), made.map((one) => one.check)]
      await kind.update(db, brand, { ids: made.map(({ id }) => id), sealed, checks })
    }
    await db.rows`commit`
    return { found, changed: made.length }
  })
}

function openPin(pins: PinKeeper, { brand, owner, pin }: { brand: BrandId; owner: string; pin: SealedPin }) {
  try {
    return pins.open(brand, owner, pin)
  } catch {
    return undefined
  }
}

const attemptsMax = 30

/** A card that calls keep locked is tried again: the statement has waited for a second already. */
async function unlessBusy<Result>(use: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await use()
    } catch (error) {
      const isBusy = ['55P03', '40P01'].includes((error as { code?: string }).code ?? '')
      if (!isBusy || attempt === attemptsMax) throw error
    }
  }
}
