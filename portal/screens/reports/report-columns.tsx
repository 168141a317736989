import { type ReactNode, useMemo } from 'react'
import { fileColumn } from '../../../server/domain/report-words/file-columns.ts'
import type { TableColumn } from '../../parts/table/column.ts'
import type { Writing } from './chart-of.ts'
import type { ReportColumn, ReportRow } from './report-answer.ts'

/** The columns of a report, from its own description. */
export function useReportColumns(
  columns: readonly ReportColumn[],
  writing: Writing,
  open: (column: ReportColumn, row: ReportRow, words: string) => ReactNode,
): readonly TableColumn<ReportRow>[] {
  return useMemo(
    () =>
      columns.map((column): TableColumn<ReportRow> => {
        const { exact, ...file } = fileColumn(column, writing)
        return {
          ...file,
          ...(exact && { exact }),
          id: column.key,
          isNumber: column.isNumber,
          show: (row) => {
            const words = writing.cell(column, row)
            return column.opens && words !== '' && row.behind.isTotal === undefined ? open(column, row, words) : words
          },
        }
      }),
    [columns, writing, open],
  )
}
