import { type Finding, ok, someOf, warning } from '../finding.ts'

/** Cards of a set that was filled beforehand. Both are counted up to `countedMax` only. */
export interface StockSight {
  readonly brand: string
  readonly cardSet: string
  readonly made: number
  readonly free: number
}

export const countedMax = 1000

export function judgeStock(sets: readonly StockSight[]): Finding {
  const low = sets.filter(({ made, free }) => made > 0 && free < Math.min(countedMax, made) / 10)
  if (low.length === 0) return ok('stock', 'no card set is nearly used up')
  const names = someOf(low.map(({ brand, cardSet, free }) => `${cardSet} of brand ${brand} (${free} left)`))
  return warning('stock', `nearly used up: ${names}`, 'Raise generate.count in the brand file and apply it.')
}
