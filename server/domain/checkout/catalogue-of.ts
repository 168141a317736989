import { oncePer } from '../../ground/kernel/once-per.ts'
import type { Brand } from '../brand/brand.ts'
import { toCatalogue } from '../brand/catalogue.ts'

/** The catalogue of a version of the configuration. */
export const catalogueOf = oncePer((brand: Brand) => toCatalogue(brand.document.products))

/** What a unit costs the brand, in units of its currency, by the product's SKU. */
export const catalogueCostsOf = oncePer(
  (brand: Brand): ReadonlyMap<string, string> =>
    new Map(
      brand.document.products.flatMap(({ sku, cost }) => (cost === undefined ? [] : [[sku, String(cost)] as const])),
    ),
)

/** The names of the products in it, by their SKUs. */
export const catalogueNamesOf = oncePer(
  (brand: Brand): ReadonlyMap<string, string> => new Map(brand.document.products.map(({ sku, name }) => [sku, name])),
)
