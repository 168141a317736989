import { formatDateTime, type Instant } from '../../ground/kernel/time.ts'

/** How amounts and dates stand in a text. */
export interface TextManner {
  /** Of a decimal number as text: 1234.50. All of its decimals are shown. */
  readonly amount: (decimal: string) => string
  /** Of a date: yyyy-MM-dd. */
  readonly day: (date: string) => string
  readonly time: (instant: Instant, timeZone: string) => string
}

/** As calls write them: 1234.50, 2026-01-31. */
export const asInCalls: TextManner = { amount: (decimal) => decimal, day: (date) => date, time: formatDateTime }

/** As a reader of the language writes them. Amounts stay the exact numbers that they are: they are never floating point. */
export const mannerOf = (locale: string): TextManner => ({
  amount: (decimal) => numberFormat(locale, decimal.split('.')[1]?.length ?? 0).format(decimal as `${number}`),
  day: (date) => dateFormat(locale, 'UTC', false).format(Date.parse(date)),
  time: (instant, timeZone) => dateFormat(locale, timeZone, true).format(instant),
})

/** Making a format takes a hundred times as long as using it. */
const formatsMax = 500
const numbers = new Map<string, Intl.NumberFormat>()
const dates = new Map<string, Intl.DateTimeFormat>()

const numberFormat = (locale: string, digits: number) =>
  kept(numbers, `${locale} ${digits}`, () => {
    return new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  })

const dateFormat = (locale: string, timeZone: string, hasTime: boolean) =>
  kept(dates, `${locale} ${timeZone} ${hasTime}`, () => {
    return new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'long', ...(hasTime && { timeStyle: 'short' }) })
  })

function kept<T>(formats: Map<string, T>, key: string, make: () => T): T {
  const known = formats.get(key)
  if (known !== undefined) return known
  if (formats.size >= formatsMax) formats.clear()
  const made = make()
  formats.set(key, made)
  return made
}
