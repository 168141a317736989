import { isRefusal, type Refusal, refuse } from '../kernel/errors.ts'
import { type Decimal, type Minor, minorMax } from '../kernel/money.ts'
import { allocateShares } from './allocate.ts'
import { type Basket, type BasketPart, partsOf, takeFrom } from './basket.ts'
import type { Catalogue } from './catalogue.ts'
import { halfUp, oneUnit, powerOfTen } from './exact.ts'
import { Goods } from './goods.ts'
import type { Line } from './line.ts'
import { readAmount, readMicro } from './read-amounts.ts'

/** The fields of a checkout that a basket is made of, by their names in the interface. */
export interface BasketRequest {
  readonly products?: readonly BasketProduct[] | undefined
  readonly checkoutTotal?: Decimal | undefined
  readonly checkoutShippingTotal?: Decimal | undefined
  readonly checkoutTipTotal?: Decimal | undefined
  readonly preDiscounts?: readonly PreDiscount[] | undefined
}

export interface BasketProduct {
  readonly sku: string
  readonly unitPrice?: Decimal | undefined
  readonly amountPurchased?: Decimal | undefined
  readonly sequenceId?: number | undefined
}

export interface PreDiscount {
  readonly amount: Decimal
  readonly product?: { readonly sku: string; readonly sequenceId?: number | undefined } | undefined
}

/** Makes the basket of a checkout in a currency of this many decimals. */
export function makeBasket(request: BasketRequest, scale: number, catalogue: Catalogue): Basket | Refusal {
  const lines: Line[] = []
  for (const [index, product] of (request.products ?? []).entries()) {
    const line = makeLine(product, index, { scale, catalogue })
    if (isRefusal(line)) return line
    lines.push(line)
  }
  const total = request.checkoutTotal && readAmount(request.checkoutTotal, scale, 'checkoutTotal')
  if (isRefusal(total)) return total
  const shipping = readAmount(request.checkoutShippingTotal ?? zero, scale, 'checkoutShippingTotal')
  if (isRefusal(shipping)) return shipping
  const tip = readAmount(request.checkoutTipTotal ?? zero, scale, 'checkoutTipTotal')
  if (isRefusal(tip)) return tip
  const sum = lines.reduce((gross, line) => gross + line.value, 0)
  if (sum > minorMax) return refuse(100, 'products: their sum is too large')
  const worth = fitToTotal(lines, sum, total ?? sum)
  const before = { scale, ...worth, goods: new Goods(worth.lines), preDiscounted: 0, preDiscounts: [], shipping, tip }
  return takePreDiscounts(before, request.preDiscounts ?? [])
}

function makeLine(
  product: BasketProduct,
  index: number,
  till: { scale: number; catalogue: Catalogue },
): Line | Refusal {
  const unitPrice = readMicro(product.unitPrice ?? zero, `products[${index}].unitPrice`)
  if (isRefusal(unitPrice)) return unitPrice
  const quantity = readMicro(product.amountPurchased ?? one, `products[${index}].amountPurchased`)
  if (isRefusal(quantity)) return quantity
  const gross = halfUp(unitPrice * quantity * powerOfTen(till.scale), oneUnit * oneUnit)
  if (gross > BigInt(minorMax)) return refuse(100, `products[${index}]: unitPrice * amountPurchased is too large`)
  const entry = till.catalogue.get(product.sku)
  return {
    kind: 'line',
    index,
    sku: product.sku,
    sequenceId: product.sequenceId ?? index + 1,
    unitPrice,
    quantity,
    categories: entry?.categories ?? nothing,
    ancestors: entry?.ancestors ?? nothing,
    value: Number(gross),
    left: Number(gross),
  }
}

const zero: Decimal = { units: 0, scale: 0 }
const one: Decimal = { units: 1, scale: 0 }
const nothing: ReadonlySet<string> = new Set()

/** A total above the lines leaves a rest; one below them shrinks every line by value. */
function fitToTotal(lines: readonly Line[], sum: Minor, total: Minor) {
  const over = total > sum ? total - sum : 0
  const rest = { kind: 'rest' as const, quantity: 0n as const, value: over, left: over }
  if (total >= sum) return { lines, rest, total, netTotal: total }
  const gross = lines.map((line) => line.value)
  const values = allocateShares(total, gross.map(BigInt), gross)
  const shrunk = lines.map((line, index) => ({ ...line, value: values[index] ?? 0, left: values[index] ?? 0 }))
  return { lines: shrunk, rest, total, netTotal: total }
}

function takePreDiscounts(basket: Basket, preDiscounts: readonly PreDiscount[]): Basket | Refusal {
  let now = basket
  const taken: Minor[] = []
  for (const [index, { amount, product }] of preDiscounts.entries()) {
    const path = `preDiscounts[${index}]`
    const minor = readAmount(amount, basket.scale, `${path}.amount`)
    if (isRefusal(minor)) return minor
    if (minor === 0) return refuse(100, `${path}.amount: must be positive`)
    const target = product ? now.lines.filter((line) => matches(line, product)) : partsOf(now)
    if (product && target.length === 0) return refuse(100, `${path}.product: matches none of the products`)
    const before = now.netTotal
    now = takeByValue(now, target, minor)
    taken.push(before - now.netTotal)
  }
  return { ...now, preDiscounted: now.total - now.netTotal, preDiscounts: taken }
}

function matches(line: Line, product: { readonly sku: string; readonly sequenceId?: number | undefined }): boolean {
  return line.sku === product.sku && (product.sequenceId === undefined || line.sequenceId === product.sequenceId)
}

/**
 * A till may have rounded otherwise, so one that is more than its product is worth takes what there is. The answer and
 * the lookup of the checkout say how much that was.
 */
function takeByValue(basket: Basket, target: readonly BasketPart[], amount: Minor): Basket {
  const left = target.map((part) => part.left)
  const all = left.reduce((sum, one) => sum + one, 0)
  const taken = allocateShares(Math.min(amount, all), left.map(BigInt), left)
  return takeFrom(basket, new Map(target.map((part, index) => [part, taken[index] ?? 0])))
}
