import { day } from '../server/ground/kernel/time.ts'

/** A purchase of a customer. Cards are numbered from 1. */
export interface Purchase {
  readonly card: number
  /** Milliseconds since the first of the days. */
  readonly at: number
  readonly skus: readonly string[]
}

export interface GeneratedShop {
  /** Prices in cents by SKU. */
  readonly prices: ReadonlyMap<string, number>
  /** Of each customer in turn, the oldest first. */
  readonly purchases: readonly Purchase[]
}

export interface ShopPlan {
  readonly seed: number
  readonly customers: number
  /** Without structure everybody buys anything, as often as everybody else. */
  readonly hasStructure: boolean
}

export const shopDays = 180
const families = 16
const productsPerFamily = 25
/** How much less popular each further product of a family is, and each further family. */
const popularity = { products: 1, families: 0.7 }
/** How often a customer with tastes buys of the favourite family, and of the second; otherwise of any. */
const tastes = { first: 0.5, second: 0.25 }
const visitsUsual = 9
/** How far customers differ: the standard deviation of the logarithm of how often they come. */
const visitsSpread = 0.7
/** Customers who stay away for good from some day on. */
const lapsedShare = 0.25
const goesOnAfterProduct = 0.55
const basketMax = 8

/**
 * A shop that might exist: products in families, a few of which sell most; customers with tastes, who come often or seldom
 * and may stop to come. Nobody buys a product because of another one, and nothing here knows how products are recommended.
 */
export function generateShop({ seed, customers, hasStructure }: ShopPlan): GeneratedShop {
  const random = chanceOf(seed)
  const skus = Array.from({ length: families * productsPerFamily }, (_, index) => skuOf(index))
  const prices = new Map(skus.map((sku) => [sku, 200 + Math.floor(random() * 1800)]))
  const shelf = { family: zipf(families, popularity.families), product: zipf(productsPerFamily, popularity.products) }
  const purchases = Array.from({ length: customers }, (_, index) => {
    const favourites = [shelf.family(random()), shelf.family(random())] as const
    const family = () =>
      hasStructure ? byTaste(favourites, random(), () => shelf.family(random())) : shelf.family(random())
    const visits = hasStructure ? visitsUsual * Math.exp(visitsSpread * normal(random)) : visitsUsual
    const end = hasStructure && random() < lapsedShare ? random() * shopDays * day : shopDays * day
    return visitTimes(visits, end, random).map((at) => ({
      card: index + 1,
      at,
      skus: basketOf(() => skuOf(family() * productsPerFamily + shelf.product(random())), random),
    }))
  })
  return { prices, purchases: purchases.flat() }
}

const skuOf = (index: number) => `P${String(index).padStart(3, '0')}`

function byTaste([first, second]: readonly [number, number], draw: number, other: () => number): number {
  if (draw < tastes.first) return first
  return draw < tastes.first + tastes.second ? second : other()
}

/** With as long between two of them as chance has it. */
function visitTimes(visits: number, end: number, random: () => number): number[] {
  const times: number[] = []
  const gap = () => (-Math.log(1 - random()) * shopDays * day) / visits
  for (let at = gap(); at < end; at += gap()) times.push(at)
  return times
}

function basketOf(draw: () => string, random: () => number): string[] {
  const skus = new Set([draw()])
  while (skus.size < basketMax && random() < goesOnAfterProduct) skus.add(draw())
  return [...skus]
}

/** Draws a number below `count`; the first one most often, the second half as often (with exponent 1), and so on. */
function zipf(count: number, exponent: number): (draw: number) => number {
  let sum = 0
  const bounds = Array.from({ length: count }, (_, index) => (sum += 1 / (index + 1) ** exponent))
  return (draw) => bounds.findIndex((bound) => draw * sum < bound)
}

/** The same numbers for the same seed (mulberry32). */
function chanceOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** By Box and Muller. */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
