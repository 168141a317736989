import type { Instant } from '../../../ground/kernel/time.ts'
import { type CellFault, faultIn, type ImportCells } from '../column.ts'
import { momentForm, readEnd, readMoment } from './moment.ts'

/** Reads the cells of one row, and collects everything that is wrong with them. */
export class CellReader {
  readonly faults: CellFault[] = []
  private readonly cells: ImportCells
  private readonly timeZone: string

  constructor(cells: ImportCells, timeZone: string) {
    this.cells = cells
    this.timeZone = timeZone
  }

  fault(column: string, message: string): undefined {
    this.faults.push(faultIn(column, message))
    return undefined
  }

  text(column: string, max: number): string | undefined {
    const value = this.cells.get(column)
    if (value === undefined) return undefined
    return value.length > max ? this.fault(column, `has more than ${max} characters`) : value
  }

  /** What is called by it: no blanks around it, which quotation marks can bring in, and no control characters. */
  name(
    column: string,
    { min = 1, max = 100 }: { readonly min?: number; readonly max?: number } = {},
  ): string | undefined {
    const value = this.text(column, max)
    if (value === undefined) return undefined
    if (value.length < min) return this.fault(column, `has fewer than ${min} characters`)
    if (value !== value.trim()) return this.fault(column, 'begins or ends with a blank')
    return /\p{Cc}/u.test(value) ? this.fault(column, 'has a control character in it') : value
  }

  needed(column: string, limits: { readonly min?: number; readonly max?: number } = {}): string {
    if (!this.cells.has(column)) this.fault(column, 'is empty')
    return this.name(column, limits) ?? ''
  }

  oneOf<const Choice extends string>(column: string, choices: readonly Choice[]): Choice | undefined {
    const value = this.cells.get(column)
    if (value === undefined) return undefined
    const found = choices.find((choice) => choice.toLowerCase() === value.toLowerCase())
    return (
      found ??
      this.fault(column, `is none of ${choices.join(', ')}; --word "${column}:their word=our word" says which it is`)
    )
  }

  flag(column: string): boolean | undefined {
    const found = this.oneOf(column, ['true', 'false'])
    return found === undefined ? undefined : found === 'true'
  }

  moment(column: string): Instant | undefined {
    const value = this.cells.get(column)
    return value === undefined ? undefined : (readMoment(value, this.timeZone) ?? this.fault(column, momentForm))
  }

  end(column: string): Instant | undefined {
    const value = this.cells.get(column)
    return value === undefined ? undefined : (readEnd(value, this.timeZone) ?? this.fault(column, momentForm))
  }

  /** Several in one cell, with | between them. */
  several(column: string, max: number): readonly string[] | undefined {
    const value = this.cells.get(column)
    if (value === undefined) return undefined
    const parts = [...new Set(value.split('|').map((part) => part.trim()))].filter((part) => part !== '')
    return parts.length > max ? this.fault(column, `has more than ${max} values`) : parts
  }
}
