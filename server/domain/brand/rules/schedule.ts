import { suggestion } from '../../../ground/kernel/nearest.ts'
import { isDate } from '../../../ground/kernel/time.ts'
import type { Place } from '../reading/place.ts'
import { date, integer, oneOf, reference, text } from '../reading/scalars.ts'
import { checked, describe, object, optional, or, required, type Shaped } from '../reading/shape.ts'
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
    at.fault(
      `expected one of ${dateFacts.join(', ')}, demographic:NAME; found ${describe(name)}${suggestion(name, dateFacts)}`,
    )
  else at.mention('demographicField', name.slice('demographic:'.length))
})

/** Fires on a date of each card: `offsetDays` days after it (before it, if negative), at an hour of the day. */
export const dateBlock = checked(
  object({ of: required(dateOf), offsetDays: or(integer(-366, 3660), 0), hour }),
  ({ of, offsetDays }, at) => {
    if (of !== 'balance.expiration' || offsetDays <= 0) return
    at.fault('must not be above 0 with balance.expiration: what has expired is gone', 'offsetDays')
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
    if ((schedule.rule === undefined) === (schedule.once === undefined)) at.fault('needs either rule or once')
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
    if (timesOfDay.has(name)) at.fault(`${name} is not allowed here: set \`hour\` of the schedule instead`)
    else if (!form)
      at.fault(
        `${name} is not allowed here; write for example FREQ=MONTHLY;BYMONTHDAY=1; allowed: ${Object.keys(parts).join(', ')}`,
      )
    else if (!form.test(value)) at.fault(`${name}=${value} is not a possible value`)
    if (given.has(name)) at.fault(`${name} is given twice`)
    given.add(name)
  }
  checkParts(recurrencePartsOf(rule), at)
}

function checkParts(given: ReadonlyMap<string, string>, at: Place): void {
  const frequency = given.get('FREQ')
  if (!frequency) at.fault('needs FREQ=DAILY, WEEKLY, MONTHLY or YEARLY')
  for (const name of ['DTSTART', 'UNTIL'] as const) {
    const day = dayOfPart(given, name)
    if (day !== undefined && !isDate(day)) at.fault(`${name}=${given.get(name)} is not a date`)
  }
  if (given.has('COUNT') && given.has('UNTIL')) at.fault('COUNT and UNTIL exclude each other')
  // Counting begins at the first day, each time anew.
  if (given.has('COUNT') && (given.get('DTSTART') ?? countableFrom) < countableFrom)
    at.fault('DTSTART must not be before 20000101 where there is a COUNT; write UNTIL instead of COUNT')
  if (frequency === 'WEEKLY' && given.has('BYMONTHDAY')) at.fault('BYMONTHDAY is not allowed with FREQ=WEEKLY')
  if (!['MONTHLY', 'YEARLY'].includes(frequency ?? '') && /\d/.test(given.get('BYDAY') ?? '')) {
    at.fault('BYDAY with a number is allowed only with FREQ=MONTHLY or YEARLY')
  }
  if (given.has('BYSETPOS') && !['BYDAY', 'BYMONTHDAY', 'BYMONTH'].some((name) => given.has(name))) {
    at.fault('BYSETPOS needs BYDAY, BYMONTHDAY or BYMONTH')
  }
}
