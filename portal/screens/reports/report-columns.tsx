import { type ReactNode, useMemo } from 'react'
import type { Column } from '../../parts/table/column.ts'
import type { Writing } from './chart-of.ts'
import type { ReportColumn, ReportRow } from './report-answer.ts'

const awaited: readonly ReportColumn[] = []

/** So many columns can be read beside each other. */
const columnsMax = 8

/** Of many columns, those that are zero in every row only take the room of the others. */
export function columnsShown(
  columns: readonly ReportColumn[] = awaited,
  rows: readonly ReportRow[] = [],
): readonly ReportColumn[] {
  if (columns.length <= columnsMax || rows.length === 0) return columns
  const isIdle = ({ key, kind, total }: ReportColumn) =>
    (kind === 'amount' || kind === 'count') &&
    total === 'sum' &&
    rows.every(({ cells }) => /^-?0*(\.0*)?$/.test(cells[key] ?? ''))
  return columns.filter((column) => !isIdle(column))
}

/** The columns of a report, from its own description. */
export function useReportColumns(
  columns: readonly ReportColumn[],
  { title, cell }: Writing,
  open: (column: ReportColumn, row: ReportRow, words: string) => ReactNode,
): readonly Column<ReportRow>[] {
  return useMemo(
    () =>
      columns.map((column): Column<ReportRow> => {
        const { key, isNumber } = column
        return {
          id: key,
          title: title(column),
          isNumber,
          show: (row) => {
            const words = cell(column, row)
            return column.opens && words !== '' && row.behind.valueTypeId !== undefined
              ? open(column, row, words)
              : words
          },
          plain: (row) => (isNumber ? numberOf(row.cells[key]) : sortable(column, row, cell)),
          // To the last digit, as the server has it, so that a spreadsheet comes to the same sum.
          ...(isNumber && { exact: (row: ReportRow) => row.cells[key] }),
        }
      }),
    [columns, title, cell, open],
  )
}

/** Days and months in their own order, whatever they are called. */
const sortable = (column: ReportColumn, row: ReportRow, cell: Writing['cell']) =>
  column.kind === 'day' || column.kind === 'month' ? row.cells[column.key] : cell(column, row)

function numberOf(text: string | undefined): number | undefined {
  const value = Number(text?.replace(/ ?%$/, '') || Number.NaN)
  return Number.isNaN(value) ? undefined : value
}
