import { isDeepStrictEqual } from 'node:util'
import { written } from './calendar.ts'
import type { Customer } from './customer.ts'
import { type Type, types, unitsOf } from './model-brand.ts'
import type { Body, Till } from './till.ts'

/** The model and the server do not say the same. */
export class Divergence extends Error {
  readonly expected: unknown
  readonly actual: unknown

  constructor(what: string, expected: unknown, actual: unknown) {
    super(what)
    this.expected = expected
    this.actual = actual
  }
}

export function same(what: string, expected: unknown, actual: unknown): void {
  if (!isDeepStrictEqual(expected, actual)) throw new Divergence(what, expected, actual)
}

interface Balance {
  readonly balanceType: string
  readonly balanceCode?: string
  readonly amount: number
  readonly isHold: boolean
  readonly holdingTransactionId?: string
  readonly balanceExpiration?: number
}

/** What an answer says of balances: free ones by expiry, held ones by hold. */
export function balancesIn(balances: readonly Balance[]): Record<string, Record<string, number>> {
  const found: Record<string, Record<string, number>> = {}
  for (const { balanceType, balanceCode, amount, isHold, holdingTransactionId, balanceExpiration } of balances) {
    const type = types.find((one) => one === (balanceCode ?? balanceType)) ?? ('unknown' as Type)
    const expiry = balanceExpiration === undefined ? 'never' : new Date(balanceExpiration).toISOString().slice(0, 10)
    const name = isHold ? (holdingTransactionId ?? 'a hold') : expiry
    const ofType = found[type] ?? {}
    ofType[name] = (ofType[name] ?? 0) + Math.round(amount * unitsOf(type))
    found[type] = ofType
  }
  return found
}

/** Without expiries, as most answers tell it. */
export function withoutExpiry(shown: Record<string, Record<string, number>>): Record<string, Record<string, number>> {
  return Object.fromEntries(
    Object.entries(shown).map(([type, parts]) => {
      const free: Record<string, number> = {}
      for (const [name, amount] of Object.entries(parts)) {
        const key = /^\d{4}-\d\d-\d\d$/.test(name) ? 'never' : name
        free[key] = (free[key] ?? 0) + amount
      }
      return [type, free]
    }),
  )
}

const returnFields = { balances: true, balanceExpirations: true, delayedBalances: true, childCards: true, tier: true }

/** Everything that the interface tells about a customer, against everything that the model says. */
export async function compareCustomer(till: Till, customer: Customer, now: number): Promise<void> {
  if (customer.isOut) return
  const search = { filters: { cardNumber: customer.number }, includeInactive: true, returnFields }
  const card: Body = (await till.read('search', search)).cards[0]
  same('balances', customer.shown(now), balancesIn(card?.balances ?? []))
  const [child] = card.childCards ?? []
  same('balances of the child card', customer.shown(now, true), balancesIn(child?.balances ?? []))
  const { rank, keptUntil } = customer.level(now)
  const expected = {
    level: [undefined, 'silver', 'gold'][rank],
    until: keptUntil === undefined ? undefined : written(keptUntil),
  }
  same('level', expected, { level: card.tier?.id, until: card.tier?.keptUntil })
}

/** The states of a customer's coupons. */
export async function compareCoupons(till: Till, customer: Customer): Promise<void> {
  for (const { id, usedBy, isDisabled } of customer.coupons) {
    const { isUsed, isDisabled: disabled } = await till.read('couponDetails', { couponId: id })
    same(`whether coupon ${id} is disabled`, isDisabled, disabled)
    // Nobody can use a disabled coupon, whatever it was before.
    if (!isDisabled) same(`whether coupon ${id} is used`, usedBy !== undefined, isUsed)
  }
}
