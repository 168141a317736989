import type { Brand } from '../../domain/brand/brand.ts'
import type { Sql } from '../../ground/database/connection.ts'
import type { Language } from '../../ground/kernel/language.ts'
import { splitBehind, type WholeReport } from './behind.ts'
import { listClosings } from './closed/closing.sql.ts'
import { findLateTo } from './closed/late-calls.sql.ts'
import { zonesOf } from './closed/zones.ts'
import type { ReportTable } from './report-table.ts'
import { findOwnTo, findSummedTo, firstRef, type OpenBooks } from './sums-mark.sql.ts'

/** A report by its name. all.ts lists them. */
export interface Report {
  readonly name: string
  readonly about: string
  /** Whether it tells of the days from `from` to `to`, of how things stood at the end of the day `to`, or only of now. */
  readonly over: 'period' | 'day' | 'now'
  /** What it can be divided by. */
  readonly by: readonly string[]
  /** By what it is divided if nobody says so. */
  readonly usualBy?: string
  /** Whether it can be divided by days. */
  readonly hasDays?: true
  /** Whether it can be of one location, by the clock there. */
  readonly hasLocation?: true
  /** Whether it is divided by months where it is not divided by days. */
  readonly hasMonths?: true
  /** Of a report about what nothing was done with: for how many days, if nobody says so. */
  readonly usualDays?: number
  readonly run: (context: ReportContext, asked: AskedDays) => Promise<ReportTable>
}

/** Days, `yyyy-MM-dd`, both included: of the brand's time zone, or of the one location that is asked about. */
export interface AskedDays {
  readonly from: string
  readonly to: string
  readonly by?: string | undefined
  readonly perDay: boolean
  readonly days?: number | undefined
  readonly location?: string | undefined
  /** The language of remarks; English if nobody says so. */
  readonly language?: Language
}

/** What a report is made from. */
export interface ReportContext {
  readonly db: Sql
  readonly brand: Brand
  readonly books: OpenBooks
}

/** The books of a brand as they are now. */
export async function openBooks(db: Sql, { id, timeZone }: Pick<Brand, 'id' | 'timeZone'>): Promise<OpenBooks> {
  const closings = await listClosings(db, id)
  const own = { brand: id, timeZone, zones: zonesOf(closings, timeZone) }
  const [summedTo, ownTo] = [await findSummedTo(db, own), await findOwnTo(db, own)]
  return { ...own, closings, summedTo, ownTo, lateTo: await findLateTo(db, id) }
}

/** Whether a report could have been made partly from before and partly from after a change of them. */
async function haveChanged(db: Sql, books: OpenBooks): Promise<boolean> {
  if ((await findSummedTo(db, books)) < books.summedTo) return true
  for (const [job, to] of await findOwnTo(db, books)) if (to < (books.ownTo.get(job) ?? firstRef)) return true
  const last = (await listClosings(db, books.brand)).at(-1)
  return last?.closedTo !== books.closings.at(-1)?.closedTo
}

const triesMax = 3

/** Makes a report. */
export async function runReport(report: Report, db: Sql, brand: Brand, asked: AskedDays): Promise<WholeReport> {
  return splitBehind(await withBooks(db, brand, (context) => report.run(context, asked)))
}

/** Makes something of the sums. If they are begun anew or a month is closed meanwhile, it is made once more. */
export async function withBooks<T>(db: Sql, brand: Brand, make: (context: ReportContext) => Promise<T>): Promise<T> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const books = await openBooks(db, brand)
    const made = await make({ db, brand, books })
    if (!(await haveChanged(db, books))) return made
  }
  throw new Error('The sums of reports are begun anew again and again.')
}
