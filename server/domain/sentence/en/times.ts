import { gap } from '../../brand/facts/draft.ts'
import type { DatePhrases, RecurrencePhrases, Rhythm, TimePhrases } from '../grammar/phrases.ts'
import { lists } from './lists.ts'
import { ordinal, shortOrdinal } from './ordinals.ts'

export const times: TimePhrases = {
  noDay: `on ${gap}`,
  anyDay: 'on any day',
  weekend: 'on weekends',
  dayToDay: (first, last) => `from ${first} to ${last}`,
  onDays: (names) => `on ${lists.andList(names.map((name) => `${name}s`))}`,
  clock: (hour, minutes) => {
    if (minutes === '00' && hour % 24 === 0) return 'midnight'
    if (minutes === '00' && hour === 12) return 'noon'
    const shown = hour % 12 === 0 ? 12 : hour % 12
    return `${shown}${minutes === '00' ? '' : `:${minutes}`} ${hour % 24 < 12 ? 'am' : 'pm'}`
  },
  at: (time) => ` at ${time}`,
  byPlaceClock: 'by the clock of each location',
  byHomeClock: 'by the clock of the home location',
  window: (from, to) => `between ${from} and ${to}`,
  from: (time) => `from ${time}`,
  before: (time) => `before ${time}`,
  between: (from, to) => `between ${from} and ${to}`,
  notBetween: (from, to) => `not between ${from} and ${to}`,
  inHours: (hours) => `in the hours beginning at ${hours}`,
  notInHours: (hours) => `not in the hours beginning at ${hours}`,
}

export const dates: DatePhrases = {
  on: (day) => `on ${day}`,
  from: (day) => `from ${day}`,
  until: (day) => `until ${day}`,
  fromTo: (first, last) => `from ${first} to ${last}`,
  validUntil: (day) => `valid until ${day}`,
  validFor: (time) => `valid for ${time}`,
  endings: {
    day: ['the end of the day', 'the end of the next day', 'days'],
    week: ['the end of the week', 'the end of next week', 'weeks'],
    month: ['the end of the month', 'the end of next month', 'months'],
    quarter: ['the end of the quarter', 'the end of next quarter', 'quarters'],
    year: ['the end of the year', 'the end of next year', 'years'],
  },
  later: (end, time) => `${end}, ${time} later`,
  lasting: { days: ['day', 'days'], months: ['month', 'months'], years: ['year', 'years'] },
}

const units = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' } as const

function every({ unit, interval }: Rhythm): string {
  const name = unit === undefined ? gap : units[unit]
  return interval > 1 ? `every ${interval} ${name}s` : `every ${name}`
}

function place(number: number): string {
  if (number > 0) return ordinal(number)
  return number === -1 ? 'last' : `${shortOrdinal(-number)} to last`
}

export const recurrence: RecurrencePhrases = {
  on: (day) => `on ${day}`,
  every,
  yearly: (days, months) => `every year on the ${days} of ${months}`,
  onPlaces: (places, days, rhythm) => `on the ${places} ${days} of ${every(rhythm)}`,
  onDates: (days, rhythm) => {
    if (rhythm.interval > 1) return `${every(rhythm)} on the ${days}`
    return `on the ${days} of ${rhythm.unit === 'MONTHLY' ? every(rhythm) : 'the month'}`
  },
  onBoth: (names, days) => `on every ${lists.andList(names)} that is the ${days} of the month`,
  onNumberedDays: (days, rhythm) => `on the ${days} of ${every(rhythm)}`,
  onDays: (days, rhythm) => (rhythm.interval > 1 ? `${every(rhythm)} on ${days}` : `every ${days}`),
  place,
  date: (day) => (day < 0 ? `${place(day)} day` : shortOrdinal(day)),
  aDay: 'day',
  aWeekday: 'weekday',
  inMonths: (months) => ` in ${months}`,
  from: (day) => `from ${day}`,
  until: (day) => `until ${day}`,
  once: 'once',
  times: (count) => `${count} times`,
}
