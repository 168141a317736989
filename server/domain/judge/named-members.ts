import { toCatalogue } from '../brand/catalogue.ts'
import type { BrandDocument } from '../brand/document.ts'

interface Members extends Pick<BrandDocument, 'products' | 'locations'> {
  readonly brand: Pick<BrandDocument['brand'], 'country'>
}
type Names = ReadonlySet<string>

/**
 * Whether a product that the catalogue had already belongs to other categories or parents that campaigns name, or a location to
 * another group or country that they ask for. What is new has no sales of the last month: catalogues grow every day.
 */
export function hasOtherMembers(before: Members, after: Members, named: Names): boolean {
  return (
    differs(productsIn(before, named), productsIn(after, named)) ||
    differs(placesIn(before, named), placesIn(after, named))
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

function placesIn({ brand, locations }: Members, named: Names): ReadonlyMap<string, string> {
  const [isAnyGroup, isAnyCountry] = [isAskedInPart('location.group', named), isAskedInPart('location.country', named)]
  const asked = (name: string | undefined, isAny: boolean) =>
    name !== undefined && (isAny || named.has(name)) ? name : null
  return new Map(
    locations.map(({ id, group, country = brand.country }) => [
      id,
      JSON.stringify([asked(group, isAnyGroup), asked(country, isAnyCountry)]),
    ]),
  )
}

/** Whether a fact is asked for otherwise than by whole names, so that any value of it may be meant. */
const isAskedInPart = (fact: string, named: Names): boolean =>
  [...named].some((one) => one.startsWith(`${fact} `) && !byName.has(one.slice(fact.length + 1)))

const byName: Names = new Set(['=', '!=', 'in', 'notIn'])
