import { isDate } from '../../../ground/kernel/time.ts'
import { meantOf } from '../faults/advice.ts'
import { foundOf } from '../faults/found.ts'
import type { Place } from '../reading/place.ts'
import { date, integer, oneOf, reference, text } from '../reading/scalars.ts'
import { checked, object, optional, or, required, type Shaped } from '../reading/shape.ts'
import { dayOfPart, recurrencePairsOf, recurrencePartsOf } from './recurrence.ts'

const hour = or(integer(0, 23), 9)

/** What a date rule can count its days from. */
const dateFacts = [
  'customer.birthday',
  'customer.anniversary',
  'card.activationDate',
  'card.enrollmentDate',
  'balance.expiration',
  'history.lastCheckout',
] as const

const dateOf = checked(text({ max: 100, example: 'customer.birthday' }), (name, at) => {
  if ((dateFacts as readonly string[]).includes(name)) return
  if (!name.startsWith('demographic:'))
    at.fault('notChoice', {
      choices: [...dateFacts, 'demographic:NAME'],
      found: foundOf(name),
      advice: meantOf(name, dateFacts),
    })
  else at.mention('demographicField', name.slice('demographic:'.length))
})

/** Fires on a date of each card: `offsetDays` days after it (before it, if negative), at an hour of the day. */
export const dateBlock = checked(
  object({ of: required(dateOf), offsetDays: or(integer(-366, 3660), 0), hour }),
  ({ of, offsetDays }, at) => {
    if (of !== 'balance.expiration' || offsetDays <= 0) return
    at.faultAt('offsetDays', 'offsetAfterExpiry')
  },
)
export type DateBlock = Shaped<typeof dateBlock>

/** Fires for all cards at once, on the days of a recurrence rule or on a single day. */
export const scheduleBlock = checked(
  object({
    rule: optional(checked(text({ example: 'FREQ=MONTHLY;BYMONTHDAY=1' }), checkRecurrence)),
    once: optional(date),
    hour,
  }),
  (schedule, at) => {
    if ((schedule.rule === undefined) === (schedule.once === undefined)) at.fault('ruleOrOnce')
  },
)
export type ScheduleBlock = Shaped<typeof scheduleBlock>

export const segmentBlock = object({
  id: required(reference('segment')),
  on: required(oneOf('enter', 'leave')),
})

/** Without a level, any. */
export const tierBlock = object(
  {
    on: required(oneOf('up', 'down', 'keep')),
    level: optional(reference('tierLevel')),
  },
  '{ on: up, level: gold }',
)

const weekday = '(MO|TU|WE|TH|FR|SA|SU)'
const dayOfMonth = '-?([1-9]|[12]\\d|3[01])'
const position = '-?[1-9]\\d{0,2}'

/** The parts of RFC 5545 that campaigns need, and the form of their values. */
const parts: Readonly<Record<string, RegExp>> = {
  FREQ: /^(DAILY|WEEKLY|MONTHLY|YEARLY)$/,
  INTERVAL: /^[1-9]\d{0,2}$/,
  BYDAY: new RegExp(`^([+-]?[1-5])?${weekday}(,([+-]?[1-5])?${weekday})*$`),
  BYMONTHDAY: new RegExp(`^${dayOfMonth}(,${dayOfMonth})*$`),
  BYMONTH: /^([1-9]|1[0-2])(,([1-9]|1[0-2]))*$/,
  BYSETPOS: new RegExp(`^${position}(,${position})*$`),
  WKST: new RegExp(`^${weekday}$`),
  COUNT: /^[1-9]\d{0,3}$/,
  DTSTART: /^\d{8}$/,
  UNTIL: /^\d{8}(T([01]\d|2[0-3])[0-5]\d[0-5]\dZ?)?$/,
}

const countableFrom = '20000101'

const timesOfDay: ReadonlySet<string> = new Set(['BYHOUR', 'BYMINUTE', 'BYSECOND'])

/** `FREQ=MONTHLY;BYMONTHDAY=1`, `FREQ=DAILY;DTSTART=20260704;COUNT=1`. */
function checkRecurrence(rule: string, at: Place): void {
  const given = new Set<string>()
  for (const [name, value] of recurrencePairsOf(rule)) {
    const form = Object.hasOwn(parts, name) ? parts[name] : undefined
    if (timesOfDay.has(name)) at.fault('hourInRule', { name })
    else if (!form) at.fault('rulePartUnknown', { name, allowed: Object.keys(parts) })
    else if (!form.test(value)) at.fault('rulePartValue', { name, value })
    if (given.has(name)) at.fault('givenTwice', { name })
    given.add(name)
  }
  checkParts(recurrencePartsOf(rule), at)
}

function checkParts(given: ReadonlyMap<string, string>, at: Place): void {
  const frequency = given.get('FREQ')
  if (!frequency) at.fault('frequencyMissing')
  for (const name of ['DTSTART', 'UNTIL'] as const) {
    const day = dayOfPart(given, name)
    if (day !== undefined && !isDate(day)) at.fault('notADate', { name, value: given.get(name) ?? '' })
  }
  if (given.has('COUNT') && given.has('UNTIL')) at.fault('countAndUntil')
  // Counting begins at the first day, each time anew.
  if (given.has('COUNT') && (given.get('DTSTART') ?? countableFrom) < countableFrom) at.fault('countTooEarly')
  if (frequency === 'WEEKLY' && given.has('BYMONTHDAY')) at.fault('monthDayWeekly')
  if (!['MONTHLY', 'YEARLY'].includes(frequency ?? '') && /\d/.test(given.get('BYDAY') ?? '')) {
    at.fault('numberedDay')
  }
  if (given.has('BYSETPOS') && !['BYDAY', 'BYMONTHDAY', 'BYMONTH'].some((name) => given.has(name))) {
    at.fault('positionAlone')
  }
}
