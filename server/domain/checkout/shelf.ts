import { unmetered, type WorkMeter } from '../../ground/kernel/work-meter.ts'
import { type Micro, smaller } from './exact.ts'
import type { Line } from './line.ts'

/** So many units of a line. */
export interface ShelfPiece {
  readonly part: Line
  readonly units: Micro
}

export type PickOrder = 'all' | 'cheapest' | 'dearest'

/** Lines in the order in which their units are taken. */
export class Queue {
  readonly lines: readonly Line[]
  /** For each place a later one before which all lines are used up, so that nobody looks at them again. */
  readonly #next: Int32Array

  constructor(lines: readonly Line[]) {
    this.lines = lines
    this.#next = new Int32Array(lines.length)
    for (let place = 0; place < lines.length; place += 1) this.#next[place] = place + 1
  }

  /** The first place from `from` on whose line is not used up. */
  skip(from: number, free: readonly Micro[]): number {
    let found = from
    for (let line = this.lines[found]; line && free[line.index] === 0n; line = this.lines[found]) {
      found = this.#next[found] ?? found + 1
    }
    for (let at = from; at < found; ) {
      const after = this.#next[at] ?? found
      this.#next[at] = found
      at = after
    }
    return found
  }
}

/** By unit price, ties by line; `all` goes by line alone. */
export function queueOf(lines: readonly Line[], pick: PickOrder): Queue {
  if (pick === 'all') return new Queue(lines)
  const direction = pick === 'cheapest' ? 1 : -1
  const byPrice = (a: Line, b: Line) =>
    a.unitPrice === b.unitPrice ? a.index - b.index : a.unitPrice < b.unitPrice ? -direction : direction
  return new Queue(lines.toSorted(byPrice))
}

/** The units of a basket that one discount has not used yet, neither as bought nor as discounted ones. */
export class Shelf {
  readonly lines: readonly Line[]
  readonly work: WorkMeter
  readonly #free: Micro[]

  constructor(lines: readonly Line[], work = unmetered()) {
    this.lines = lines
    this.work = work
    this.#free = lines.map((line) => line.quantity)
    work.spend(lines.length)
  }

  /** The next units of the queue, at most so many, all when undefined; they stay on the shelf. */
  peek(queue: Queue, wanted: Micro | undefined, reserved: readonly ShelfPiece[] = []): ShelfPiece[] {
    const pieces: ShelfPiece[] = []
    const free = this.#free
    const taken = reserved.length > 0 ? unitsByLine(reserved) : undefined
    let missing = wanted
    let looks = 0
    for (let at = queue.skip(0, free); at < queue.lines.length && missing !== 0n; at = queue.skip(at + 1, free)) {
      looks += 1
      const part = queue.lines[at]
      if (!part) break
      const reservedUnits = taken?.get(part.index)
      const all = free[part.index] ?? 0n
      const rest = reservedUnits === undefined ? all : all - reservedUnits
      if (rest === 0n) continue
      const units = missing === undefined ? rest : smaller(rest, missing)
      pieces.push({ part, units })
      if (missing !== undefined) missing -= units
    }
    this.work.spend(stepsPerRound + stepsPerPiece * looks)
    return pieces
  }

  /** How often all these units can be taken. */
  countOf(pieces: readonly ShelfPiece[]): bigint {
    const [first] = pieces
    if (first && pieces.length === 1) return (this.#free[first.part.index] ?? 0n) / first.units
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
}

/** What it takes to form a group, and what every line takes that is looked at: it is picked, counted and taken. */
const stepsPerRound = 3
const stepsPerPiece = 3

export function countUnits(pieces: readonly ShelfPiece[]): Micro {
  return pieces.reduce((units, piece) => units + piece.units, 0n)
}

function unitsByLine(pieces: readonly ShelfPiece[]): Map<number, Micro> {
  const units = new Map<number, Micro>()
  for (const piece of pieces) {
    const before = units.get(piece.part.index)
    units.set(piece.part.index, before === undefined ? piece.units : before + piece.units)
  }
  return units
}
