import { isCountry } from '../../kernel/country.ts'
import { parseDecimal } from '../../kernel/money.ts'
import { suggestion } from '../../kernel/nearest.ts'
import { isDate, isTimeZone, parseDateTime } from '../../kernel/time.ts'
import type { Noun } from './place.ts'
import { checked, describe, type FileShape } from './shape.ts'

/** Text without control characters; `multiline` allows line breaks and tabs. */
export function text(limits: { min?: number; max?: number; multiline?: boolean } = {}): FileShape<string> {
  const { min = 1, max = 200, multiline = false } = limits
  return (value, at) => {
    if (typeof value === 'number') return at.fault(`expected a text, found the number ${value}; put it in quotes`)
    if (typeof value !== 'string') return at.fault(`expected a text, found ${describe(value)}`)
    const length = [...value].length
    if (length < min) return at.fault(min === 1 ? 'must not be empty' : `must have at least ${min} characters`)
    if (length > max) return at.fault(`must have at most ${max} characters`)
    if ((multiline ? unprintableButBreaks : unprintable).test(value))
      return at.fault('must not contain control characters')
    if (!value.isWellFormed()) return at.fault('must not contain unpaired surrogates (broken characters)')
    return value
  }
}

const unprintable = /\p{Cc}/u
const unprintableButBreaks = /[^\P{Cc}\n\r\t]/u

/** Text that matches a pattern. `expected` describes the pattern in the message for those who get it wrong. */
export function textLike(
  pattern: RegExp,
  expected: string,
  limits?: { min?: number; max?: number },
): FileShape<string> {
  return checked(text(limits), (value, at) => {
    if (!pattern.test(value)) at.fault(`expected ${expected}, found ${describe(value)}`)
  })
}

export function oneOf<const T extends string | number>(...values: readonly T[]): FileShape<T> {
  return (value, at) => {
    const found = values.find((one) => one === value)
    const meant = suggestion(value, values.map(String))
    return found ?? at.fault(`expected one of ${values.join(', ')}; found ${describe(value)}${meant}`)
  }
}

export const flag: FileShape<boolean> = (value, at) =>
  typeof value === 'boolean' ? value : at.fault(`expected true or false, found ${describe(value)}`)

/** A number of at most 15 digits, which may be written as text ("0.40"). */
export function decimal(limits: { min?: number; max?: number; above?: number } = {}): FileShape<number> {
  return (value, at) => {
    const parsed = typeof value === 'number' || typeof value === 'string' ? parseDecimal(String(value)) : undefined
    if (!parsed) return at.fault(`expected a number of at most 15 digits, found ${describe(value)}`)
    // Adding 0 turns -0 into 0, which is how it would come back from the database.
    const number = Number(value) + 0
    if (limits.above !== undefined && number <= limits.above) return at.fault(`must be more than ${limits.above}`)
    if (limits.min !== undefined && number < limits.min) return at.fault(`must be at least ${limits.min}`)
    if (limits.max !== undefined && number > limits.max) return at.fault(`must be at most ${limits.max}`)
    return number
  }
}

export function integer(min: number, max: number): FileShape<number> {
  return (value, at) => {
    if (typeof value !== 'number' || !Number.isInteger(value)) {
      return at.fault(`expected a whole number, found ${describe(value)}`)
    }
    return value >= min && value <= max ? value + 0 : at.fault(`must be from ${min} to ${max}`)
  }
}

export const currency: FileShape<string> = (value, at) =>
  typeof value === 'string' && currencies.has(value)
    ? value
    : at.fault(`expected a currency code of ISO 4217 such as USD, found ${describe(value)}`)

export const country: FileShape<string> = (value, at) =>
  typeof value === 'string' && isCountry(value)
    ? value
    : at.fault(`expected a country code of ISO 3166 such as US, found ${describe(value)}`)

const currencies = new Set(Intl.supportedValuesOf('currency'))

export const timeZone: FileShape<string> = (value, at) =>
  typeof value === 'string' && isTimeZone(value)
    ? value
    : at.fault(`expected a time zone such as America/New_York, found ${describe(value)}`)

export const date: FileShape<string> = (value, at) =>
  typeof value === 'string' && isDate(value)
    ? value
    : at.fault(`expected a date such as 2026-01-31, found ${describe(value)}`)

export const dateTime: FileShape<string> = (value, at) =>
  typeof value === 'string' && parseDateTime(value) !== undefined
    ? value
    : at.fault(`expected a date and time such as 2026-01-31 09:00:00, found ${describe(value)}`)

export const timeOfDay = textLike(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'a time such as 07:00')

export const uuid = textLike(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, 'a UUID in lower case')

/** The id by which the rest of the file, and the interface, name an object. */
export function idOf(noun: Noun, shape: FileShape<string> = text({ max: 64 })): FileShape<string> {
  return checked(shape, (value, at) => at.define(noun, value))
}

/** The id of an object that must be defined elsewhere in the file. */
export function reference(noun: Noun): FileShape<string> {
  return checked(text({ max: 64 }), (value, at) => at.mention(noun, value))
}
