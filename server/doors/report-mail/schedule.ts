import { type DatedRule, dueOccurrences } from '../../domain/campaign/occurrence/due.ts'
import { day, type Instant } from '../../ground/kernel/time.ts'
import { addDays, addMonths } from '../../storage/report/days.ts'

export const mailPeriods = ['yesterday', 'lastWeek', 'lastMonth', 'monthToDate'] as const
export type MailPeriod = (typeof mailPeriods)[number]

export const mailRhythms = ['day', 'week', 'month'] as const
export type MailRhythm = (typeof mailRhythms)[number]

/** When a report is sent, by the brand's wall clock. */
export interface MailTimes {
  readonly every: MailRhythm
  /** 1 is Monday. */
  readonly weekDay?: number | undefined
  /** 1 to 28, or -1 for the last. */
  readonly monthDay?: number | undefined
  readonly hour: number
}

/** One time that a report is sent. */
export interface MailOccurrence {
  /** The day in the brand's time zone. */
  readonly day: string
  readonly dueAt: Instant
}

const weekDays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const

/** The same recurrence rules as those of campaigns, so that hours that the clock skips or repeats are treated alike. */
function ruleOf({ every, weekDay = 1, monthDay = 1, hour }: MailTimes): DatedRule {
  const rules: Readonly<Record<MailRhythm, string>> = {
    day: 'FREQ=DAILY',
    week: `FREQ=WEEKLY;BYDAY=${weekDays[weekDay - 1] ?? 'MO'}`,
    month: `FREQ=MONTHLY;BYMONTHDAY=${monthDay}`,
  }
  return { schedule: { rule: rules[every], hour } }
}

/** What became due after `from` and up to `to`, the earliest first. */
export function dueMails(times: MailTimes, timeZone: string, from: Instant, to: Instant): MailOccurrence[] {
  return dueOccurrences(ruleOf(times), timeZone, from, to).map((one) => ({ day: one.day, dueAt: one.dueAt }))
}

/** No two of a monthly schedule are further apart. */
const gapMsMax = 33 * day

export function nextMail(times: MailTimes, timeZone: string, after: Instant): Instant | undefined {
  return dueMails(times, timeZone, after, after + gapMsMax)[0]?.dueAt
}

/** The days that a period means for a mail of a day, both included. */
export function mailDays(period: MailPeriod, sentOn: string): { readonly from: string; readonly to: string } {
  switch (period) {
    case 'yesterday': {
      const before = addDays(sentOn, -1)
      return { from: before, to: before }
    }
    case 'lastWeek': {
      const sinceMonday = (new Date(`${sentOn}T00:00:00Z`).getUTCDay() + 6) % 7
      const monday = addDays(sentOn, -sinceMonday - 7)
      return { from: monday, to: addDays(monday, 6) }
    }
    case 'lastMonth': {
      const first = addMonths(sentOn, -1)
      return { from: first, to: addDays(addMonths(first, 1), -1) }
    }
    // Whole days only, so that the hour does not matter. On the first of a month it is the whole month before.
    case 'monthToDate': {
      const to = addDays(sentOn, -1)
      return { from: addMonths(to, 0), to }
    }
  }
}
