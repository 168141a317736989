import type { CardStatus } from '../kernel/card-status.ts'
import type { CardId, RequestRef } from '../kernel/ids.ts'
import type { Minor } from '../kernel/money.ts'
import type { Instant } from '../kernel/time.ts'

/**
 * A card's whole state as it was read under its lock. Never changed in place: a decision makes a new card
 * that shares what it did not touch, so that what must be stored is what is no longer the same object.
 */
export interface Card {
  readonly id: CardId
  readonly number: string
  readonly setId: string
  readonly customNumber?: string
  readonly status: CardStatus
  /** How many recorded calls changed the card. */
  readonly seq: number
  /** How many lots the card ever had. */
  readonly lotCount: number
  readonly pin?: SealedPin
  /** Wrong pins since the last right one. */
  readonly pinFailures: number
  readonly pinLockedUntil?: Instant
  readonly activatedAt?: Instant
  readonly expiresAt?: Instant
  readonly balances: readonly Balance[]
  /** The lots that have something left, and those that the batch's commands name. */
  readonly lots: readonly Lot[]
  readonly portions: readonly Portion[]
  /** True for a card that the decision made: it is inserted, not updated. */
  readonly isNew?: boolean
}

export interface SealedPin {
  readonly sealed: Uint8Array
  readonly check: Uint8Array
}

/** The sums of the lots of one value type and bucket, and the end of its ledger chain. */
export interface Balance {
  readonly valueType: number
  readonly bucket: string
  readonly amount: Minor
  readonly held: Minor
  readonly seq: number
}

/** What is left of one issuance. `amount` includes `held`, which holds reserve of it. */
export interface Lot {
  readonly no: number
  readonly valueType: number
  readonly bucket: string
  readonly amount: Minor
  readonly held: Minor
  readonly returnRelated: boolean
  readonly expiresAt?: Instant
  readonly activeAt?: Instant
  readonly issuedAt: Instant
}

/** What a hold reserves of a lot. */
export interface Portion {
  readonly hold: RequestRef
  readonly lot: number
  readonly amount: Minor
}

/** The balance that an operation works on: a value type's, in a bucket ('' is the card's own). */
export interface Purse {
  readonly valueType: number
  readonly bucket: string
}

export const isOf = (purse: Purse) => (part: Purse) =>
  part.valueType === purse.valueType && part.bucket === purse.bucket

export const ownBucket = ''
/** The balance of a coupon, and that of a punch subtrack, which counts from 1. */
export const couponBucket = (couponId: string) => `coupon:${couponId}`
export const subtrackBucket = (index: number) => `subtrack:${index}`
