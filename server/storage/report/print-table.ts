import { type FigureColumn, type FigureRow, isNumeric, type ReportTable } from './report-table.ts'

/** For a terminal: columns as wide as they need to be, numbers on the right. */
export function printText({ title, notes, remarks = [], columns, rows }: ReportTable): string {
  const widths = columns.map(({ key, title: head }) =>
    Math.max(head.length, ...rows.map((row) => (row[key] ?? '').length)),
  )
  const line = (cell: (column: FigureColumn) => string) =>
    columns
      .map((column, index) => pad(cell(column), widths[index] ?? 0, isNumeric(column)))
      .join('  ')
      .trimEnd()
  const body = rows.map((row) => line(({ key }) => row[key] ?? ''))
  const head = [
    title,
    ...notes,
    ...remarks,
    '',
    line((column) => column.title),
    widths.map((width) => '-'.repeat(width)).join('  '),
  ]
  return [...head, ...(body.length > 0 ? body : ['(nothing)']), ''].join('\n')
}

const pad = (text: string, width: number, isNumber: boolean) => (isNumber ? text.padStart(width) : text.padEnd(width))

/** RFC 4180. What a spreadsheet would take for a formula is marked as text. */
export function printCsv({ columns, rows }: ReportTable): string {
  const lines = [
    columns.map(({ key }) => cell(key)),
    ...rows.map((row) => columns.map((column) => csvCell(row, column))),
  ]
  return lines.map((cells) => `${cells.join(',')}\r\n`).join('')
}

function csvCell(row: FigureRow, column: FigureColumn): string {
  const value = row[column.key] ?? ''
  return !isNumeric(column) && /^[=+\-@\t\r]/.test(value) ? cell(`'${value}`) : cell(value)
}

const cell = (value: string) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)
