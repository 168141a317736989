import type { AuditActor } from '../../domain/audit/entry.ts'
import type { Brand } from '../../domain/brand/brand.ts'
import type { PinKeeper } from '../../domain/card/pin-keeper.ts'
import type { Sql } from '../../ground/database/connection.ts'
import type { RandomBytes } from '../../ground/kernel/ids.ts'
import type { CellFault, ImportCells, ImportColumn } from './column.ts'
import type { Reading } from './file/header.ts'

export const kindNames = ['cards', 'customers', 'balances', 'levels', 'coupons', 'products'] as const
export type KindName = (typeof kindNames)[number]

export interface ImportContext {
  readonly brand: Brand
  readonly pins: PinKeeper
  readonly random: RandomBytes
  readonly reading: Reading
  /** Who runs it. */
  readonly actor: AuditActor
  /** Replace what customers have, instead of reporting it as a conflict. */
  readonly overwrites: boolean
  /** Load a balance onto a card that was given one of the same value by an earlier import. */
  readonly loadsAgain: boolean
  /** Several balances of one value in one file may differ by nothing but their amounts. */
  readonly takesSeveral: boolean
}

/** A row that was read, and where it stands. */
export interface PlacedRow<Row> {
  readonly row: number
  readonly line: number
  readonly value: Row
}

/** What is to become of a row: it is written, everything is so already, or it cannot be. */
export type RowVerdict = 'write' | 'same' | CellFault

export interface JudgedRows {
  readonly verdicts: readonly RowVerdict[]
  /** Writes those that are to be written, in the transaction of the judgement. */
  readonly store: () => Promise<void>
}

export interface JudgeContext extends ImportContext {
  readonly importId: string
  /** Whether rows are locked, because they will be changed; else they are only looked at. */
  readonly isLoading: boolean
  /** Whether an earlier row of the file has this key. */
  readonly hasEarlier: (key: string) => boolean
}

/** An amount of a row, by the name of its value, in units of 10^-12. */
export interface NamedAmount {
  readonly name: string
  readonly units: bigint
}

/** One kind of file. A row is first read alone, then judged against the database with others. */
export interface ImportKind<Row> {
  readonly name: KindName
  readonly columns: (brand: Brand) => readonly ImportColumn[]
  readonly read: (cells: ImportCells, context: ImportContext) => Row | readonly CellFault[]
  /** What only one row of a file may have, and the column that it is told of. */
  readonly keyOf: (row: Row, context: Pick<ImportContext, 'takesSeveral'>) => string
  readonly keyColumn: string
  /** What to do about a row that has the key of another, if something else than to take it out. */
  readonly repeated?: string
  readonly amountOf?: (row: Row) => NamedAmount
  /** How many rows one transaction takes. */
  readonly batchRows: number
  readonly judge: (db: Sql, rows: readonly PlacedRow<Row>[], context: JudgeContext) => Promise<JudgedRows>
}

/** A card is in the middle of a checkout. Its rows wait until that has ended. */
export class CardBusy extends Error {
  readonly untilMs: number

  constructor(untilMs: number) {
    super('a card is locked by a checkout')
    this.untilMs = untilMs
  }
}
