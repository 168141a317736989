import { isDate } from '../../ground/kernel/time.ts'
import type { AskedDays, Report } from './report.ts'

/** What somebody asks for; all of it has a default. */
export interface ReportWishes {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly by?: string | undefined
  readonly per?: string | undefined
  readonly location?: string | undefined
  readonly every?: string | undefined
  readonly days?: number | undefined
}

/** A fault of the question, in words, with the name of the field. */
export interface WrongWish {
  readonly field: keyof ReportWishes
  readonly message: string
}

const wrong = (field: keyof ReportWishes, message: string): WrongWish => ({ field, message })

export const isWrong = (asked: AskedDays | WrongWish): asked is WrongWish => 'message' in asked

/** Reads a question about a report. Without dates it is about this month so far, or about today. */
export function readWishes(report: Report, wishes: ReportWishes, today: string): AskedDays | WrongWish {
  const { to = today, by, every, per = every === 'day' ? every : undefined, location } = wishes
  const from = wishes.from ?? `${to.slice(0, 7)}-01`
  if (!isDate(to)) return wrong('to', 'expected a day such as 2026-11-30')
  if (!isDate(from)) return wrong('from', 'expected a day such as 2026-11-01')
  if (report.over === 'day' && wishes.from !== undefined)
    return wrong('from', `${report.name} is about the end of one day: give only the day it ends with`)
  if (report.over === 'now' && (wishes.from !== undefined || wishes.to !== undefined))
    return wrong(wishes.to === undefined ? 'from' : 'to', `${report.name} is about now: give no day`)
  if (from > to) return wrong('from', 'is after the last day')
  if (by !== undefined && !report.by.includes(by))
    return wrong(
      'by',
      report.by.length > 0
        ? `${report.name} cannot be divided by that; expected one of ${report.by.join(', ')}`
        : `${report.name} cannot be divided`,
    )
  if (per !== undefined && !(per === 'day' && report.hasDays))
    return wrong(
      'per',
      report.hasDays ? `${report.name} can be divided by day` : `${report.name} cannot be divided by days`,
    )
  if (location !== undefined && !report.hasLocation)
    return wrong('location', `${report.name} is about all locations: of one alone there is sales`)
  if (every !== undefined && !report.hasMonths) return wrong('every', `${report.name} has no entries by day or month`)
  if (every !== undefined && every !== 'day' && every !== 'month') return wrong('every', 'expected day or month')
  if (every === 'month' && per === 'day') return wrong('every', 'is month, but per is day')
  if (wishes.days !== undefined && report.usualDays === undefined)
    return wrong('days', `${report.name} is not about what nothing was done with`)
  return { from, to, by, perDay: per === 'day', location, days: wishes.days ?? report.usualDays }
}
