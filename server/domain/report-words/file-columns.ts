import type { CsvColumn } from './csv.ts'
import type { ShownColumn, ShownRow } from './shown-table.ts'

/** How columns and cells are written. */
export interface TableWriting<Column> {
  readonly title: (column: Column) => string
  readonly cell: (column: Column, row: ShownRow) => string
}

/** A column of a report as it stands in a file. */
export function fileColumn<Column extends ShownColumn>(
  column: Column,
  { title, cell }: TableWriting<Column>,
): CsvColumn<ShownRow> {
  const { key, isNumber } = column
  return {
    title: title(column),
    plain: (row) => (isNumber ? numberOf(row.cells[key]) : sortable(column, row, cell)),
    // To the last digit, as the server has it, so that a spreadsheet comes to the same sum.
    ...(isNumber && { exact: (row: ShownRow) => row.cells[key] }),
  }
}

/** Days and months in their own order, whatever they are called. */
const sortable = <Column extends ShownColumn>(column: Column, row: ShownRow, cell: TableWriting<Column>['cell']) =>
  column.kind === 'day' || column.kind === 'month' ? row.cells[column.key] : cell(column, row)

function numberOf(text: string | undefined): number | undefined {
  const value = Number(text?.replace(/ ?%$/, '') || Number.NaN)
  return Number.isNaN(value) ? undefined : value
}
