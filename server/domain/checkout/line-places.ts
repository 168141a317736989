import { type Micro, smaller } from './exact.ts'

/** What a returned product says of its line. */
export interface NamedLine {
  readonly sku: string
  readonly sequenceId?: number | undefined
  readonly unitPrice?: Micro | undefined
}

/** A line that products can come back to. */
interface OpenLine extends Required<NamedLine> {
  readonly quantity: Micro
}

/** The lines that have the same name, in their order. */
interface Row {
  readonly lines: number[]
  /** The first of them that is not full: none ever becomes less full. */
  next: number
}

/** Where products go that come back: lines are looked up by their names, and what is full is passed once. */
export class LinePlaces {
  /** Units that are back, of each line. */
  readonly units: Micro[]
  private readonly lines: readonly OpenLine[]
  /** By which parts a name has. */
  private readonly rows = new Map<string, Map<string, Row>>()

  constructor(lines: readonly OpenLine[]) {
    this.lines = lines
    this.units = lines.map(() => 0n)
  }

  /** Fills the lines of this name in their order, telling each; answers how many units found no place. */
  put(quantity: Micro, name: NamedLine, tell?: (line: number, units: Micro) => void): Micro {
    const row = this.rowOf(name)
    let left = quantity
    while (row && left > 0n) {
      const index = row.lines[row.next]
      const line = this.lines[index ?? -1]
      if (index === undefined || !line) break
      const back = this.units[index] ?? 0n
      const room = line.quantity - back
      const fits = smaller(left, room)
      if (fits === room) row.next += 1
      if (fits === 0n) continue
      this.units[index] = back + fits
      left -= fits
      tell?.(index, fits)
    }
    return left
  }

  private rowOf(name: NamedLine): Row | undefined {
    const parts = `${name.sequenceId !== undefined} ${name.unitPrice !== undefined}`
    let rows = this.rows.get(parts)
    if (!rows) {
      rows = this.rowsLike(name)
      this.rows.set(parts, rows)
    }
    return rows.get(keyOf(name))
  }

  /** All lines by the parts that this name has. */
  private rowsLike({ sequenceId, unitPrice }: NamedLine): Map<string, Row> {
    const rows = new Map<string, Row>()
    for (const [index, line] of this.lines.entries()) {
      const key = keyOf({
        sku: line.sku,
        ...(sequenceId !== undefined && { sequenceId: line.sequenceId }),
        ...(unitPrice !== undefined && { unitPrice: line.unitPrice }),
      })
      const row = rows.get(key)
      if (row) row.lines.push(index)
      else rows.set(key, { lines: [index], next: 0 })
    }
    return rows
  }
}

const keyOf = ({ sku, sequenceId, unitPrice }: NamedLine) => `${sequenceId ?? ''} ${unitPrice ?? ''} ${sku}`
