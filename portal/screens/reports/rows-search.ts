import type { AskedReport } from './asked.ts'
import type { ReportRow } from './report-answer.ts'

/** A figure of a report, in an address. */
export interface RowsSearch extends AskedReport {
  readonly column: string
  /** Of what is made of rows of the ledger. */
  readonly valueType?: number
  /** Of what is made of calls. */
  readonly rowId?: string
  readonly group?: string
  readonly day?: string
  readonly month?: string
  readonly line?: string
}

export function readRowsSearch(search: Record<string, unknown>): RowsSearch {
  const { column, valueType, per } = search
  const names = ['from', 'to', 'by', 'group', 'day', 'month', 'line', 'rowId'] as const
  const texts = names.flatMap((name) => {
    const value = search[name]
    // The router reads what looks like JSON: the id of a row is meant as it is written.
    if (name === 'rowId' && Array.isArray(value)) return [[name, JSON.stringify(value)]]
    return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : []
  })
  return {
    column: String(column ?? ''),
    ...(valueType !== undefined && { valueType: Number(valueType) || 0 }),
    ...(per === 'day' && { per }),
    ...Object.fromEntries(texts),
  }
}

/** The address of what a figure is made of. */
export function rowsSearch(asked: AskedReport, column: string, { cells, behind }: ReportRow): RowsSearch {
  const { group, day, month, line } = cells
  return {
    ...asked,
    column,
    ...(behind.rowId === undefined ? { valueType: Number(behind.valueTypeId) } : { rowId: behind.rowId }),
    ...(behind.rowId === undefined && asked.by !== undefined && group !== undefined && { group }),
    ...(asked.per === 'day' && day !== undefined && { day }),
    ...(month !== undefined && { month }),
    ...(line !== undefined && { line }),
  }
}

/** Whether a row is the one that an address names. */
export const isNamed = ({ valueType, rowId, group, day, month, line }: RowsSearch, row: ReportRow) =>
  (rowId === undefined ? row.behind.valueTypeId === String(valueType) : row.behind.rowId === rowId) &&
  (group === undefined || row.cells.group === group) &&
  (day === undefined || row.cells.day === day) &&
  (month === undefined || row.cells.month === month) &&
  (line === undefined || row.cells.line === line)
