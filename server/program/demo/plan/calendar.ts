import { formatDateTime, hour, type Instant, minute, parseDateTime, second } from '../../../ground/kernel/time.ts'
import { Chance } from '../chance.ts'

/** A day of the history, in the brand's time zone. */
export interface Day {
  /** How many days before the last one. */
  readonly ago: number
  /** Such as 2026-11-16. */
  readonly date: string
  readonly opensAt: Instant
  /** When date rules, segments and messages have their turn. */
  readonly jobsAt: Instant
  /** Where 0 is Sunday. */
  readonly weekday: number
  readonly month: number
  /** When people come, all of them at one of these moments; empty on a day on which each comes at a moment of their own. */
  readonly moments: readonly Instant[]
}

export const historyDays = 365
const opens = 7
const jobsAfter = 2 * hour + 10 * minute

/** All days up to that of `end`, the first one first. */
export function listDays(end: Instant, timeZone: string): readonly Day[] {
  const [last = ''] = formatDateTime(end, timeZone).split(' ')
  const noon = Date.parse(`${last}T12:00:00Z`)
  return Array.from({ length: historyDays + 1 }, (_, index) => dayAt(historyDays - index, noon, timeZone))
}

function dayAt(ago: number, lastNoon: number, timeZone: string): Day {
  const noon = new Date(lastNoon - ago * 24 * hour)
  const date = noon.toISOString().slice(0, 10)
  const opensAt = parseDateTime(`${date} 0${opens}:00:00`, timeZone)
  if (opensAt === undefined) throw new Error(`${date} has a morning`)
  return {
    ago,
    date,
    opensAt,
    jobsAt: opensAt + jobsAfter,
    weekday: noon.getUTCDay(),
    month: noon.getUTCMonth() + 1,
    moments: ago < freshSinceAgo ? [] : momentsOf(ago, opensAt),
  }
}

/**
 * Calls of one moment are decided in one transaction, which is what makes a year quick. On the last days, which people
 * look at call by call, everybody has a moment of their own.
 */
const freshSinceAgo = 15
const momentsPerDay = 1

function momentsOf(ago: number, opensAt: Instant): readonly Instant[] {
  const chance = new Chance(`moments ${ago}`)
  return Array.from({ length: momentsPerDay }, () => opensAt + timeOfDay(chance)).toSorted()
}

/** How busy a coffee shop is: on working days more than on Sundays, in December more than in July. */
export function busyness({ weekday, month }: Day): number {
  return (byWeekday[weekday] ?? 1) * (byMonth[month - 1] ?? 1)
}

const byWeekday = [0.6, 1, 1.05, 1.1, 1.15, 1.3, 0.9]
const byMonth = [0.9, 0.9, 0.95, 1, 1, 0.9, 0.8, 0.85, 1, 1.1, 1.15, 1.3]

/** An hour of the day and how many come in it: before work, at noon, after work. */
const hours: readonly (readonly [number, number])[] = [
  [7, 10],
  [8, 14],
  [9, 9],
  [10, 6],
  [11, 6],
  [12, 11],
  [13, 8],
  [14, 5],
  [15, 6],
  [16, 7],
  [17, 6],
  [18, 3],
  [19, 1],
]

/** When somebody comes on a day. */
export function visitTime({ opensAt, moments }: Day, chance: Chance): Instant {
  return moments.length > 0 ? chance.pick(moments) : opensAt + timeOfDay(chance)
}

/** When somebody opens the app on their way. */
export function appTime({ opensAt, moments }: Day, chance: Chance): Instant {
  return opensAt - (moments.length > 0 ? 25 : chance.whole(5, 50)) * minute
}

/** Since the shop has opened. Over the year there are as many at each hour as ever come then. */
function timeOfDay(chance: Chance): number {
  const since = (chance.weighted(hours) - opens) * hour
  return since + chance.whole(0, 59) * minute + chance.whole(0, 59) * second
}
