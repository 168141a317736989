import { isRefusal, type Refusal, refuse, refuseField } from '../../ground/kernel/errors.ts'
import { type Decimal, type Minor, minorMax } from '../../ground/kernel/money.ts'
import { unmetered } from '../../ground/kernel/work-meter.ts'
import type { Attributes } from '../brand/attributes.ts'
import type { Catalogue } from '../brand/catalogue.ts'
import { allocateShares } from './allocate.ts'
import { type Basket, leftAt, partsOf, takeFrom } from './basket.ts'
import { halfUp, type Micro, oneUnit, powerOfTen } from './exact.ts'
import { Goods } from './goods.ts'
import type { Line } from './line.ts'
import { allocateQuickly } from './quick-allocate.ts'
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
  /** As the brand knows them. */
  readonly attributes?: Attributes | undefined
}

interface PreDiscount {
  readonly amount: Decimal
  readonly product?: { readonly sku: string; readonly sequenceId?: number | undefined } | undefined
}

/** Makes the basket of a checkout in a currency of this many decimals. Its meter goes with it. */
export function makeBasket(
  request: BasketRequest,
  scale: number,
  catalogue: Catalogue,
  work = unmetered(),
): Basket | Refusal {
  const lines: Line[] = []
  const products = request.products ?? []
  work.spend(stepsPerProduct * products.length)
  const till = { scale, catalogue }
  for (const product of products) {
    const line = makeLine(product, lines.length, till)
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
  if (sum > minorMax) return refuseField(100, 'products', 'their sum is too large')
  const worth = fitToTotal(lines, sum, total ?? sum)
  const before = {
    scale,
    ...worth,
    left: partsOf(worth).map(({ value }) => value),
    goods: new Goods(worth.lines, worth.rest, work),
    preDiscounted: 0,
    preDiscounts: [],
    shipping,
    shippingLeft: shipping,
    tip,
  }
  return takePreDiscounts(before, request.preDiscounts ?? [])
}

function makeLine(
  product: BasketProduct,
  index: number,
  till: { scale: number; catalogue: Catalogue },
): Line | Refusal {
  const { unitPrice: price = zero, amountPurchased: amount = one } = product
  const unitPrice = readMicro(price, () => `products[${index}].unitPrice`)
  if (isRefusal(unitPrice)) return unitPrice
  const quantity = readMicro(amount, () => `products[${index}].amountPurchased`)
  if (isRefusal(quantity)) return quantity
  const gross = quickProduct(price, amount, till.scale) ?? exactProduct(unitPrice, quantity, till.scale)
  if (gross > minorMax) return refuseField(100, `products[${index}]`, 'unitPrice * amountPurchased is too large')
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
    attributes: withSent(entry?.attributes, product.attributes),
    value: gross,
  }
}

/** What the till says wins over the catalogue. */
export const withSent = (known: Attributes | undefined, sent: Attributes | undefined): Attributes | undefined =>
  known && sent ? { ...known, ...sent } : (sent ?? known)

const exactProduct = (unitPrice: Micro, quantity: Micro, scale: number): number =>
  Number(halfUp(unitPrice * quantity * powerOfTen(scale), oneUnit * oneUnit))

/** The same half up where plain numbers are exact, as they are for nearly all goods; undefined elsewhere. */
function quickProduct(a: Decimal, b: Decimal, scale: number): number | undefined {
  const product = a.units * b.units
  const decimals = a.scale + b.scale - scale
  if (decimals <= 0) {
    const raised = product * 10 ** -decimals
    return Number.isSafeInteger(raised) ? raised : undefined
  }
  const under = 2 * 10 ** decimals
  const twice = 2 * product + 10 ** decimals
  return Number.isSafeInteger(twice) ? (twice - (twice % under)) / under : undefined
}

const zero: Decimal = { units: 0, scale: 0 }
const one: Decimal = { units: 1, scale: 0 }
const nothing: ReadonlySet<string> = new Set()

/** A total above the lines leaves a rest; one below them shrinks every line by value. */
function fitToTotal(lines: readonly Line[], sum: Minor, total: Minor) {
  const over = total > sum ? total - sum : 0
  const rest = { kind: 'rest' as const, quantity: 0n as const, value: over }
  if (total >= sum) return { lines, rest, total, netTotal: total }
  const gross = lines.map((line) => line.value)
  const values = allocateShares(total, gross.map(BigInt), gross)
  const shrunk = lines.map((line, index) => ({ ...line, value: values[index] ?? 0 }))
  return { lines: shrunk, rest, total, netTotal: total }
}

/** A line is read, valued, indexed, and stored with the sale. */
const stepsPerProduct = 20
const stepsPerShare = { looked: 1, quick: 2, exact: 10 }

function takePreDiscounts(basket: Basket, preDiscounts: readonly PreDiscount[]): Basket | Refusal {
  const { work } = basket.goods
  let now = basket
  const taken: Minor[] = []
  for (const [index, { amount, product }] of preDiscounts.entries()) {
    const path = `preDiscounts[${index}]`
    const minor = readAmount(amount, basket.scale, `${path}.amount`)
    if (isRefusal(minor)) return minor
    if (minor === 0) return refuseField(100, `${path}.amount`, 'must be positive')
    work.spend(stepsPerShare.looked * basket.lines.length)
    const places = product ? placesOf(now.lines, product) : [...now.lines.keys(), now.lines.length]
    if (product && places.length === 0) return refuseField(100, `${path}.product`, 'matches none of the products')
    const before = now.netTotal
    now = takeByValue(now, places, minor)
    taken.push(before - now.netTotal)
    if (work.isOver) return refuse(135)
  }
  return { ...now, preDiscounted: now.total - now.netTotal, preDiscounts: taken }
}

type NamedProduct = { readonly sku: string; readonly sequenceId?: number | undefined }

function placesOf(lines: readonly Line[], { sku, sequenceId }: NamedProduct): number[] {
  const meant = lines.filter((line) => line.sku === sku && (sequenceId === undefined || line.sequenceId === sequenceId))
  return meant.map((line) => line.index)
}

/**
 * A till may have rounded otherwise, so one that is more than its product is worth takes what there is. The answer and
 * the lookup of the checkout say how much that was.
 */
function takeByValue(basket: Basket, places: readonly number[], amount: Minor): Basket {
  const { work } = basket.goods
  const left = places.map((place) => leftAt(basket, place))
  const all = left.reduce((sum, one) => sum + one, 0)
  const most = Math.min(amount, all)
  work.spend(stepsPerShare.quick * places.length)
  const taken = allocateQuickly(most, {
    isWhole: true,
    weights: left,
    caps: { least: left, most: left },
    exactly(rest, indexes) {
      work.spend(stepsPerShare.exact * indexes.length)
      const inDoubt = indexes.map((index) => left[index] ?? 0)
      return allocateShares(rest, inDoubt.map(BigInt), inDoubt)
    },
  })
  return takeFrom(
    basket,
    places.map((line, index) => ({ line, amount: taken[index] ?? 0 })),
  )
}
