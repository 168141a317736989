import { useAsking } from '../../../ask/queries.ts'

/** What products are called; the sku of those that the catalogue does not have. */
export function useProductNames(skus: readonly string[]): (sku: string) => string {
  const ids = [...new Set(skus)].toSorted()
  const { data } = useAsking('findNames', { noun: 'product', ids, count: 200 }, { enabled: ids.length > 0 })
  const names = new Map(data?.names.map(({ id, name }) => [id, name]))
  return (sku) => names.get(sku) ?? sku
}
