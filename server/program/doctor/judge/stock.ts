import { nearlyUsedUp, type StockLeft } from '../../../storage/brand-store/stock/stock-left.sql.ts'
import { type Finding, ok, someOf, warning } from '../finding.ts'

/** The card sets of a brand. */
export interface StockSight {
  readonly brand: string
  readonly sets: readonly StockLeft[]
}

export function judgeStock(brands: readonly StockSight[]): Finding {
  const low = brands.flatMap(({ brand, sets }) => nearlyUsedUp(sets).map((set) => ({ brand, ...set })))
  if (low.length === 0) return ok('stock', 'no card set is nearly used up')
  const names = someOf(low.map(({ brand, set, free }) => `${set} of brand ${brand} (${free} left)`))
  const advice = [
    ...(low.some(({ isListed }) => !isListed) ? ['Raise generate.count of the set'] : []),
    ...(low.some(({ isListed }) => isListed) ? ['List further cards under cards of the set'] : []),
  ]
  return warning('stock', `nearly used up: ${names}`, `${advice.join(', or: ')} in the brand file, and apply it.`)
}
