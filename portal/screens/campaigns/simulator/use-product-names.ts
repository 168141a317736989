import { useAsking } from '../../../ask/queries.ts'

/** The names of products that were sold lately or found just now; the sku of all others. */
export function useProductNames(): (sku: string) => string {
  const { data } = useAsking('tryoutProducts', {})
  const names = new Map(data?.products.map(({ sku, name }) => [sku, name]))
  return (sku) => names.get(sku) ?? sku
}
