import { productsOf } from './checkout-shop.ts'
import type { Answer, Shop } from './shop.ts'
import { sql } from './time-passes.ts'

/** Voids a call; of a card, unless the call was anonymous. */
export const undo = (shop: Shop, cardNumber: string | undefined, requestRef: string, more: object = {}) =>
  shop.call('voidTransaction', { ...(cardNumber !== undefined && { cardNumber }), requestRef, ...more })

/** The same, and it has to succeed. */
export const undone = (shop: Shop, cardNumber: string | undefined, requestRef: string, more: object = {}) =>
  shop.must('voidTransaction', { ...(cardNumber !== undefined && { cardNumber }), requestRef, ...more })

export interface Sold {
  readonly requestRef: string
  readonly cardNumber?: string
}

/** Returns of a sale what the basket says: "1 ESP, 2 CAKE 4"; prices are the original's where none is given. */
export const bringBack = (shop: Shop, sale: Sold, basket: string, more: object = {}): Promise<Answer> =>
  shop.call('returnMerchandise', { ...toReturn(sale, basket), ...more })

/** The same, and it has to succeed. */
export const broughtBack = (shop: Shop, sale: Sold, basket: string, more: object = {}) =>
  shop.must('returnMerchandise', { ...toReturn(sale, basket), ...more })

function toReturn({ requestRef, cardNumber }: Sold, basket: string) {
  return { checkoutRequestRef: requestRef, ...(cardNumber !== undefined && { cardNumber }), ...returnedOf(basket) }
}

export function returnedOf(basket: string) {
  const priced = (line: string) => line.split(' ').length > 2
  const lines = basket === '' ? [] : basket.split(', ')
  return {
    returnedProducts: productsOf(basket).map(({ unitPrice, ...product }, index) =>
      priced(lines[index] ?? '') ? { ...product, unitPrice } : product,
    ),
  }
}

/** What a card has in all, by value type: { Points: 12, USD: 3.5 }; holds and delayed balance included. */
export async function sums(shop: Shop, cardNumber: string): Promise<Record<string, number>> {
  const balances: { balanceType: string; balanceCode?: string; amount: number }[] = await shop.balances(cardNumber, {
    delayedBalances: true,
  })
  const found: Record<string, number> = {}
  for (const { balanceType, balanceCode, amount } of balances) {
    const name = balanceCode ?? balanceType
    found[name] = (found[name] ?? 0) + amount
  }
  return found
}

/** Everything that a void has to bring back: lots with what is in them, holds, counters, coupons, offers, events, accounts. */
export async function stateOf(shop: Shop): Promise<Record<string, unknown[]>> {
  const state: Record<string, unknown[]> = {}
  for (const [name, statement] of Object.entries(statements)) state[name] = await sql(statement, [shop.id])
  return state
}

const statements = {
  cards: 'select card_number, status, lock_by from card where brand_id = $1 order by card_id',
  lots: `
    select card_id, lot_no, value_type_id, bucket, amount, held, return_related, expires_at, active_at
    from lot where brand_id = $1 and amount > 0 order by card_id, lot_no`,
  balances: `
    select card_id, value_type_id, bucket, amount, held
    from balance where brand_id = $1 and amount > 0 order by card_id, value_type_id, bucket`,
  holds: 'select hold_ref, lot_no, amount from hold_portion where brand_id = $1 order by hold_ref, lot_no',
  firings: 'select rule_id, request_ref, card_id, until from rule_firing where brand_id = $1 order by 1, 2',
  coupons: `
    select coupon_id, used_by, disabled, reserved_by
    from coupon where brand_id = $1 and allocated_at is not null order by coupon_id`,
  offers: `
    select card_id, offer_no, uses from personal_offer where brand_id = $1 and not withdrawn order by 1, 2`,
  offerUses: 'select card_id, offer_no, request_ref from offer_use where brand_id = $1 order by 1, 2, 3',
  events: 'select card_id, category_id from event where brand_id = $1 order by request_ref, line',
  accounts: `
    select card_id, customer, demographics, programs
    from account
    where brand_id = $1 and (customer, demographics, programs) <> ('{}', '{}', '{}') order by card_id`,
}
