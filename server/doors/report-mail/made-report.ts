import type { Brand } from '../../domain/brand/brand.ts'
import type { LongRead } from '../../ground/database/long-reads.ts'
import { defined } from '../../ground/kernel/defined.ts'
import type { Language } from '../../ground/kernel/language.ts'
import { reports } from '../../storage/report/all.ts'
import { isWrong, readWishes } from '../../storage/report/ask.ts'
import type { WholeReport } from '../../storage/report/behind.ts'
import { type Report, runReport } from '../../storage/report/report.ts'
import type { ReportSchedule } from './schedule.sql.ts'
import { mailDays } from './schedule.ts'

/** A report of a schedule with its figures. */
export interface MadeReport {
  readonly report: Report
  readonly table: WholeReport
  /** What it was asked for, as the address of its screen has it. */
  readonly asked: { readonly from?: string; readonly to?: string; readonly by?: string; readonly per?: 'day' }
}

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

/** Makes the report of a schedule as it is on a day. Its remarks are in the language of the wish. */
export async function makeReport(
  atLength: LongRead,
  brand: Brand,
  { language, ...wish }: ReportWish & { readonly language?: Language },
  sentOn: string,
): Promise<MadeReport | undefined> {
  const found = askedOn(wish, sentOn)
  if (!found) return undefined
  const { report, wishes, asked } = found
  const wanted = { ...asked, ...defined({ language }) }
  const table = await atLength(brand.id, (db) => runReport(report, db, brand, wanted))
  return { report, table, asked: wishes }
}
