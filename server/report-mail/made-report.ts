import type { Brand } from '../brand/brand.ts'
import type { ConnectionPool } from '../database/connection.ts'
import { inLongRead } from '../database/timeouts.sql.ts'
import { defined } from '../kernel/defined.ts'
import { reports } from '../report/all.ts'
import { isWrong, readWishes } from '../report/ask.ts'
import type { WholeReport } from '../report/behind.ts'
import { type Report, runReport } from '../report/report.ts'
import type { ReportSchedule } from './schedule.sql.ts'
import { mailDays } from './schedule.ts'

/** A report of a schedule with its figures. */
export interface MadeReport {
  readonly report: Report
  readonly table: WholeReport
  /** What it was asked for, as the address of its screen has it. */
  readonly asked: { readonly from?: string; readonly to?: string; readonly by?: string; readonly per?: 'day' }
}

/** A report reads for as long as it may in the portal. */
const patienceMs = 30_000

export type ReportWish = Pick<ReportSchedule, 'report' | 'by' | 'perDay' | 'period'>

/** What a schedule asks for on a day; undefined if the report is gone, or can no longer be divided so. */
export function askedOn({ report: name, by, perDay, period }: ReportWish, sentOn: string) {
  const report = reports.find((one) => one.name === name)
  if (!report || (report.over === 'now') !== (period === undefined)) return undefined
  const days = period && mailDays(period, sentOn)
  const wishes = defined({
    from: report.over === 'period' ? days?.from : undefined,
    to: days?.to,
    by,
    per: perDay ? ('day' as const) : undefined,
  })
  const asked = readWishes(report, wishes, sentOn)
  return isWrong(asked) ? undefined : { report, wishes, asked }
}

/** Makes the report of a schedule as it is on a day. */
export async function makeReport(
  pool: ConnectionPool,
  brand: Brand,
  wish: ReportWish,
  sentOn: string,
): Promise<MadeReport | undefined> {
  const found = askedOn(wish, sentOn)
  if (!found) return undefined
  const { report, wishes, asked } = found
  const table = await inLongRead(pool, patienceMs, (db) => runReport(report, db, brand, asked))
  return { report, table, asked: wishes }
}
