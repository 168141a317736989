import type { Brand } from '../brand/brand.ts'
import type { ProductFilter } from '../brand/rules/arguments.ts'
import { canonicalJson, type HistoryNeed, type HistorySums } from '../campaign/needs.ts'
import { toCatalogue } from '../checkout/catalogue.ts'
import { decimalOf, fromMicro, type Micro, oneUnit, powerOfTen, toMicroUp } from '../checkout/exact.ts'
import { convertAmount } from '../operations/conversion.ts'
import {
  type LinesWanted,
  type SalesSums,
  type SalesWanted,
  sumSales,
  sumSoldLines,
} from '../store/checkout-history.sql.ts'
import type { Sql } from '../store/connection.ts'

/** The sums of sales that differ only in card and time, in the order in which they are asked for. */
export async function sumHistory(
  db: Sql,
  brand: Brand,
  wanted: readonly SalesWanted[],
  where: HistoryNeed['where'],
): Promise<(readonly SalesSums[])[]> {
  const rows = where
    ? await sumSoldLines(db, brand.id, wanted, linesOf(brand, where))
    : await sumSales(db, brand.id, wanted)
  const byPlace = Map.groupBy(rows, (row) => row.place)
  return wanted.map((_, index) => byPlace.get(index + 1) ?? [])
}

/** Sums of all currencies in one; what has no exchange rate is left out of the spend. */
export function toHistorySums(rows: readonly SalesSums[], brand: Brand, currency: string): HistorySums {
  const lastAt = rows.reduce<number | undefined>((last, row) => Math.max(last ?? row.last_at, row.last_at), undefined)
  return {
    checkouts: rows.reduce((sum, row) => sum + row.checkouts, 0),
    spend: fromMicro(rows.reduce((sum, row) => sum + spendIn(currency, row, brand), 0n)),
    quantity: fromMicro(rows.reduce((sum, row) => sum + BigInt(row.quantity), 0n)),
    ...(lastAt !== undefined && { lastAt }),
    locations: new Set(rows.flatMap((row) => row.locations)).size,
  }
}

/** In millionths of the currency's unit. */
function spendIn(currency: string, row: SalesSums, brand: Brand): Micro {
  if (row.currency === currency) return toMicro(BigInt(row.spend), row.scale)
  const amount = { units: Number(row.spend), scale: row.scale }
  const converted = convertAmount(brand, { amount, from: row.currency, to: currency, fromScale: row.scale })
  return converted.kind === 'converted' ? toMicro(BigInt(converted.amount), converted.scale) : 0n
}

const toMicro = (minor: bigint, scale: number): Micro => (minor * oneUnit) / powerOfTen(scale)

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
  const { minUnitPrice, maxUnitPrice } = where
  return {
    skus: skusOf(brand, where),
    ...(minUnitPrice !== undefined && { least: toMicroUp(decimalOf(minUnitPrice)) }),
    ...(maxUnitPrice !== undefined && { most: toMicroDown(maxUnitPrice) }),
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

function toMicroDown(value: number): Micro {
  const { units, scale } = decimalOf(value)
  return (BigInt(units) * oneUnit) / powerOfTen(scale)
}
