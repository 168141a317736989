import { type Answer, openShop, type Shop, type ShopOptions } from './shop.ts'
import { sql } from './time-passes.ts'

export const shopProducts = [
  { sku: 'ESP', name: 'Espresso', parent: 'COFFEE', categories: ['drinks'] },
  { sku: 'LATTE', name: 'Latte', parent: 'COFFEE', categories: ['drinks'] },
  { sku: 'COFFEE', name: 'Coffee', categories: [] },
  { sku: 'CAKE', name: 'Cake', categories: ['food'] },
]

export const shopCoupons = [
  { id: 'ten', name: 'Ten off', coupons: ['TEN-1', 'TEN-2', 'TEN-3', 'TEN-4', 'TEN-5', 'TEN-6'] },
  { id: 'gift', name: 'Gifts', generate: { count: 3, prefix: 'G-', length: 10 }, autoGenerate: true },
  { id: 'few', name: 'Few', coupons: ['FEW-1'] },
]

export interface RuleShop {
  readonly shop: Shop
  /** Checks out what the basket says: "2 ESP 3.5, 1 CAKE 4". */
  buy(basket: string, more?: object): Promise<Answer>
  /** The same, and it has to succeed. */
  bought(basket: string, more?: object, headers?: Record<string, string>): ReturnType<Shop['must']>
}

/** A shop with a small catalogue, coupons, and one campaign of these rules; each has trigger checkout unless it says otherwise. */
export async function openRuleShop(rules: readonly object[], options: ShopOptions = {}): Promise<RuleShop> {
  const shop = await openShop({
    ...options,
    more: { products: shopProducts, couponSets: shopCoupons, campaigns: [campaign(rules)], ...options.more },
  })
  return {
    shop,
    buy: (basket, more = {}) => shop.call('checkout', { products: productsOf(basket), ...more }),
    bought: (basket, more = {}, headers = {}) =>
      shop.must('checkout', { products: productsOf(basket), ...more }, headers),
  }
}

export function campaign(rules: readonly object[], more: object = {}) {
  const named = rules.map((rule, index) => ({ id: `rule-${index + 1}`, trigger: 'checkout', ...rule }))
  return { id: 'main', name: 'Main', rules: named, ...more }
}

/** "2 ESP 3.5": quantity, SKU, unit price. */
export function productsOf(basket: string) {
  if (basket === '') return []
  return basket.split(', ').map((line) => {
    const [amountPurchased = '1', sku = '', unitPrice = '0'] = line.split(' ')
    return { sku, unitPrice: Number(unitPrice), amountPurchased: Number(amountPurchased) }
  })
}

export const points = (amount: number | object, more: object = {}) => ({
  issue: { balanceType: 'Points', amount, ...more },
})
export const perDollar = (give: number, per = 1) => ({ give, per, of: 'checkout.netTotal' })

/** A two-stage checkout with a lock: its setup has to succeed; `setup` is what that answered. */
export function lockingCalls({ shop }: Pick<RuleShop, 'shop'>) {
  const link = (setup: { transactionId: string; cardNumber: string }) => ({
    relatedSetupTransactionId: setup.transactionId,
    cardNumber: setup.cardNumber,
  })
  return {
    lock: (cardNumber: string, basket: string, more: object = {}) =>
      shop.must('checkout', {
        cardNumber,
        products: productsOf(basket),
        isSetup: true,
        lockSetupDuration: 60,
        returnBalanceMutations: true,
        ...more,
      }),
    complete: (setup: { transactionId: string; cardNumber: string }, more: object = {}) =>
      shop.call('checkout', { ...link(setup), returnBalanceMutations: true, ...more }),
    cancel: (setup: { transactionId: string; cardNumber: string }, more: object = {}) =>
      shop.call('checkout', { ...link(setup), cancelSetup: true, ...more }),
  }
}

/** Lets every lock of the brand run out now, with the coupons, codes and firings that it keeps. */
export async function letLocksExpire(shop: Shop): Promise<void> {
  const ended = `now() - interval '1 ms'`
  await sql(`update card set lock_until = ${ended} where brand_id = $1 and lock_until is not null`, [shop.id])
  await sql(`update coupon set reserved_until = ${ended} where brand_id = $1 and reserved_by is not null`, [shop.id])
  await sql(`update rule_firing set until = ${ended} where brand_id = $1 and until is not null`, [shop.id])
  await sql(`update budget_use set frees_at = ${ended} where brand_id = $1 and frees_at is distinct from ages_at`, [
    shop.id,
  ])
  await sql(`update code_use set until = ${ended} where brand_id = $1 and until is not null`, [shop.id])
}
