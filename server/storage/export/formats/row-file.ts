import type { ExportColumn, ExportRow } from '../column.ts'

/** A file that rows are written to, page by page. */
export interface RowFile {
  write(rows: readonly ExportRow[]): Promise<void>
  /** Writes what is left. */
  end(): Promise<void>
}

export interface RowFormat {
  readonly name: string
  /** Writes into a file that exists and is empty. */
  open(path: string, columns: readonly ExportColumn[]): Promise<RowFile>
}
