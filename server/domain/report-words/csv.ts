/** A column of a file. */
export interface CsvColumn<Row> {
  readonly title: string
  readonly plain: (row: Row) => string | number | undefined
  /** If the number could lose digits. */
  readonly exact?: ((row: Row) => string | undefined) | undefined
}

/** What the rows add up to, and what stands before it. */
export interface Totals<Row> {
  readonly name: string
  readonly rows: readonly Row[]
}

/** What a table shows, as a file for spreadsheets. */
export function toCsv<Row>(rows: readonly Row[], columns: readonly CsvColumn<Row>[], totals?: Totals<Row>): string {
  const cellOf = ({ plain, exact }: CsvColumn<Row>, row: Row) => (exact ? toNumber(exact(row)) : toCell(plain(row)))
  const lines = [
    columns.map(({ title }) => toCell(title)),
    ...rows.map((row) => columns.map((column) => cellOf(column, row))),
    ...(totals?.rows ?? []).map((row) =>
      columns.map((column, place) =>
        place === 0 ? toCell(`${totals?.name} ${column.plain(row) ?? ''}`.trim()) : cellOf(column, row),
      ),
    ),
  ]
  return `${lines.map((line) => line.join(',')).join('\r\n')}\r\n`
}

/** Below zero, it begins like a formula, and is none. */
const toNumber = (text: string | undefined) => (text !== undefined && /^-\d+(\.\d+)?$/.test(text) ? text : toCell(text))

function toCell(value: string | number | undefined): string {
  if (value === undefined) return ''
  if (typeof value === 'number') return String(value)
  // A spreadsheet would take such a text for a formula, and carry it out.
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
