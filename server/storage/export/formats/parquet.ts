import type { SchemaElement } from 'hyparquet'
import type { ParquetWriter } from 'hyparquet-writer'
import type { ExportColumn, ExportColumnKind, ExportRow } from '../column.ts'
import type { RowFile, RowFormat } from './row-file.ts'

/** So many rows are kept in memory and written as one group. */
const groupRows = 20_000

export const parquet: RowFormat = {
  name: 'parquet',
  async open(path, columns) {
    // Loaded for those who ask for it: nobody else waits for it.
    const { ParquetWriter, fileWriter } = await import('hyparquet-writer')
    const schema: SchemaElement[] = [{ name: 'root', num_children: columns.length }, ...columns.map(elementOf)]
    const writer = new ParquetWriter({ writer: fileWriter(path), schema })
    return new ParquetFile(writer, columns)
  },
}

class ParquetFile implements RowFile {
  private readonly writer: ParquetWriter
  private readonly columns: readonly ExportColumn[]
  private waiting: ExportRow[] = []

  constructor(writer: ParquetWriter, columns: readonly ExportColumn[]) {
    this.writer = writer
    this.columns = columns
  }

  async write(rows: readonly ExportRow[]): Promise<void> {
    this.waiting.push(...rows)
    if (this.waiting.length >= groupRows) await this.writeGroup()
  }

  async end(): Promise<void> {
    if (this.waiting.length > 0) await this.writeGroup()
    await this.writer.finish()
  }

  private async writeGroup(): Promise<void> {
    const rows = this.waiting
    this.waiting = []
    const columnData = this.columns.map((column) => ({
      name: parquetName(column),
      data: rows.map((row) => parquetValue(row, column)),
    }))
    await this.writer.write({ columnData, rowGroupSize: rows.length })
  }
}

const elements: Readonly<Record<ExportColumnKind, Partial<SchemaElement>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  json: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  whole: { type: 'INT64' },
  amount: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  time: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    // Readers that know only the older name take an instant for the time on somebody's wall.
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
  flag: { type: 'BOOLEAN' },
}

const elementOf = (column: ExportColumn): SchemaElement => ({
  name: parquetName(column),
  ...elements[column.kind],
  repetition_type: 'OPTIONAL',
})

/** One column has one scale in Parquet, and value types have several: amounts are whole numbers of 10^-scale of their row. */
export const parquetName = ({ name, kind }: ExportColumn): string => (kind === 'amount' ? `${name}_units` : name)

/** The text of an amount has as many decimals as its scale says. */
export function parquetValue(row: ExportRow, { name, kind }: ExportColumn): unknown {
  const value = row[name]
  if (value === null || value === undefined) return undefined
  switch (kind) {
    case 'text':
      return String(value)
    case 'json':
      return JSON.stringify(value)
    case 'whole':
      return BigInt(Number(value))
    case 'amount':
      return BigInt(String(value).replace('.', ''))
    case 'number':
      return Number(value)
    case 'time':
      return new Date(Number(value))
    case 'flag':
      return value === true
  }
}
