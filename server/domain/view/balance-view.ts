import type { RequestRef } from '../../ground/kernel/ids.ts'
import { type Minor, toJsonNumber } from '../../ground/kernel/money.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { Brand, ValueType } from '../brand/brand.ts'
import type { Card, Lot } from '../card/card.ts'
import { freeOf, isDelayed, isLotExpired } from '../card/lots.ts'

/** A part of a balance as callers see it: the specification's CardBalance, in the order that clients expect. */
export interface BalanceElement {
  readonly amount: number
  readonly scale: number
  readonly balanceType: ValueType['balanceType']
  readonly balanceCode?: string
  readonly isHold: boolean
  readonly holdingTransactionId?: RequestRef
  readonly doesBalanceExpire?: boolean
  readonly balanceExpiration?: Instant
  readonly balanceActiveDate?: Instant
  readonly balanceBucket?: BucketName
}

export interface BucketName {
  readonly type: string
  readonly id: string
}

export interface BalanceViewOptions {
  /** One element for each distinct expiry instead of a single one. */
  readonly expirations: boolean
  /** Include what cannot be redeemed yet. */
  readonly delayed: boolean
}

/**
 * The balances of a card: for each value type what a redemption could use now, and one element for each hold. Parts of
 * zero are left out.
 */
export function viewBalances(card: Card, brand: Brand, now: Instant, options: BalanceViewOptions): BalanceElement[] {
  const purses = Map.groupBy(card.lots, (lot) => `${lot.valueType}\0${lot.bucket}`)
  return [...purses.values()]
    .toSorted((a, b) => orderOf(a) - orderOf(b) || (bucketOf(a) < bucketOf(b) ? -1 : 1))
    .flatMap((lots) => {
      const valueType = brand.valueTypes.get(lots[0]?.valueType ?? -1)
      return valueType ? viewPurse(card, lots, { valueType, now, ...options }) : []
    })
}

const orderOf = (lots: readonly Lot[]) => lots[0]?.valueType ?? 0
const bucketOf = (lots: readonly Lot[]) => lots[0]?.bucket ?? ''

interface PurseView extends BalanceViewOptions {
  readonly valueType: ValueType
  readonly now: Instant
}

function viewPurse(card: Card, lots: readonly Lot[], view: PurseView): BalanceElement[] {
  const free = lots.filter((lot) => freeOf(lot) > 0 && !isLotExpired(lot, view.now))
  const spendable = free.filter((lot) => !isDelayed(lot, view.now))
  const delayed = view.delayed ? free.filter((lot) => isDelayed(lot, view.now)) : []
  const byActivation = [...Map.groupBy(delayed, (lot) => lot.activeAt ?? 0)].toSorted(([a], [b]) => a - b)
  const bucket = bucketOf(lots)
  return [
    ...viewFree(spendable, view),
    ...byActivation.flatMap(([balanceActiveDate, group]) =>
      viewFree(group, view).map((element) => ({ ...element, balanceActiveDate })),
    ),
    ...viewHolds(card, lots, view),
  ].map((element) => (bucket ? { ...element, balanceBucket: bucketName(bucket) } : element))
}

function viewFree(lots: readonly Lot[], view: PurseView): BalanceElement[] {
  if (lots.length === 0) return []
  if (!view.expirations) return [element(view.valueType, sumOf(lots))]
  return [...Map.groupBy(lots, (lot) => lot.expiresAt ?? Number.POSITIVE_INFINITY)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([expiry, group]) => ({
      ...element(view.valueType, sumOf(group)),
      ...expiryOf([expiry]),
    }))
}

/** Held balance does not expire. With `expirations`, the element shows the soonest expiry of the lots behind it. */
function viewHolds(card: Card, lots: readonly Lot[], { valueType, expirations }: PurseView): BalanceElement[] {
  const numbers = new Map(lots.map((lot) => [lot.no, lot]))
  const byHold = Map.groupBy(
    card.portions.filter((portion) => numbers.has(portion.lot)),
    (portion) => portion.hold,
  )
  return [...byHold]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([hold, portions]) => ({
      ...element(
        valueType,
        portions.reduce((sum, portion) => sum + portion.amount, 0),
      ),
      isHold: true,
      holdingTransactionId: hold,
      ...(expirations && expiryOf(portions.map(({ lot }) => numbers.get(lot)?.expiresAt))),
    }))
}

function expiryOf(instants: readonly (Instant | undefined)[]): Partial<BalanceElement> {
  const soonest = Math.min(...instants.map((one) => one ?? Number.POSITIVE_INFINITY))
  return Number.isFinite(soonest)
    ? { doesBalanceExpire: true, balanceExpiration: soonest }
    : { doesBalanceExpire: false }
}

const sumOf = (lots: readonly Lot[]): Minor => lots.reduce((sum, lot) => sum + freeOf(lot), 0)

function element(valueType: ValueType, amount: Minor): BalanceElement {
  const { balanceType, balanceCode, scale } = valueType
  return { amount: toJsonNumber(amount, scale), scale, balanceType, ...(balanceCode && { balanceCode }), isHold: false }
}

/** 'coupon:W-1' is the balance of coupon W-1. */
export function bucketName(bucket: string): BucketName {
  const [type = '', ...rest] = bucket.split(':')
  return { type, id: rest.join(':') }
}
