import { toCatalogue } from '../brand/catalogue.ts'
import type { BrandDocument } from '../brand/document.ts'

type Members = Pick<BrandDocument, 'products' | 'locations'>
type Names = ReadonlySet<string>

/**
 * Whether a product that the catalogue had already belongs to other categories or parents that campaigns name, or a location to
 * another group that they name. What is new has no sales of the last month: catalogues grow every day.
 */
export function hasOtherMembers(before: Members, after: Members, named: Names): boolean {
  return (
    differs(productsIn(before, named), productsIn(after, named)) ||
    differs(groupsIn(before, named), groupsIn(after, named))
  )
}

/** By what is named of each, as one text. */
function differs(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): boolean {
  return [...after].some(([id, names]) => before.has(id) && before.get(id) !== names)
}

/** Own categories and ancestors apart, as the checkout asks for them. */
function productsIn({ products }: Members, named: Names): ReadonlyMap<string, string> {
  const catalogue = toCatalogue(products)
  const namedOf = (names: Iterable<string> = []) => [...names].filter((one) => named.has(one)).toSorted()
  return new Map(
    products.map(({ sku }) => {
      const entry = catalogue.get(sku)
      return [sku, JSON.stringify([namedOf(entry?.categories), namedOf(entry?.ancestors)])]
    }),
  )
}

const groupsIn = ({ locations }: Members, named: Names): ReadonlyMap<string, string> =>
  new Map(locations.map(({ id, group }) => [id, group !== undefined && named.has(group) ? group : '']))
