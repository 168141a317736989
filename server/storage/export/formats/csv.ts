import type { ExportColumn, ExportColumnKind } from '../column.ts'
import type { RowFormat } from './row-file.ts'
import { openTextFile } from './text-file.ts'

/** RFC 4180 with a line of names. */
export const csv: RowFormat = {
  name: 'csv',
  open: (path, columns) =>
    openTextFile(path, toCsvLine(columns.map(({ name }) => name)), (row) =>
      toCsvLine(columns.map((column) => csvCell(row[column.name], column))),
    ),
}

const toCsvLine = (cells: readonly string[]) => `${cells.join(',')}\r\n`

/** What is absent is empty, and a text without characters is two quotes. */
export function csvCell(value: unknown, { kind }: Pick<ExportColumn, 'kind'>): string {
  if (value === null || value === undefined) return ''
  const text = plainText(value, kind)
  return kind === 'text' ? quoted(asText(text)) : quoted(text)
}

export function plainText(value: unknown, kind: ExportColumnKind): string {
  if (kind === 'time') return new Date(Number(value)).toISOString()
  return kind === 'json' ? JSON.stringify(value) : String(value)
}

/** A spreadsheet would run what begins like a formula; an apostrophe makes it a text. */
const asText = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

const quoted = (text: string) => (text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
