import { gap, numberIn, type Raw, rawIn, textIn } from '../../brand/facts/draft.ts'
import { counted, named } from './counts.ts'
import type { Voice } from './voice.ts'

/** `from December 1 to 24, 2026`, `on December 1, 2026`, `until …`; nothing without dates. */
export function periodWords({ from, until }: Raw, { words, day }: Voice): string {
  const p = words.dates
  const [begin, end] = [textIn(from), textIn(until)]
  const last = end === undefined ? undefined : lastDay(end)
  if (begin !== undefined && last !== undefined && begin.slice(0, 10) === last && isMidnight(begin))
    return p.on(day(last))
  if (begin !== undefined && end !== undefined) return p.fromTo(day(begin), day(last ?? end))
  if (begin !== undefined) return p.from(day(begin))
  return end === undefined ? '' : p.until(day(last ?? end))
}

const isMidnight = (text: string) => /^\d{4}-\d\d-\d\d( 00:00(:00)?)?$/.test(text)

/** A campaign until midnight runs on the day before, and people say that day. Undefined for other times. */
function lastDay(until: string): string | undefined {
  if (!isMidnight(until)) return undefined
  const before = Date.parse(`${until.slice(0, 10)}T00:00:00Z`) - 86_400_000
  return Number.isNaN(before) ? undefined : new Date(before).toISOString().slice(0, 10)
}

/** `valid for 30 days`, `valid until the end of next year`. */
export function expiryWords({ expiresAfter, expiresAt }: Raw, voice: Voice): string | undefined {
  if (expiresAt !== undefined && expiresAt !== null) return voice.words.dates.validUntil(voice.day(expiresAt))
  if (expiresAfter === undefined || expiresAfter === null) return undefined
  return durationWords(rawIn(expiresAfter), voice)
}

function durationWords(duration: Raw, voice: Voice): string {
  const { endings, later, lasting, validFor, validUntil } = voice.words.dates
  const ending = textIn(duration.endOf)
  if (ending !== undefined) {
    const [now = gap, next = gap, many = gap] = named(endings, ending) ?? []
    const plus = duration.plus === undefined ? 0 : numberIn(duration.plus)
    if (plus === 0 || plus === 1) return validUntil(plus === 0 ? now : next)
    return validUntil(later(now, `${plus === undefined ? gap : voice.number(plus)} ${many}`))
  }
  const unit = (['days', 'months', 'years'] as const).find((name) => duration[name] !== undefined)
  return validFor(unit === undefined ? gap : counted(duration[unit], lasting[unit], voice))
}
