import { demographicTermField } from '../account/terms.ts'
import { addDays } from '../campaign/clock.ts'
import { type Instant, parseDateTime } from '../kernel/time.ts'
import { demographicOf, monthDaysOn, mustHaveHappened, yearsBack } from '../occurrence/card-date.ts'
import type { DatedRule, Occurrence } from '../occurrence/due.ts'
import type { Sql } from '../store/connection.ts'
import {
  type DueCard,
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
} from '../store/dates-due.sql.ts'

/** One page of the cards that are due, after the last one of the page before. */
export type FindPage = (db: Sql, search: DueSearch, after: DueCard | undefined) => Promise<DueCard[]>

/** Cards were not activated before there were any. */
const oldestYears = 50

/** How the cards are found for which a rule is due: one search after the other. */
export function searchesFor(rule: DatedRule, occurrence: Occurrence, timeZone: string): FindPage[] {
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
  return spansOf(of, occurrence, timeZone).map((span) => (db, search, after) => bySpan(db, search, span, after))
}

const byMonthDays: Readonly<Record<string, typeof findBirthdays>> = {
  'customer.birthday': findBirthdays,
  'customer.anniversary': findAnniversaries,
}

const bySpans: Readonly<Record<string, typeof findActivated>> = {
  'card.activationDate': findActivated,
  'card.enrollmentDate': findEnrolled,
  'balance.expiration': findExpiring,
  'history.lastCheckout': findLastSales,
}

/** The days that are meant, as the brand's wall clock begins and ends them: of what comes every year one for each. */
function spansOf(of: string, { day, dueAt }: Occurrence, timeZone: string): Span[] {
  const isYearly = of === 'card.activationDate' || of === 'card.enrollmentDate'
  const days = isYearly ? yearsBack(day, oldestYears) : [day]
  return days
    .map((date) => ({ from: startOf(date, timeZone), until: startOf(addDays(date, 1), timeZone) }))
    .map(({ from, until }) => ({ from, until: mustHaveHappened(of) ? Math.min(until, dueAt + 1) : until }))
    .filter(({ from, until }) => from < until)
}

const startOf = (date: string, timeZone: string): Instant => parseDateTime(`${date} 00:00:00`, timeZone) ?? 0
