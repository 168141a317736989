/** Milliseconds since 1970 in UTC, by the database's clock. */
export type Instant = number

export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

/** The range of years with four digits in UTC, the form in which instants are stored. */
const firstInstant = Date.UTC(1000, 0, 1)
const lastInstant = Date.UTC(10_000, 0, 1) - 1

const dateTimePattern = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2})$/
const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/

/** Reads `yyyy-MM-dd HH:mm:ss` in a time zone; undefined for anything else, including 2026-02-30. */
export function parseDateTime(text: string, timeZone = 'UTC'): Instant | undefined {
  const match = dateTimePattern.exec(text)
  if (!match) return undefined
  const [year, month, date, hours, minutes, seconds] = match.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const wall = Date.UTC(year, month - 1, date, hours, minutes, seconds)
  if (new Date(wall).toISOString().slice(0, 19).replace('T', ' ') !== text) return undefined
  const instant = timeZone === 'UTC' ? wall : instantOfWall(wall, timeZone)
  return instant < firstInstant || instant > lastInstant ? undefined : instant
}

/** Whether the text is a date that exists, as `yyyy-MM-dd`. */
export function isDate(text: string): boolean {
  const match = datePattern.exec(text)
  if (!match) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** Prints `yyyy-MM-dd HH:mm:ss` in a time zone. */
export function formatDateTime(instant: Instant, timeZone = 'UTC'): string {
  const wall = timeZone === 'UTC' ? instant : instant + offsetAt(instant, timeZone)
  return new Date(wall).toISOString().slice(0, 19).replace('T', ' ')
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** Some zones have two names: Europe/Kiev is Europe/Kyiv. */
export const isSameTimeZone = (one: string, other: string): boolean => one === other || zoneOf(one) === zoneOf(other)

const zoneOf = (timeZone: string): string => new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone

/** A wall time that occurs twice means the first; one that does not exist means the next instant that does. */
function instantOfWall(wall: number, timeZone: string): Instant {
  const before = wall - offsetAt(wall - day, timeZone)
  const after = wall - offsetAt(wall + day, timeZone)
  const candidates = [before, after].filter((instant) => instant + offsetAt(instant, timeZone) === wall)
  return candidates.length > 0
    ? Math.min(...candidates)
    : firstInstantAfterGap(Math.min(before, after), Math.max(before, after), timeZone)
}

function firstInstantAfterGap(low: Instant, high: Instant, timeZone: string): Instant {
  const earlier = offsetAt(low - 1, timeZone)
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(middle, timeZone) === earlier) low = middle
    else high = middle
  }
  return high
}

const formatters = new Map<string, Intl.DateTimeFormat>()

const quarterHour = 900_000
/** Since 1973 every zone has changed its offset at a quarter of an hour of UTC. */
const firstQuarterly = Date.UTC(1973, 0, 1)
const lastOffsets = new Map<string, { readonly quarter: number; readonly offset: number }>()

/** How far the zone's wall clock is ahead of UTC at an instant, in milliseconds. The last answer is kept: most are alike. */
export function offsetAt(instant: Instant, timeZone: string): number {
  const quarter = Math.floor(instant / quarterHour)
  const last = lastOffsets.get(timeZone)
  if (last?.quarter === quarter) return last.offset
  const offset = findOffset(instant, timeZone)
  if (instant >= firstQuarterly) lastOffsets.set(timeZone, { quarter, offset })
  return offset
}

function findOffset(instant: Instant, timeZone: string): number {
  let formatter = formatters.get(timeZone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formatters.set(timeZone, formatter)
  }
  const part: Record<string, number> = {}
  for (const { type, value } of formatter.formatToParts(instant)) part[type] = Number(value)
  const wall = Date.UTC(part.year ?? 0, (part.month ?? 1) - 1, part.day, part.hour, part.minute, part.second)
  return wall - Math.floor(instant / 1000) * 1000
}
