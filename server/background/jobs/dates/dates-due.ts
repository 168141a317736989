import { demographicTermField } from '../../../domain/account/terms.ts'
import { addDays } from '../../../domain/campaign/clock.ts'
import { demographicOf, monthDaysOn, yearsBack } from '../../../domain/campaign/occurrence/card-date.ts'
import type { DatedRule, Occurrence } from '../../../domain/campaign/occurrence/due.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { type Instant, parseDateTime } from '../../../ground/kernel/time.ts'
import {
  type DateDueCard,
  type DueSearch,
  type DueTime,
  findActivated,
  findAllDue,
  findAnniversaries,
  findBirthdays,
  findEnrolled,
  findExpiring,
  findFieldDays,
  findLastSales,
} from './dates-due.sql.ts'

/** Finds the next page of cards, after the last card of the previous page. */
export type FindPage = (db: Sql, search: DueSearch, after: DateDueCard | undefined) => Promise<DateDueCard[]>

const expiration = 'balance.expiration'
/** No card was activated longer ago than this. */
const yearsMax = 50

/** A rule that is due, and the moment of the search. */
export interface DueRule {
  readonly rule: DatedRule
  readonly occurrence: Occurrence
  readonly timeZone: string
  readonly now: Instant
  /** Whether this occurrence was searched before: then only cards that have since got the date are searched for. */
  readonly isAgain: boolean
}

/** The searches that find the cards for which a rule is due, to be run one after the other. */
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

/** The days to search, from midnight to midnight by the wall clock. Yearly dates have one for each year. */
function spansOf(of: string, { occurrence: { day, dueAt }, timeZone, now, isAgain }: DueRule): DueTime[] {
  // No card can get an activation or enrollment date in an earlier year.
  const isYearly = !isAgain && (of === 'card.activationDate' || of === 'card.enrollmentDate')
  const days = isYearly ? yearsBack(day, yearsMax) : [day]
  return (
    days
      .map((date) => ({ from: startOf(date, timeZone), until: startOf(addDays(date, 1), timeZone) }))
      // What has expired is gone, whether or not it was booked: the result must not depend on when the booking happens.
      .map(({ from, until }) => ({ until, from: of === expiration ? Math.max(from, dueAt + 1, now + 1) : from }))
      .filter(({ from, until }) => from < until)
  )
}

const startOf = (date: string, timeZone: string): Instant => parseDateTime(`${date} 00:00:00`, timeZone) ?? 0
