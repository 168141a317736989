import { holdAll, holdAny } from '../../../domain/brand/attributes.ts'
import type { Brand } from '../../../domain/brand/brand.ts'
import { toCatalogue } from '../../../domain/brand/catalogue.ts'
import { type CurrencySum, worthInMain } from '../../../domain/brand/exchange.ts'
import type { ProductFilter } from '../../../domain/brand/rules/arguments.ts'
import type { HistoryNeed, HistorySums, LooseReturn } from '../../../domain/campaign/needs.ts'
import { decimalOf, fromMicro, type Micro, oneUnit, powerOfTen, toMicroUp } from '../../../domain/checkout/exact.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { canonicalJson } from '../../../ground/kernel/canonical-json.ts'
import type { CardId } from '../../../ground/kernel/ids.ts'
import type { Decimal, Minor } from '../../../ground/kernel/money.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import { type LinesWanted, type SalesSums, sumSales, sumSoldLines } from './checkout-history.sql.ts'

/** The past of a card as one call asks for it. */
interface HistoryWanted extends Pick<HistoryNeed, 'since' | 'own'> {
  readonly card: CardId
}

/** The sums of sales that differ only in card, time and what a call returns itself, in the order in which they are asked for. */
export async function sumHistory(
  { db, brand, now }: { readonly db: Sql; readonly brand: Brand; readonly now: Instant },
  wanted: readonly HistoryWanted[],
  where: HistoryNeed['where'],
): Promise<(readonly SalesSums[])[]> {
  const sales = wanted.map(({ card, since, own }) => ({ card, since, sale: own?.kind === 'sale' ? own : undefined }))
  const lines = where && linesOf(brand, where)
  const rows = lines ? await sumSoldLines(db, brand.id, sales, lines) : await sumSales(db, brand.id, sales)
  const byPlace = Map.groupBy(rows, (row) => row.place)
  return wanted.map(({ since = now, own }, index) => {
    const sums = byPlace.get(index + 1) ?? []
    // A since that lies ahead counts nothing, what has just come back neither.
    return own?.kind === 'loose' && since <= now ? lessReturn(sums, own, lines) : sums
  })
}

/** With a return that names no sale: it is taken off what was spent in its currency. */
export function lessReturn(
  rows: readonly SalesSums[],
  own: LooseReturn,
  lines: LinesWanted | undefined,
): readonly SalesSums[] {
  const { currency, scale } = own
  const nothing = { place: 0, currency, scale, checkouts: 0, spend: '0', quantity: '0', last_at: null, locations: [] }
  const row = rows.find((one) => one.currency === currency && one.scale === scale) ?? nothing
  const spend = String(BigInt(row.spend) + BigInt(lines ? netOfLines(own, lines) : own.net))
  return [...rows.filter((one) => one !== row), { ...row, spend }]
}

function netOfLines({ lines }: LooseReturn, wanted: LinesWanted): Minor {
  return lines.filter((line) => isMeant(line, wanted)).reduce((sum, { net }) => sum + net, 0)
}

/** Whether a line that was kept is meant: the same as the statement says. */
export function isMeant(
  { sku, unitPrice, attributes }: LooseReturn['lines'][number],
  { skus, exceptSkus, least, most, ...asked }: LinesWanted,
): boolean {
  const price = BigInt(unitPrice)
  if ((skus && !skus.includes(sku)) || exceptSkus?.includes(sku)) return false
  if ((least !== undefined && price < least) || (most !== undefined && price > most)) return false
  if (asked.attributes && !holdAll(asked.attributes, attributes)) return false
  return !(asked.exceptAttributes && holdAny(asked.exceptAttributes, attributes))
}

/** Sums of all currencies in the brand's main one. What has no exchange rate is left out of the spend. */
export function toHistorySums(rows: readonly SalesSums[], brand: Brand): HistorySums {
  const times = rows.flatMap(({ last_at }) => last_at ?? [])
  const spent = rows.map(toCurrencySum)
  return {
    checkouts: rows.reduce((sum, row) => sum + row.checkouts, 0),
    spend: fromMicro(spent.reduce((sum, one) => sum + toMicro(worthInMain(brand, one)), 0n)),
    spent,
    quantity: fromMicro(rows.reduce((sum, row) => sum + BigInt(row.quantity), 0n)),
    ...(times.length > 0 && { lastAt: Math.max(...times) }),
    locations: [...new Set(rows.flatMap((row) => row.locations))],
  }
}

function toCurrencySum({ currency, scale, spend }: SalesSums): CurrencySum {
  return { currency, scale, minor: BigInt(spend) }
}

const toMicro = ({ units, scale }: Decimal): Micro => (BigInt(units) * oneUnit) / powerOfTen(scale)

const linesByBrand = new WeakMap<Brand, Map<string, LinesWanted>>()

/** A filter in terms of what lines keep. A product is of the categories and parents that it has in the catalogue now. */
export function linesOf(brand: Brand, where: ProductFilter): LinesWanted {
  const known = linesByBrand.get(brand) ?? new Map<string, LinesWanted>()
  linesByBrand.set(brand, known)
  const key = canonicalJson(where)
  const lines = known.get(key) ?? toLines(brand, where)
  known.set(key, lines)
  return lines
}

function toLines(brand: Brand, where: ProductFilter): LinesWanted {
  const { minUnitPrice, maxUnitPrice, except, attributes } = where
  return {
    skus: skusOf(brand, where),
    ...(except && { exceptSkus: exceptedSkus(brand, except) }),
    ...(minUnitPrice !== undefined && { least: toMicroUp(decimalOf(minUnitPrice)) }),
    ...(maxUnitPrice !== undefined && { most: toMicroDown(maxUnitPrice) }),
    ...(attributes && { attributes: Object.entries(attributes) }),
    ...(except?.attributes && { exceptAttributes: Object.entries(except.attributes) }),
  }
}

function skusOf(brand: Brand, { sku, category, parent }: ProductFilter): readonly string[] | undefined {
  if (!category && !parent) return sku
  const { products } = brand.document
  const catalogue = toCatalogue(products)
  return (sku ?? products.map((product) => product.sku)).filter((one) => {
    const entry = catalogue.get(one)
    const isOfCategory = !category || category.some((name) => entry?.categories.has(name))
    return isOfCategory && (!parent || parent.some((name) => entry?.ancestors.has(name)))
  })
}

/** What has no place in the catalogue is excepted by its SKU alone. */
function exceptedSkus(
  brand: Brand,
  { sku = [], category = [], parent = [] }: NonNullable<ProductFilter['except']>,
): readonly string[] {
  const { products } = brand.document
  const catalogue = toCatalogue(products)
  const isOf = (one: string) => {
    const entry = catalogue.get(one)
    return category.some((name) => entry?.categories.has(name)) || parent.some((name) => entry?.ancestors.has(name))
  }
  return [...new Set([...sku, ...products.map((product) => product.sku).filter(isOf)])]
}

function toMicroDown(value: number): Micro {
  const { units, scale } = decimalOf(value)
  return (BigInt(units) * oneUnit) / powerOfTen(scale)
}
