import type { Brand, ValueType } from '../../domain/brand/brand.ts'
import { valueTypeName } from '../../domain/brand/shapes/program-shape.ts'
import { valueTitle } from '../../domain/brand/value-names.ts'
import type { FigureRow, ReportTable } from './report-table.ts'

/** What a row is about, besides what it shows: for programs that show it in their own words, or open it. */
const behindKeys = [
  'valueTypeId',
  'valueName',
  'programName',
  'currency',
  'groupId',
  'verdictWord',
  'verdictWeeks',
  'rowId',
] as const

/** A report with what stands behind each of its rows. */
export interface WholeReport extends ReportTable {
  readonly behind: readonly FigureRow[]
}

/** Takes what no column shows out of the rows. */
export function splitBehind(table: ReportTable): WholeReport {
  const isBehind = (key: string) => behindKeys.some((one) => one === key)
  const only = (row: FigureRow, isMeant: (key: string) => boolean): FigureRow =>
    Object.fromEntries(Object.entries(row).filter(([key]) => isMeant(key)))
  return {
    ...table,
    rows: table.rows.map((row) => only(row, (key) => !isBehind(key))),
    behind: table.rows.map((row) => only(row, isBehind)),
  }
}

/** A value type in a row: by the names of the file, and behind them by those that people read. */
export function valueCells(brand: Brand, valueType: ValueType): FigureRow & { valueType: string; program: string } {
  const { id, program, balanceType, balanceCode } = valueType
  return {
    valueType: valueTypeName(valueType),
    program,
    valueTypeId: String(id),
    valueName: valueTitle(valueType),
    programName: brand.programs.get(program)?.name ?? program,
    ...(balanceType === 'Currency' && { currency: balanceCode }),
  }
}
