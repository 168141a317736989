import { gap, numberIn, rawIn, textIn } from '../../brand/facts/draft.ts'
import type { Voice } from './voice.ts'

const order = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/** The day that a recurrence rule calls `MO`. */
export function dayName(code: string, { words }: Voice): string {
  const day = order.find((name) => name.slice(0, 2).toUpperCase() === code)
  return day === undefined ? gap : words.choices.weekday[day]
}

/** `on Tuesdays`, `Monday to Friday`, `on weekends`. */
export function weekdayWords(days: readonly unknown[], { words }: Voice): string {
  const { noDay, anyDay, weekend, dayToDay, onDays } = words.times
  const given = order.filter((day) => days.includes(day))
  if (given.length === 0) return noDay
  if (given.length === 7) return anyDay
  if (given.join() === 'sat,sun') return weekend
  const names = given.map((day) => words.choices.weekday[day])
  const first = order.indexOf(given[0] ?? 'mon')
  const isRun = given.length > 2 && given.every((day, index) => order[first + index] === day)
  return isRun ? dayToDay(names[0] ?? gap, names.at(-1) ?? gap) : onDays(names)
}

function clockWords(time: unknown, { words }: Voice): string {
  const [, hours, minutes] = /^(\d\d?):(\d\d)/.exec(textIn(time) ?? '') ?? []
  return hours === undefined || minutes === undefined ? gap : words.times.clock(Number(hours), minutes)
}

const hourAt = (hour: number | undefined, voice: Voice) => (hour === undefined ? gap : clockWords(`${hour}:00`, voice))

/** ` at 9 am`; nine unless the file says otherwise. */
export function atHour(hour: unknown, voice: Voice): string {
  const given = hour === undefined || hour === null ? 9 : numberIn(hour)
  return voice.words.times.at(hourAt(given, voice))
}

/** `on Tuesdays between 7 am and 9 am`. */
export function windowWords(window: unknown, voice: Voice): string {
  const { days, from, to } = rawIn(window)
  const named = Array.isArray(days) && days.length < 7 ? weekdayWords(days, voice) : ''
  const [begin, end] = [textIn(from) ?? '00:00', textIn(to) ?? '24:00']
  const isWholeDay = begin === '00:00' && end === '24:00'
  const hours = isWholeDay ? '' : voice.words.times.window(clockWords(begin, voice), clockWords(end, voice))
  return [named, hours].filter((part) => part !== '').join(' ')
}

/** Hours of a condition: from 7 am, until 11 am. */
export function hourWords(op: string | undefined, given: readonly unknown[], voice: Voice): string | undefined {
  const p = voice.words.times
  const [first, second] = given.map(numberIn)
  if (first === undefined) return undefined
  const at = (hour: number) => hourAt(hour, voice)
  const each = () => voice.words.lists.orList(given.map((hour) => hourAt(numberIn(hour), voice)))
  switch (op) {
    case '>=':
      return p.from(at(first))
    case '>':
      return p.from(at(first + 1))
    case '<':
      return p.before(at(first))
    case '<=':
      return p.before(at(first + 1))
    case '=':
      return p.between(at(first), at(first + 1))
    case '!=':
      return p.notBetween(at(first), at(first + 1))
    case 'between':
      return second === undefined ? undefined : p.between(at(first), at(second + 1))
    case 'in':
      return p.inHours(each())
    case 'notIn':
      return p.notInHours(each())
    default:
      return undefined
  }
}
