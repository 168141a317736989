import { type Micro, smaller } from './exact.ts'
import type { Line } from './line.ts'

/** So many units of a line. */
export interface ShelfPiece {
  readonly part: Line
  readonly units: Micro
}

export type PickOrder = 'all' | 'cheapest' | 'dearest'

/** Lines in the order in which their units are taken; `head` is behind those that are used up. */
export interface Queue {
  readonly lines: readonly Line[]
  head: number
}

/** By unit price, ties by line; `all` goes by line alone. */
export function queueOf(lines: readonly Line[], pick: PickOrder): Queue {
  if (pick === 'all') return { lines, head: 0 }
  const direction = pick === 'cheapest' ? 1 : -1
  const byPrice = (a: Line, b: Line) =>
    a.unitPrice === b.unitPrice ? a.index - b.index : a.unitPrice < b.unitPrice ? -direction : direction
  return { lines: lines.toSorted(byPrice), head: 0 }
}

/** The units of a basket that one discount has not used yet, neither as bought nor as discounted ones. */
export class Shelf {
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

export function countUnits(pieces: readonly ShelfPiece[]): Micro {
  return pieces.reduce((units, piece) => units + piece.units, 0n)
}

function unitsByLine(pieces: readonly ShelfPiece[]): Map<number, Micro> {
  const units = new Map<number, Micro>()
  for (const piece of pieces) units.set(piece.part.index, (units.get(piece.part.index) ?? 0n) + piece.units)
  return units
}
