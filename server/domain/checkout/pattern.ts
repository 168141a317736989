import type { Micro } from './exact.ts'
import type { Line } from './line.ts'
import type { ProductTest } from './product-filter.ts'
import { countUnits, type PickOrder, Queue, queueOf, type Shelf, type ShelfPiece } from './shelf.ts'

/** Which units a discount is for: so many picked ones for so many bought ones, as often as it may repeat. */
export interface Pattern extends PatternShape {
  readonly buy?: { readonly isMeant: ProductTest; readonly units: Micro }
  readonly isMeant: ProductTest
}

/** A pattern without the products. */
export interface PatternShape {
  readonly buy?: { readonly units: Micro }
  readonly pick: PickOrder
  /** At most so many; all when absent. */
  readonly units?: Micro
  /** Fewer than `units` do not do. */
  readonly full: boolean
  readonly repeat: number | true
}

/** The lines that a pattern is formed of, in the order of the basket. */
export interface PatternLines {
  readonly bought: readonly Line[]
  readonly picked: readonly Line[]
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
  const bought = pattern.buy ? shelf.lines.filter(pattern.buy.isMeant) : []
  return formGroupsOf(shelf, pattern, { bought, picked: shelf.lines.filter(pattern.isMeant) })
}

/** The same where the lines are known. What it forms when too much was done already is worth nothing. */
export function formGroupsOf(
  shelf: Shelf,
  pattern: PatternShape,
  lines: PatternLines,
): readonly PatternGroup[] | Unformed {
  const queues = queuesOf(shelf, pattern, lines)
  const groups: PatternGroup[] = []
  let repeats = pattern.repeat === true ? undefined : BigInt(pattern.repeat)
  while (repeats !== 0n && !shelf.work.isOver) {
    const formed = formOnce(shelf, pattern, queues)
    if (typeof formed === 'string') return groups.length > 0 ? groups : formed
    const used = formed.bought.length === 0 ? formed.picked : [...formed.bought, ...formed.picked]
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
  readonly pickable: ReadonlySet<Line>
}

function queuesOf({ work }: Shelf, { pick }: PatternShape, lines: PatternLines): Queues {
  work.spend(stepsPerQueued * (lines.bought.length + lines.picked.length))
  if (lines.bought.length === 0) {
    return { bought: noQueue, boughtElsewhere: noQueue, picked: queueOf(lines.picked, pick), pickable: nothing }
  }
  const bought = queueOf(lines.bought, 'dearest')
  const pickable = new Set(lines.picked)
  const elsewhere = bought.lines.filter((line) => !pickable.has(line))
  return {
    bought,
    boughtElsewhere: new Queue([...elsewhere, ...bought.lines.filter((line) => pickable.has(line))]),
    picked: queueOf(lines.picked, pick),
    pickable,
  }
}

/** Of a pattern that asks for nothing to be bought, or for what nobody has bought. */
const noQueue = new Queue([])
const nothing: ReadonlySet<Line> = new Set()

/** A line is sorted by its price and put into its queues. */
const stepsPerQueued = 4

interface Formed {
  readonly bought: readonly ShelfPiece[]
  readonly picked: readonly ShelfPiece[]
}

/** The dearest units count as bought; only if that leaves none to pick, those count that could not be picked. */
function formOnce(shelf: Shelf, pattern: PatternShape, queues: Queues): Formed | Unformed {
  const formed = formWith(queues.bought)
  return typeof formed === 'string' && pattern.buy ? formWith(queues.boughtElsewhere) : formed

  function formWith(queue: Queue): Formed | Unformed {
    const bought = pattern.buy ? shelf.peek(queue, pattern.buy.units) : []
    if (pattern.buy && countUnits(bought) < pattern.buy.units) return 'notBought'
    const picked = shelf.peek(queues.picked, pattern.units, bought)
    if (picked.length === 0)
      return bought.some(({ part }) => queues.pickable.has(part)) ? 'countAsBought' : 'noProducts'
    if (pattern.full && pattern.units !== undefined && countUnits(picked) < pattern.units) return 'noFullGroup'
    return { bought, picked }
  }
}
