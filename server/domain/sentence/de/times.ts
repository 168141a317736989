import { gap } from '../../brand/facts/draft.ts'
import type { DatePhrases, RecurrencePhrases, Rhythm, TimePhrases } from '../grammar/phrases.ts'
import { lists } from './lists.ts'
import { inflected } from './ordinals.ts'

/** `dienstags`. */
const repeatedly = (day: string) => `${day.toLowerCase()}s`

export const times: TimePhrases = {
  noDay: `am ${gap}`,
  anyDay: 'an jedem Tag',
  weekend: 'am Wochenende',
  dayToDay: (first, last) => `${repeatedly(first)} bis ${repeatedly(last)}`,
  onDays: (names) => lists.andList(names.map(repeatedly)),
  clock: (hour, minutes) => `${hour}${minutes === '00' ? '' : `.${minutes}`}`,
  at: (time) => ` um ${time} Uhr`,
  byPlaceClock: 'nach der Uhr des jeweiligen Standorts',
  byHomeClock: 'nach der Uhr des Heimatstandorts',
  window: (from, to) => `von ${from} bis ${to} Uhr`,
  from: (time) => `ab ${time} Uhr`,
  before: (time) => `vor ${time} Uhr`,
  between: (from, to) => `zwischen ${from} und ${to} Uhr`,
  notBetween: (from, to) => `nicht zwischen ${from} und ${to} Uhr`,
  inHours: (hours) => `in der Stunde ab ${hours} Uhr`,
  notInHours: (hours) => `nicht in der Stunde ab ${hours} Uhr`,
}

export const dates: DatePhrases = {
  on: (day) => `am ${day}`,
  from: (day) => `ab ${day}`,
  until: (day) => `bis ${day}`,
  fromTo: (first, last) => `vom ${first} bis ${last}`,
  validUntil: (day) => `gültig bis ${day}`,
  validFor: (time) => `${time} gültig`,
  endings: {
    day: ['Tagesende', 'Ende des nächsten Tages', 'Tage'],
    week: ['Ende der Woche', 'Ende der nächsten Woche', 'Wochen'],
    month: ['Monatsende', 'Ende des nächsten Monats', 'Monate'],
    quarter: ['Quartalsende', 'Ende des nächsten Quartals', 'Quartale'],
    year: ['Jahresende', 'Ende des nächsten Jahres', 'Jahre'],
  },
  later: (end, time) => `${end}, ${time} später`,
  lasting: { days: ['Tag', 'Tage'], months: ['Monat', 'Monate'], years: ['Jahr', 'Jahre'] },
}

const units = {
  DAILY: ['täglich', 'jedes Tages', 'Tage'],
  WEEKLY: ['jede Woche', 'jeder Woche', 'Wochen'],
  MONTHLY: ['jeden Monat', 'jedes Monats', 'Monate'],
  YEARLY: ['jedes Jahr', 'jedes Jahres', 'Jahre'],
} as const

const unknown = [gap, gap, gap] as const

function every({ unit, interval }: Rhythm): string {
  const [each, , many] = unit === undefined ? unknown : units[unit]
  return interval > 1 ? `alle ${interval} ${many}` : each
}

/** `am ersten Montag jedes Monats`, but `alle 3 Monate am ersten Montag`. */
function inRhythm(on: string, rhythm: Rhythm): string {
  const [, of] = rhythm.unit === undefined ? unknown : units[rhythm.unit]
  return rhythm.interval > 1 ? `${every(rhythm)} ${on}` : `${on} ${of}`
}

/** As it stands after `am`. */
function place(number: number): string {
  if (number > 0) return inflected(number)
  if (number === -1) return 'letzten'
  return number === -2 ? 'vorletzten' : `${-number}.-letzten`
}

export const recurrence: RecurrencePhrases = {
  on: (day) => `am ${day}`,
  every,
  yearly: (days, months, areFromEnd) => `jedes Jahr am ${days}${areFromEnd ? ' im' : ''} ${months}`,
  onPlaces: (places, days, rhythm) => inRhythm(`am ${places} ${days}`, rhythm),
  onDates: (days, rhythm) => {
    if (rhythm.unit === 'MONTHLY') return inRhythm(`am ${days}`, rhythm)
    return `${rhythm.interval > 1 ? `${every(rhythm)} ` : ''}am ${days} des Monats`
  },
  onBoth: (names, days) => `an jedem ${lists.orList(names)}, der der ${days} des Monats ist,`,
  onNumberedDays: (days, rhythm) => inRhythm(`am ${days}`, rhythm),
  onDays: (days, rhythm) => (rhythm.interval > 1 ? `${every(rhythm)} am ${days}` : `jeden ${days}`),
  place,
  date: (day) => (day < 0 ? `${place(day)} Tag` : `${day}.`),
  aDay: 'Tag',
  aWeekday: 'Werktag',
  inMonths: (months) => ` im ${months}`,
  from: (day) => `ab ${day}`,
  until: (day) => `bis ${day}`,
  once: 'einmal',
  times: (count) => `${count}-mal`,
}
