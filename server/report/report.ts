import type { Brand } from '../brand/brand.ts'
import type { Sql } from '../database/connection.ts'
import type { ReportTable } from './report-table.ts'
import { findSummedTo, type OpenBooks } from './sums-mark.sql.ts'

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
  readonly run: (context: ReportContext, asked: Asked) => Promise<ReportTable>
}

/** Days of the brand's time zone, `yyyy-MM-dd`, both included. */
export interface Asked {
  readonly from: string
  readonly to: string
  readonly by?: string | undefined
  readonly perDay: boolean
}

/** What a report is made from. */
export interface ReportContext {
  readonly db: Sql
  readonly brand: Brand
  readonly books: OpenBooks
}

const triesMax = 3

/** Makes a report. */
export function runReport(report: Report, db: Sql, brand: Brand, asked: Asked): Promise<ReportTable> {
  return withBooks(db, brand, (context) => report.run(context, asked))
}

/** Makes something of the sums. If they are begun anew meanwhile, because the brand's time zone changed, once more. */
export async function withBooks<T>(db: Sql, brand: Brand, make: (context: ReportContext) => Promise<T>): Promise<T> {
  const own = { brand: brand.id, timeZone: brand.timeZone }
  for (let tries = 0; tries < triesMax; tries += 1) {
    const books = { ...own, summedTo: await findSummedTo(db, own) }
    const made = await make({ db, brand, books })
    if ((await findSummedTo(db, own)) >= books.summedTo) return made
  }
  throw new Error('The sums of reports are begun anew again and again.')
}
