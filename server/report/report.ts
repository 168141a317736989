import type { Brand } from '../brand/brand.ts'
import type { Sql } from '../database/connection.ts'
import type { ReportTable } from './report-table.ts'
import type { Books } from './sums-mark.sql.ts'

/** A report by its name. all.ts lists them. */
export interface Report {
  readonly name: string
  readonly about: string
  /** Whether it tells of the days from `from` to `to`, of how things stood at the end of the day `to`, or only of now. */
  readonly over: 'period' | 'day' | 'now'
  /** What it can be divided by. */
  readonly by: readonly string[]
  /** Whether it can be divided by days. */
  readonly hasDays?: true
  readonly run: (db: Sql, brand: Brand, asked: Asked) => Promise<ReportTable>
}

/** Days of the brand's time zone, `yyyy-MM-dd`, both included. */
export interface Asked {
  readonly from: string
  readonly to: string
  readonly by?: string | undefined
  readonly perDay: boolean
}

export const booksOf = ({ id, timeZone }: Brand): Books => ({ brand: id, timeZone })
