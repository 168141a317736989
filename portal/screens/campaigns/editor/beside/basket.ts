import type { OperationRequest } from '../../../../ask/ask.ts'
import { type DraftText, sentEntry } from '../draft/draft.ts'
import { isEntry, listOf } from '../model/plain.ts'

export interface BasketLine {
  readonly sku: string
  readonly name: string
  readonly quantity: number
  readonly unitPrice: number
}

/** A purchase to try the campaign on, by somebody who does not exist. */
export interface Basket {
  readonly lines: readonly BasketLine[]
  readonly shipping?: number
  readonly coupon?: string
  readonly hasCard: boolean
  readonly isEnrolled: boolean
  readonly level?: string
  readonly segments: readonly string[]
  readonly balance?: { readonly type: string; readonly amount: number }
  /** `2026-11-17T10:00`, in the brand's time zone. Absent: now. */
  readonly at?: string
  readonly location?: string
}

export const emptyBasket: Basket = { lines: [], hasCard: true, isEnrolled: true, segments: [] }

type SimulateRequest = OperationRequest<'simulate'>

/** The purchase as the server tries it, by the live brand with the entries of the draft. */
export function simulationOf(basket: Basket, entries: readonly DraftText[]): SimulateRequest {
  const { lines, hasCard, isEnrolled, level, segments, balance, at, location, shipping, coupon } = basket
  const [balanceType, balanceCode] = balance?.type.split(' ', 2) ?? []
  const card = {
    enrolled: isEnrolled,
    ...(level !== undefined && { tier: level }),
    ...(segments.length > 0 && { segments }),
    ...(balance && {
      balances: [{ amount: balance.amount, balanceType, ...(balanceCode !== undefined && { balanceCode }) }],
    }),
  }
  const request = {
    products: lines.map(({ sku, quantity, unitPrice }) => ({ sku, amountPurchased: quantity, unitPrice })),
    ...(shipping !== undefined && { checkoutShippingTotal: shipping }),
    ...(coupon !== undefined && coupon !== '' && { coupons: [coupon] }),
    ...(hasCard && { card }),
    ...(at !== undefined && at !== '' && { date: `${at.replace('T', ' ')}:00` }),
    ...(location !== undefined && { locationId: location }),
    entries: entries.map(sentEntry),
  }
  return request as unknown as SimulateRequest
}

/** What the rules ask the basket to have, for a sample that shows something: words that products are found by, and units. */
export function wishesOf(campaign: unknown): { readonly words: readonly string[]; readonly units: number } {
  const words = new Set<string>()
  let units = 1
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) walk(one)
    if (!isEntry(value)) return
    for (const key of ['sku', 'category', 'parent'])
      for (const one of [value[key]].flat()) if (typeof one === 'string' && one !== '') words.add(one)
    const { except: _, ...others } = value
    for (const one of Object.values(others)) walk(one)
  }
  const rules = isEntry(campaign) ? listOf(campaign.rules) : []
  for (const rule of rules.filter(isEntry)) {
    walk(rule.when)
    walk(rule.then)
    for (const result of listOf(rule.then).filter(isEntry)) {
      const { buy, on } = isEntry(result.discount) ? result.discount : {}
      const count = (part: unknown) => (isEntry(part) && typeof part.units === 'number' ? part.units : 0)
      units = Math.max(units, count(buy) + count(on))
    }
  }
  return { words: [...words], units }
}
