import type { Attributes } from './attributes.ts'

/** What conditions and discounts ask the catalogue about a product. */
interface CatalogueEntry {
  readonly categories: ReadonlySet<string>
  /** Parent, grandparent and so on; not the product itself. */
  readonly ancestors: ReadonlySet<string>
  readonly attributes?: Attributes | undefined
}

/** The brand's products by SKU. A SKU that is not in it has no category and no parent. */
export interface Catalogue {
  get(sku: string): CatalogueEntry | undefined
}

interface Product {
  readonly sku: string
  readonly parent?: string
  readonly categories: readonly string[]
  readonly attributes?: Attributes
}

/** Made once per version of the configuration. */
export function toCatalogue(products: readonly Product[]): Catalogue {
  const parents = new Map(products.map(({ sku, parent }) => [sku, parent]))
  return new Map(
    products.map(({ sku, categories, attributes }) => [
      sku,
      { categories: new Set(categories), ancestors: ancestorsOf(sku, parents), attributes },
    ]),
  )
}

function ancestorsOf(sku: string, parents: ReadonlyMap<string, string | undefined>): Set<string> {
  const ancestors = new Set<string>()
  let parent = parents.get(sku)
  while (parent !== undefined && !ancestors.has(parent)) {
    ancestors.add(parent)
    parent = parents.get(parent)
  }
  return ancestors
}
