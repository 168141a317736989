/** How a brand writes numbers and times. */
export interface Manner {
  readonly language: string
  readonly currency: string
  readonly timeZone: string
}

export function formatMoney(amount: number, { language, currency }: Pick<Manner, 'language' | 'currency'>): string {
  return new Intl.NumberFormat(language, { style: 'currency', currency }).format(amount)
}

/** A number that is no money: points, counts, shares. */
export function formatAmount(amount: number, { language }: Pick<Manner, 'language'>, scale?: number): string {
  const digits = scale === undefined ? {} : { minimumFractionDigits: scale, maximumFractionDigits: scale }
  return new Intl.NumberFormat(language, digits).format(amount)
}

/** `minute`: with the time of day. `day`: only the date. */
export type MomentDetail = 'day' | 'minute' | 'second'

const details: Readonly<Record<MomentDetail, Intl.DateTimeFormatOptions>> = {
  day: {},
  minute: { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' },
  second: { hour: '2-digit', minute: '2-digit', second: '2-digit', timeZoneName: 'short' },
}

/** A time in the brand's zone, which it names. */
export function formatMoment(instant: number, { language, timeZone }: Omit<Manner, 'currency'>, detail: MomentDetail) {
  const date = { day: 'numeric', month: 'short', year: 'numeric' } as const
  return new Intl.DateTimeFormat(language, { ...date, ...details[detail], timeZone }).format(instant)
}

/** Today, with its weekday. */
export function formatToday(now: number, { language, timeZone }: Omit<Manner, 'currency'>): string {
  const options = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone } as const
  return new Intl.DateTimeFormat(language, options).format(now)
}

/** A name that programs gave as people read it: `favoriteDrink` and `favorite_drink` are "Favorite drink". */
export function readableName(name: string): string {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
  const lower = words.replaceAll(/ [A-Z](?=[a-z])/g, (letter) => letter.toLowerCase())
  return lower.slice(0, 1).toUpperCase() + lower.slice(1)
}

/** A time zone as people read it. */
export const formatZone = (timeZone: string) => timeZone.replaceAll('_', ' ')

/** A day without a time, such as 2026-05-03: it is the same day everywhere. */
export function formatDay(day: string, { language }: Pick<Manner, 'language'>): string {
  const options = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(language, options).format(Date.parse(`${day}T00:00:00Z`))
}

/** A birthday may lack its year; then it stays as it is. */
export const shownDay = (day: string, language: string): string =>
  /^\d{4}-\d\d-\d\d$/.test(day) ? formatDay(day, { language }) : day

/** The day that it is there now, as fields for dates have it. */
export function todayIn(timeZone: string, now: number = Date.now()): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now)
}

/** A moment as operations take it: in the time zone of the brand's interface. */
export function toOperationTime(instant: number, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(instant)
}

/**
 * The instant of a time as operations write it, `yyyy-MM-dd HH:mm:ss` in the time zone of the brand's interface, or of
 * one with an offset of its own. Undefined for anything else.
 */
export function readMoment(text: string, timeZone: string): number | undefined {
  const wall = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d(?::\d\d)?)$/.exec(text)
  const instant = Date.parse(wall ? `${wall[1]}T${wall[2]}Z` : text)
  if (Number.isNaN(instant)) return undefined
  if (!wall) return instant
  // The offset is that of the result, which the first attempt only comes near to.
  const first = instant - offsetAt(instant, timeZone)
  return instant - offsetAt(first, timeZone)
}

function offsetAt(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  }).formatToParts(instant)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value)
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return wall - Math.floor(instant / 1000) * 1000
}
