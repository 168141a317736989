import { type Finding, ok, someOf, warning } from '../finding.ts'

/** Cards of a set that was filled beforehand. Both are counted up to `countedMax` only. */
export interface StockSight {
  readonly brand: string
  readonly program: string
  readonly cardSet: string
  /** Its cards are listed in the brand file, not generated. */
  readonly isListed: boolean
  readonly made: number
  readonly free: number
}

export const countedMax = 1000

export function judgeStock(sets: readonly StockSight[]): Finding {
  const low = sets.filter((set) => isLow(set) && !sets.some((other) => replaces(other, set)))
  if (low.length === 0) return ok('stock', 'no card set is nearly used up')
  const names = someOf(low.map(({ brand, cardSet, free }) => `${cardSet} of brand ${brand} (${free} left)`))
  const advice = [
    ...(low.some(({ isListed }) => !isListed) ? ['Raise generate.count of the set'] : []),
    ...(low.some(({ isListed }) => isListed) ? ['List further cards under cards of the set'] : []),
  ]
  return warning('stock', `nearly used up: ${names}`, `${advice.join(', or: ')} in the brand file, and apply it.`)
}

const isLow = ({ made, free }: StockSight) => made > 0 && free < Math.min(countedMax, made) / 10

/** Listed cards are often a few with known numbers, which nobody misses as long as the program has others. */
const replaces = (other: StockSight, { brand, program, isListed }: StockSight) =>
  isListed && other.brand === brand && other.program === program && other.free > 0 && !isLow(other)
