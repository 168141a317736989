import { demographicTermField } from '../../account/terms.ts'
import { addDays } from '../../campaign/clock.ts'
import type { Sql } from '../../database/connection.ts'
import { type Instant, parseDateTime } from '../../kernel/time.ts'
import { demographicOf, monthDaysOn, yearsBack } from '../../occurrence/card-date.ts'
import type { DatedRule, Occurrence } from '../../occurrence/due.ts'
import {
  type DateDueCard,
  type DueSearch,
  findActivated,
  findAllDue,
  findAnniversaries,
  findBirthdays,
  findEnrolled,
  findExpiring,
  findFieldDays,
  findLastSales,
  type Span,
} from './dates-due.sql.ts'

/** One page of the cards that are due, after the last one of the page before. */
export type FindPage = (db: Sql, search: DueSearch, after: DateDueCard | undefined) => Promise<DateDueCard[]>

const expiration = 'balance.expiration'
/** Cards were not activated before there were any. */
const yearsMax = 50

/** A rule that is due, and when it is looked at. */
export interface DueRule {
  readonly rule: DatedRule
  readonly occurrence: Occurrence
  readonly timeZone: string
  readonly now: Instant
  /** Whether it was looked at before: only who came to have the date since is looked for. */
  readonly isAgain: boolean
}

/** How the cards are found for which a rule is due: one search after the other. */
export function searchesFor(due: DueRule): FindPage[] {
  const { rule, occurrence } = due
  const of = rule.date?.of
  if (of === undefined) return [findAllDue]
  const monthDays = monthDaysOn(occurrence.day)
  const field = demographicOf(of)
  if (field !== undefined) {
    const name = demographicTermField(field)
    return monthDays.map((monthDay) => (db, search, after) => {
      return findFieldDays(db, search, { field: name, monthDay }, after)
    })
  }
  const byMonthDay = byMonthDays[of]
  if (byMonthDay) return monthDays.map((monthDay) => (db, search, after) => byMonthDay(db, search, monthDay, after))
  const bySpan = bySpans[of]
  if (!bySpan) return []
  return spansOf(of, due).map((span) => (db, search, after) => bySpan(db, search, span, after))
}

const byMonthDays: Readonly<Record<string, typeof findBirthdays>> = {
  'customer.birthday': findBirthdays,
  'customer.anniversary': findAnniversaries,
}

const bySpans: Readonly<Record<string, typeof findActivated>> = {
  'card.activationDate': findActivated,
  'card.enrollmentDate': findEnrolled,
  [expiration]: findExpiring,
  'history.lastCheckout': findLastSales,
}

/** The days that are meant, as the brand's wall clock begins and ends them: of what comes every year one for each. */
function spansOf(of: string, { occurrence: { day, dueAt }, timeZone, now, isAgain }: DueRule): Span[] {
  // Nobody comes to have been activated or enrolled in an earlier year.
  const isYearly = !isAgain && (of === 'card.activationDate' || of === 'card.enrollmentDate')
  const days = isYearly ? yearsBack(day, yearsMax) : [day]
  return (
    days
      .map((date) => ({ from: startOf(date, timeZone), until: startOf(addDays(date, 1), timeZone) }))
      // What has expired is gone, booked or not: otherwise it would matter whether it was.
      .map(({ from, until }) => ({ until, from: of === expiration ? Math.max(from, dueAt + 1, now + 1) : from }))
      .filter(({ from, until }) => from < until)
  )
}

const startOf = (date: string, timeZone: string): Instant => parseDateTime(`${date} 00:00:00`, timeZone) ?? 0
