import { type Micro, smaller } from '../../server/domain/checkout/exact.ts'
import type { Line } from '../../server/domain/checkout/line.ts'
import type { ProductTest } from '../../server/domain/checkout/product-filter.ts'

/** Which units a discount is for: so many picked ones for so many bought ones, as often as it may repeat. */
export interface SlowPattern {
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
interface PatternGroup {
  readonly times: bigint
  readonly pieces: readonly ShelfPiece[]
}

/** Why a pattern does not form even once. */
type Unformed = 'notBought' | 'noProducts' | 'countAsBought' | 'noFullGroup'

/** Forms the pattern as often as it may, one group after the other, looking through all lines for each. */
export function formGroupsSlowly(shelf: SlowShelf, pattern: SlowPattern): readonly PatternGroup[] | Unformed {
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

function queuesOf({ lines }: SlowShelf, { buy, isMeant, pick }: SlowPattern): Queues {
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
function formOnce(shelf: SlowShelf, pattern: SlowPattern, queues: Queues): Formed | Unformed {
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

/** So many units of a line. */
interface ShelfPiece {
  readonly part: Line
  readonly units: Micro
}

type PickOrder = 'all' | 'cheapest' | 'dearest'

/** Lines in the order in which their units are taken; `head` is behind those that are used up. */
interface Queue {
  readonly lines: readonly Line[]
  head: number
}

/** By unit price, ties by line; `all` goes by line alone. */
function queueOf(lines: readonly Line[], pick: PickOrder): Queue {
  if (pick === 'all') return { lines, head: 0 }
  const direction = pick === 'cheapest' ? 1 : -1
  const byPrice = (a: Line, b: Line) =>
    a.unitPrice === b.unitPrice ? a.index - b.index : a.unitPrice < b.unitPrice ? -direction : direction
  return { lines: lines.toSorted(byPrice), head: 0 }
}

/** The units of a basket that one discount has not used yet, neither as bought nor as discounted ones. */
export class SlowShelf {
  readonly lines: readonly Line[]
  readonly #free: Micro[]

  constructor(lines: readonly Line[]) {
    this.lines = lines
    this.#free = lines.map((line) => line.quantity)
  }

  /** The next units of the queue, at most so many, all when undefined; they stay on the shelf. */
  peek(queue: Queue, wanted: Micro | undefined, reserved: readonly ShelfPiece[] = []): ShelfPiece[] {
    const pieces: ShelfPiece[] = []
    const taken = unitsByLine(reserved)
    let missing = wanted
    for (let at = this.#skipEmpty(queue); at < queue.lines.length && missing !== 0n; at++) {
      const part = queue.lines[at]
      const free = part ? (this.#free[part.index] ?? 0n) - (taken.get(part.index) ?? 0n) : 0n
      if (!part || free === 0n) continue
      const units = missing === undefined ? free : smaller(free, missing)
      pieces.push({ part, units })
      if (missing !== undefined) missing -= units
    }
    return pieces
  }

  /** How often all these units can be taken. */
  countOf(pieces: readonly ShelfPiece[]): bigint {
    let count: bigint | undefined
    for (const [index, units] of unitsByLine(pieces)) {
      const times = (this.#free[index] ?? 0n) / units
      if (count === undefined || times < count) count = times
    }
    return count ?? 0n
  }

  take(pieces: readonly ShelfPiece[], times = 1n): void {
    for (const { part, units } of pieces) this.#free[part.index] = (this.#free[part.index] ?? 0n) - units * times
  }

  #skipEmpty(queue: Queue): number {
    for (let line = queue.lines[queue.head]; line && this.#free[line.index] === 0n; line = queue.lines[queue.head]) {
      queue.head += 1
    }
    return queue.head
  }
}

function countUnits(pieces: readonly ShelfPiece[]): Micro {
  return pieces.reduce((units, piece) => units + piece.units, 0n)
}

function unitsByLine(pieces: readonly ShelfPiece[]): Map<number, Micro> {
  const units = new Map<number, Micro>()
  for (const piece of pieces) units.set(piece.part.index, (units.get(piece.part.index) ?? 0n) + piece.units)
  return units
}
