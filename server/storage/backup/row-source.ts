import type { Readable } from 'node:stream'
import type { SequenceState, StoredTable } from '../../ground/database/catalogue.sql.ts'
import type { MigrationRecord } from '../../ground/database/migrate.ts'
import type { TableMeasure } from './row-measure.ts'

/** What is known of a database before its rows are read. */
export interface SourceHead {
  /** When it was as it is given here. */
  readonly takenAt: string
  readonly postgresql: string
  readonly migrations: readonly MigrationRecord[]
  /** In an order in which each comes after those that it refers to. */
  readonly tables: readonly StoredTable[]
}

/** What is known once all rows were read. */
export interface SourceContent {
  readonly measures: ReadonlyMap<string, TableMeasure>
  readonly sequences: readonly SequenceState[]
}

/** Takes the rows of one table, as COPY writes them, and has read them all when it resolves. */
export type TakeRows = (table: StoredTable, rows: Readable) => Promise<void>

/** A whole database at one moment, to be read once, from the first table to the last: a live one, or a backup of it. */
export interface RowSource {
  readonly head: SourceHead
  feed(take: TakeRows, progress: OnProgress): Promise<SourceContent>
}

/** Told how far a table has got; `isDone` with its last row. */
export type OnProgress = (table: string, rows: number, isDone: boolean) => void
