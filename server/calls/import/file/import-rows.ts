import { type CellFault, faultIn, type ImportCells, type ImportColumn, type ImportFault, showCell } from '../column.ts'
import type { ImportContext, ImportKind, PlacedRow } from '../kind.ts'
import { toIsoDate } from '../values/written-date.ts'
import { BadFile } from './bad-file.ts'
import { readRecords } from './csv-records.ts'
import { type FileHeader, type Reading, readHeader } from './header.ts'
import type { SourceFile } from './source-file.ts'

/** A row of the file: what it says, or what is wrong with it as such. */
export interface ImportRow<Row> {
  readonly row: number
  readonly line: number
  readonly value?: Row
  readonly faults: readonly CellFault[]
  /** As much of a cell as may be shown. */
  readonly show: (column: string) => string
}

/** A file of more rows is divided: every number of a file is remembered while it is read, to find repeated ones. */
const rowsMax = 2_000_000

/** The rows of a file, in order, each read alone. */
export async function* readRows<Row>(
  source: SourceFile,
  kind: ImportKind<Row>,
  context: ImportContext,
): AsyncGenerator<ImportRow<Row>> {
  const columns = new Map(kind.columns(context.brand).map((column) => [column.name, column]))
  let header: FileHeader | undefined
  let row = 0
  for await (const { line, cells: record } of readRecords(source)) {
    if (!header) {
      header = readHeader(record, [...columns.values()], context.reading)
      continue
    }
    row += 1
    if (row > rowsMax) throw new BadFile(`${source.name} has more than ${rowsMax} rows: divide it.`)
    yield readRow({ row, line, record, header, columns }, kind, context)
  }
  if (row === 0) throw new BadFile(`${source.name} has no rows below the names of its columns.`)
}

interface GivenFile {
  readonly row: number
  readonly line: number
  readonly record: readonly string[]
  readonly header: FileHeader
  readonly columns: ReadonlyMap<string, ImportColumn>
}

function readRow<Row>(given: GivenFile, kind: ImportKind<Row>, context: ImportContext): ImportRow<Row> {
  const { row, line, record, header, columns } = given
  const cells = cellsOf(record, header, context)
  const show = (column: string) => showCell(columns.get(column), cells.get(column))
  if (record.length !== header.length) {
    const fault = faultIn('', `has ${record.length} fields, and there are ${header.length} columns`)
    return { row, line, faults: [fault], show }
  }
  const value = kind.read(cells, context)
  return Array.isArray(value)
    ? { row, line, faults: value, show }
    : { row, line, value: value as Row, faults: [], show }
}

function cellsOf(record: readonly string[], header: FileHeader, { reading }: ImportContext): ImportCells {
  const cells = new Map(reading.fixed)
  for (const [place, column] of header.entries()) {
    const value = record[place]
    if (column && value !== undefined && value !== '') cells.set(column.name, toOurs(value, column, reading))
  }
  return cells
}

/** What a value is called here. A date is written year first; several in one cell have | between them. */
function toOurs(value: string, column: ImportColumn, { words, dateOrder }: Reading): string {
  const word = words.get(column.name.toLowerCase())?.get(value.toLowerCase()) ?? value
  if (!column.isDate || dateOrder === 'ymd') return word
  return word
    .split('|')
    .map((part) => toIsoDate(part.trim(), dateOrder))
    .join('|')
}

export const toRowFaults = <Row>({ row, line, show }: ImportRow<Row>, faults: readonly CellFault[]): ImportFault[] =>
  faults.map(({ column, message }) => ({ row, line, column, shown: show(column), message }))

export const placed = <Row>({ row, line }: ImportRow<Row>, value: Row): PlacedRow<Row> => ({ row, line, value })
