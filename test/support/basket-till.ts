import assert from 'node:assert/strict'
import { toCatalogue } from '../../server/domain/brand/catalogue.ts'
import type { Discount } from '../../server/domain/brand/rules/discount.ts'
import { type Basket, leftAt } from '../../server/domain/checkout/basket.ts'
import type { Share } from '../../server/domain/checkout/cut.ts'
import { type Discounted, applyDiscount as give, planDiscount } from '../../server/domain/checkout/discount.ts'
import { type BasketRequest, makeBasket } from '../../server/domain/checkout/make-basket.ts'
import type { ProductTest } from '../../server/domain/checkout/product-filter.ts'
import { isRefusal } from '../../server/ground/kernel/errors.ts'
import { type Decimal, formatMinor, parseDecimal } from '../../server/ground/kernel/money.ts'

/** The shop of the basket and discount tests; its tables are written in these words. */
export const catalogue = toCatalogue([
  { sku: 'ESP', parent: 'COFFEE', categories: ['drinks', 'hot'] },
  { sku: 'LATTE', parent: 'COFFEE', categories: ['drinks', 'hot'] },
  { sku: 'TEA', parent: 'BEVERAGE', categories: ['drinks', 'hot'] },
  { sku: 'COFFEE', parent: 'BEVERAGE', categories: [] },
  { sku: 'CAKE', categories: ['food'] },
  { sku: 'HAM', categories: ['food'] },
])

export function dec(text: string | number): Decimal {
  const decimal = parseDecimal(String(text))
  assert(decimal, `${text} is a number`)
  return decimal
}

/** Reads "3 ESP 2.50, 0.75 HAM 19.99": quantity, SKU, unit price. */
export function products(text: string) {
  if (text === '') return []
  return text.split(', ').map((line) => {
    const [quantity = '', sku = '', price = ''] = line.split(' ')
    return { sku, unitPrice: dec(price), amountPurchased: dec(quantity) }
  })
}

export function till(text: string, more: BasketRequest = {}, scale = 2): Basket {
  const basket = makeBasket({ products: products(text), ...more }, scale, catalogue)
  assert(!isRefusal(basket), isRefusal(basket) ? basket.text : '')
  return basket
}

export function discount(basket: Basket, fields: Partial<Discount>, amount?: number): Discounted {
  return give(basket, planDiscount({ on: 'checkout', repeat: 1, basis: 'remaining', ...fields }), amount)
}

/** Prints shares as "ESP 2.5, rest 1". */
export function print(basket: Basket, shares: readonly Share[]): string {
  const name = ({ line }: Share) => (line === undefined ? 'rest' : basket.lines[line]?.sku)
  return shares.map((share) => `${name(share)} ${formatMinor(share.amount, basket.scale)}`).join(', ')
}

/** Prints what is left, line by line: "7.5 + 2, rest 1". */
export function left(basket: Basket): string {
  const lines = basket.lines.map((_, place) => formatMinor(leftAt(basket, place), basket.scale)).join(' + ')
  return basket.rest.value === 0
    ? lines
    : `${lines}, rest ${formatMinor(leftAt(basket, basket.lines.length), basket.scale)}`
}

/** The facts products.quantity, products.total and products.lines, line by line: what the kept sums are held against. */
export function sumLines(basket: Basket, isMeant: ProductTest) {
  const meant = basket.lines.filter(isMeant)
  return {
    quantity: meant.reduce((sum, line) => sum + line.quantity, 0n),
    total: meant.reduce((sum, line) => sum + leftAt(basket, line.index), 0),
    lines: meant.length,
  }
}
