import type { Micro } from './exact.ts'
import type { ProductTest } from './product-filter.ts'
import { countUnits, type PickOrder, type Queue, queueOf, type Shelf, type ShelfPiece } from './shelf.ts'

/** Which units a discount is for: so many picked ones for so many bought ones, as often as it may repeat. */
export interface Pattern {
  readonly buy?: { readonly isMeant: ProductTest; readonly units: Micro }
  readonly isMeant: ProductTest
  readonly pick: PickOrder
  /** At most so many; all when absent. */
  readonly units?: Micro
  /** Fewer than `units` do not do. */
  readonly full: boolean
  readonly repeat: number | true
}

/** The same units picked `times` over: a quantity of a million is one group. */
export interface PatternGroup {
  readonly times: bigint
  readonly pieces: readonly ShelfPiece[]
}

/** Why a pattern does not form even once. `countAsBought`: the products that it is for are all needed as bought ones. */
export type Unformed = 'notBought' | 'noProducts' | 'countAsBought' | 'noFullGroup'

/** Forms the pattern as often as it may and takes its units from the shelf. */
export function formGroups(shelf: Shelf, pattern: Pattern): readonly PatternGroup[] | Unformed {
  const queues = queuesOf(shelf, pattern)
  const groups: PatternGroup[] = []
  let repeats = pattern.repeat === true ? undefined : BigInt(pattern.repeat)
  while (repeats !== 0n) {
    const formed = formOnce(shelf, pattern, queues)
    if (typeof formed === 'string') return groups.length > 0 ? groups : formed
    const used = [...formed.bought, ...formed.picked]
    // Until one of its lines runs short, the pattern forms again from the very same lines.
    let times = shelf.countOf(used)
    if (repeats !== undefined && times > repeats) times = repeats
    shelf.take(used, times)
    groups.push({ times, pieces: formed.picked })
    if (repeats !== undefined) repeats -= times
  }
  return groups
}

interface Queues {
  readonly bought: Queue
  /** With the lines that cannot be picked first. */
  readonly boughtElsewhere: Queue
  readonly picked: Queue
}

function queuesOf({ lines }: Shelf, { buy, isMeant, pick }: Pattern): Queues {
  const bought = queueOf(buy ? lines.filter(buy.isMeant) : [], 'dearest')
  const elsewhere = bought.lines.filter((line) => !isMeant(line))
  return {
    bought,
    boughtElsewhere: { lines: [...elsewhere, ...bought.lines.filter(isMeant)], head: 0 },
    picked: queueOf(lines.filter(isMeant), pick),
  }
}

interface Formed {
  readonly bought: readonly ShelfPiece[]
  readonly picked: readonly ShelfPiece[]
}

/** The dearest units count as bought; only if that leaves none to pick, those count that could not be picked. */
function formOnce(shelf: Shelf, pattern: Pattern, queues: Queues): Formed | Unformed {
  const formed = formWith(queues.bought)
  return typeof formed === 'string' && pattern.buy ? formWith(queues.boughtElsewhere) : formed

  function formWith(queue: Queue): Formed | Unformed {
    const bought = pattern.buy ? shelf.peek(queue, pattern.buy.units) : []
    if (pattern.buy && countUnits(bought) < pattern.buy.units) return 'notBought'
    const picked = shelf.peek(queues.picked, pattern.units, bought)
    if (picked.length === 0) return bought.some(({ part }) => pattern.isMeant(part)) ? 'countAsBought' : 'noProducts'
    if (pattern.full && pattern.units !== undefined && countUnits(picked) < pattern.units) return 'noFullGroup'
    return { bought, picked }
  }
}
