import { useLocalStorage } from '@mantine/hooks'
import { useBrand } from '../../ask/brand-context.ts'

interface KnownPrice {
  readonly price: number
  readonly at: number
}

type KnownPrices = Readonly<Record<string, KnownPrice>>

/** What a price is remembered for so many products, the ones sold last. */
const keptMax = 200

/**
 * Catalogues have no prices: this device remembers what was typed last for each product, so that the next one is sold by
 * one key.
 */
export function useKnownPrices() {
  const { id } = useBrand()
  const [kept, keep] = useLocalStorage<KnownPrices>({ key: `purser-prices-${id}`, defaultValue: {} })
  const priceOf = (sku: string): number | undefined => kept[sku]?.price
  const remember = (sku: string, price: number) => {
    const newest = Object.entries({ ...kept, [sku]: { price, at: Date.now() } })
      .toSorted(([, a], [, b]) => b.at - a.at)
      .slice(0, keptMax)
    keep(Object.fromEntries(newest))
  }
  /** The ones sold last first, the others as they come. */
  const lastFirst = <P extends { readonly sku: string }>(products: readonly P[]): readonly P[] =>
    products.toSorted((a, b) => (kept[b.sku]?.at ?? 0) - (kept[a.sku]?.at ?? 0))
  return { priceOf, remember, lastFirst }
}
