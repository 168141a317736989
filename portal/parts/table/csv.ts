import type { Column } from './column.ts'

/** What a table shows, as a file for spreadsheets. */
export function toCsv<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const lines = [columns.map(({ title }) => title), ...rows.map((row) => columns.map(({ plain }) => plain(row)))]
  return `${lines.map((line) => line.map(toCell).join(',')).join('\r\n')}\r\n`
}

function toCell(value: string | number | undefined): string {
  if (value === undefined) return ''
  if (typeof value === 'number') return String(value)
  // A spreadsheet would take such a text for a formula, and carry it out.
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export function saveFile(name: string, text: string, type = 'text/csv;charset=utf-8'): void {
  // Spreadsheets know by the mark that the file is UTF-8.
  const address = URL.createObjectURL(new Blob(['\uFEFF', text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
