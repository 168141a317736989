import { dayMs, type Every, endOf, yearOf } from './calendar.ts'

/** By what levels are reached: rank 1 needs at[0], rank 2 at[1]. */
export interface Ladder {
  readonly by: 'spend' | 'checkouts'
  /** The calendar year, so many days, or all time. */
  readonly within?: 'year' | number
  readonly at: readonly [number, number]
  readonly keepAt: readonly [number, number]
  /** Without it a level is kept for good. */
  readonly keep?: { readonly every: Every; readonly plus: number }
}

/** A sale that stands, with what is left of it. */
export interface Standing {
  readonly at: number
  readonly net: number
}

export interface Climb {
  readonly rank: number
  readonly keptUntil: number | undefined
  /** The ranks that were reached, in order, each with the place of the sale that did. */
  readonly ups: readonly { readonly rank: number; readonly sale: number }[]
}

/** Goes through what stands, from the first sale to now: each sale at its instant, each time that is over at its end. */
export function climb(ladder: Ladder, sales: readonly Standing[], now: number): Climb {
  const ups: { rank: number; sale: number }[] = []
  let rank = 0
  let until: number | undefined
  const amountAt = (instant: number, done: number) => {
    const counted = sales.slice(0, done).filter(({ at }) => counts(ladder, at, instant))
    return ladder.by === 'checkouts' ? counted.length : counted.reduce((sum, { net }) => sum + net, 0)
  }
  const letLapse = (instant: number, done: number) => {
    while (rank > 0 && until !== undefined && until < instant) {
      const amount = amountAt(until, done)
      if (amount < (ladder.keepAt[rank - 1] ?? 0)) rank = reached(ladder, amount)
      until = rank > 0 ? keptFrom(ladder, until) : undefined
    }
  }
  for (const [index, sale] of sales.entries()) {
    letLapse(sale.at, index)
    const to = reached(ladder, amountAt(sale.at, index + 1))
    const kept = keptFrom(ladder, sale.at)
    if (to > rank) {
      rank = to
      ups.push({ rank: to, sale: index })
      until = kept
    } else if (to === rank && rank > 0 && kept !== undefined) until = Math.max(until ?? 0, kept)
  }
  letLapse(now, sales.length)
  return { rank, keptUntil: until, ups }
}

const reached = ({ at }: Ladder, amount: number): number => at.filter((needed) => amount >= needed).length

const keptFrom = ({ keep }: Ladder, at: number) => keep && endOf(keep.every, keep.plus, at)

function counts({ within }: Ladder, at: number, instant: number): boolean {
  if (within === undefined) return true
  return within === 'year' ? yearOf(at) === yearOf(instant) : at > instant - within * dayMs
}
