import type { ExportColumn, ExportRow } from '../column.ts'
import { plainText } from './csv.ts'
import type { RowFormat } from './row-file.ts'
import { openTextFile } from './text-file.ts'

/** An object for each row, in a line of its own, with all columns. */
export const jsonl: RowFormat = {
  name: 'jsonl',
  open: (path, columns) => openTextFile(path, '', (row) => `${jsonLine(row, columns)}\n`),
}

/** Amounts and other decimal numbers are texts, because not every reader keeps the digits of a number. */
export function jsonLine(row: ExportRow, columns: readonly ExportColumn[]): string {
  return JSON.stringify(Object.fromEntries(columns.map(({ name, kind }) => [name, jsonValue(row[name], kind)])))
}

function jsonValue(value: unknown, kind: ExportColumn['kind']): unknown {
  if (value === null || value === undefined) return null
  return kind === 'whole' || kind === 'flag' || kind === 'json' ? value : plainText(value, kind)
}
