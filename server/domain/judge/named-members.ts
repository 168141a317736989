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

function productsIn({ products }: Members, named: Names): ReadonlyMap<string, string> {
  const bySku = new Map(products.map((one) => [one.sku, one]))
  return new Map(
    products.map(({ sku, categories, parent }) => {
      const names = new Set(categories)
      // A parent may be a product itself. Each is looked at once, should they name each other.
      const seen = new Set([sku])
      for (let above = parent; above !== undefined && !seen.has(above); above = bySku.get(above)?.parent) {
        seen.add(above)
        names.add(above)
        for (const one of bySku.get(above)?.categories ?? []) names.add(one)
      }
      return [sku, JSON.stringify([...names].filter((one) => named.has(one)).toSorted())]
    }),
  )
}

const groupsIn = ({ locations }: Members, named: Names): ReadonlyMap<string, string> =>
  new Map(locations.map(({ id, group }) => [id, group !== undefined && named.has(group) ? group : '']))
