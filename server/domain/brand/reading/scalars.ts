import { isCountry } from '../../../ground/kernel/country.ts'
import { parseDecimal } from '../../../ground/kernel/money.ts'
import { nearestOf } from '../../../ground/kernel/nearest.ts'
import { isDate, isTimeZone, parseDateTime } from '../../../ground/kernel/time.ts'
import type { Advice } from '../faults/advice.ts'
import { type BrandFault, faultOf } from '../faults/fault.ts'
import { foundOf } from '../faults/found.ts'
import type { Noun } from '../faults/noun.ts'
import type { ExpectedForm, KnownForm } from '../faults/reading-faults.ts'
import type { Place } from './place.ts'
import { checked, type FileShape, shaped } from './shape.ts'

interface TextLimits {
  readonly min?: number
  readonly max?: number
  readonly multiline?: boolean
  readonly example?: string
}

/** Text without control characters; `multiline` allows line breaks and tabs. */
export function text(limits: TextLimits = {}): FileShape<string> {
  const { min = 1, max = 200, multiline = false, example = '"some text"' } = limits
  const schema = { type: 'string', ...(min > 0 && { minLength: min }), maxLength: max } as const
  return shaped({ schema, example }, (value, at) => {
    if (typeof value !== 'string') return at.report(notText(value, example, at))
    const length = [...value].length
    if (length < min) return min === 1 ? at.fault('emptyText', { example }) : at.fault('tooShort', { min })
    if (length > max) return at.fault('tooLong', { max, length })
    if ((multiline ? unprintableButBreaks : unprintable).test(value)) return at.fault('controlCharacters')
    if (!value.isWellFormed()) return at.fault('brokenCharacters')
    return value
  })
}

const unprintable = /\p{Cc}/u
const unprintableButBreaks = /[^\P{Cc}\n\r\t]/u

/** A number or a word such as true was most likely meant as a text; quotes say so. */
function notText(value: unknown, example: string, at: Place): BrandFault {
  const isNumber = typeof value === 'number'
  if (!isNumber && typeof value !== 'boolean') return faultOf('notText', { example, found: foundOf(value) })
  const written = at.spelling.replace(/^['"]|['"]$/g, '')
  // Zeros in front and at the end are lost when YAML reads a number.
  const spelling = written !== '' && Number(written) === Number(value) ? written : String(value)
  return faultOf('unquoted', { spelling, isNumber })
}

/** Text that matches a pattern; `form` says which to those who get it wrong. */
export function textLike(pattern: RegExp, form: ExpectedForm, limits: TextLimits = {}): FileShape<string> {
  const plain = text(limits)
  const notes = { ...plain, schema: { ...plain.schema, pattern: pattern.source }, example: plain.example }
  const like = shaped(notes, plain)
  return checked(like, (value, at) => {
    if (!pattern.test(value)) at.fault('notOfForm', { form, found: foundOf(value), example: limits.example })
  })
}

export function oneOf<const T extends string | number>(...values: readonly T[]): FileShape<T> {
  const notes = { schema: { enum: values }, example: String(values[0]) }
  return shaped(notes, (value, at) => {
    const found = values.find((one) => one === value)
    return found ?? at.fault('notChoice', { choices: values, found: foundOf(value), advice: nearOf(value, values) })
  })
}

function nearOf(value: unknown, values: readonly (string | number)[]): Advice | undefined {
  const names = values.map(String)
  const meant = nearestOf(String(value), names) ?? shortFormOf(String(value), names)
  return meant === undefined || typeof value === 'object' ? undefined : { advice: 'meant', name: meant }
}

/** `sat` for Saturday. */
const shortFormOf = (word: string, names: readonly string[]) =>
  names.find((name) => name.length >= 3 && word.toLowerCase().startsWith(name.toLowerCase()))

/** YAML 1.1, which many tools still read, knew more words for true and false than YAML 1.2. */
const otherFlags: Readonly<Record<string, boolean>> = { yes: true, on: true, y: true, no: false, off: false, n: false }

export const flag: FileShape<boolean> = shaped({ schema: { type: 'boolean' }, example: 'true' }, (value, at) => {
  if (typeof value === 'boolean') return value
  const word = String(value).toLowerCase()
  const meant = Object.hasOwn(otherFlags, word) ? otherFlags[word] : flagIn(word)
  return at.fault('notFlag', { found: foundOf(value), advice: meant === undefined ? undefined : write(String(meant)) })
})

const write = (text: string): Advice => ({ advice: 'write', text })

const flagIn = (word: string) =>
  word === 'true' || word === '1' ? true : word === 'false' || word === '0' ? false : undefined

/** A number of at most 15 digits, which may be written as text ("0.40"). */
export function decimal(
  limits: { min?: number; max?: number; above?: number; example?: string } = {},
): FileShape<number> {
  const { min, max, above, example = '2.50' } = limits
  const bounds = {
    ...(min !== undefined && { minimum: min }),
    ...(max !== undefined && { maximum: max }),
    ...(above !== undefined && { exclusiveMinimum: above }),
  }
  const schema = { type: ['number', 'string'], ...bounds, pattern: '^-?[0-9]+(\\.[0-9]+)?$' } as const
  return shaped({ schema, example }, (value, at) => {
    const parsed = typeof value === 'number' || typeof value === 'string' ? parseDecimal(String(value)) : undefined
    if (!parsed) return at.fault('notNumber', { example, found: foundOf(value), advice: numberIn(value) })
    // Adding 0 turns -0 into 0, which is how it would come back from the database.
    const number = Number(value) + 0
    if (above !== undefined && number <= above) return at.fault('notAbove', { bound: above, given: number })
    if (min !== undefined && number < min) return at.fault('tooSmall', { min, given: number })
    if (max !== undefined && number > max) return at.fault('tooLarge', { max, given: number })
    return number
  })
}

/** What to write instead of a number with a unit, a sign or a comma: "10 %", "$5", "2,50". */
function numberIn(value: unknown): Advice | undefined {
  if (typeof value === 'number') return { advice: 'fewerDigits' }
  if (typeof value !== 'string') return undefined
  const [, digits] = /^[^\d.,-]{0,4}\s*(-?\d{1,12}(?:[.,]\d{1,6})?)\s*(?:%|[^\d\s.,]{1,12})?$/.exec(value.trim()) ?? []
  return digits === undefined
    ? undefined
    : { advice: 'withoutUnit', number: digits.replace(',', '.'), hasComma: value.includes(',') }
}

export function integer(
  min: number,
  max: number,
  example = String(Math.min(Math.max(min, 1), max)),
): FileShape<number> {
  return shaped({ schema: { type: 'integer', minimum: min, maximum: max }, example }, (value, at) => {
    if (typeof value !== 'number' || !Number.isInteger(value)) {
      const isInQuotes = typeof value === 'string' && /^-?\d{1,15}$/.test(value)
      const unquoted: Advice = { advice: 'withoutQuotes', number: String(Number(value)) }
      const advice = isInQuotes ? unquoted : wholeNumberIn(value)
      return at.fault('notWhole', { example, found: foundOf(value), advice })
    }
    return value >= min && value <= max ? value + 0 : at.fault('outOfRange', { min, max, given: value })
  })
}

const wholeNumberIn = (value: unknown) =>
  typeof value === 'string' && !/[.,]/.test(value) ? numberIn(value) : undefined

/** A text that a test accepts. `instead` may say what to write for a value that it refuses. */
function known(
  form: KnownForm,
  example: string,
  test: (value: string) => boolean,
  instead: (value: unknown) => Advice | undefined = () => undefined,
): FileShape<string> {
  return shaped({ schema: { type: 'string' }, example }, (value, at) =>
    typeof value === 'string' && test(value)
      ? value
      : at.fault('notKnown', { form, example, found: foundOf(value), advice: instead(value) }),
  )
}

const inCapitals = (test: (value: string) => boolean) => (value: unknown) =>
  typeof value === 'string' && test(value.toUpperCase()) ? write(value.toUpperCase()) : undefined

const currencies = new Set(Intl.supportedValuesOf('currency'))
const isCurrency = (value: string) => currencies.has(value)

export const currency = shaped(
  { schema: { type: 'string', pattern: '^[A-Z]{3}$' }, example: 'USD' },
  known('currency', 'USD', isCurrency, inCapitals(isCurrency)),
)

export const country = known('country', 'US', isCountry, inCapitals(isCountry))

export const timeZone = known('timeZone', 'America/New_York', isTimeZone, (value) => {
  const meant = typeof value === 'string' ? nearestOf(value, Intl.supportedValuesOf('timeZone')) : undefined
  return meant === undefined ? undefined : { advice: 'meantBare', name: meant }
})

export const date = known('date', '"2026-01-31"', isDate, (value) => {
  const day = typeof value === 'string' ? value.slice(0, 10) : ''
  return isDate(day) ? write(`"${day}"`) : undefined
})

const isDateTime = (value: string) => parseDateTime(value) !== undefined

export const dateTime = known('dateTime', '"2026-01-31 09:00:00"', isDateTime, (value) => {
  if (typeof value !== 'string') return undefined
  const [, day = '', time = ' 00:00', seconds = ':00'] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?(?:\.\d+)?Z?)?$/.exec(value) ?? []
  const meant = `${day} ${time.trim()}${seconds}`
  return isDateTime(meant) ? write(`"${meant}"`) : undefined
})

const timePattern = /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/
const isTimeOfDay = (value: string) => timePattern.test(value)

export const timeOfDay = shaped(
  textLike(timePattern, 'timeOfDay', { example: '"07:00"' }),
  known('timeOfDay', '"07:00"', isTimeOfDay, (value) => {
    const [, hour = '', minute = '00', half = ''] = /^(\d{1,2})(?:[:.](\d\d))?\s*([ap]m)?$/i.exec(String(value)) ?? []
    const meant = `${hourOf(Number(hour), half.toLowerCase())}:${minute}`
    return hour !== '' && isTimeOfDay(meant) ? write(`"${meant}"`) : undefined
  }),
)

/** The hour from 00 to 24; noon and midnight are 12 with their half of the day. */
function hourOf(hour: number, half: string): string {
  const from = half === '' ? hour : (hour % 12) + (half === 'pm' ? 12 : 0)
  return String(from).padStart(2, '0')
}

export const uuid = textLike(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, 'uuid', {
  example: '7b1c0d5e-6f0a-4a52-9a0e-0d6f3f3f3a01',
})

/** What ids of each kind look like in examples. */
const idExamples: Readonly<Record<Noun, string>> = {
  group: 'city',
  location: '"L1"',
  program: 'rewards',
  valueType: 'Points',
  valueCode: 'Points',
  subtrack: 'Espresso',
  cardSet: 'rewards-cards',
  cardNumber: '"70000001"',
  couponSet: 'welcome',
  couponId: 'TEN-1',
  code: 'SUMMER10',
  codeSet: 'summer',
  demographicField: 'favoriteDrink',
  attribute: 'brand',
  orderAttribute: 'channel',
  product: 'ESP',
  list: '7b1c0d5e-6f0a-4a52-9a0e-0d6f3f3f3a01',
  listName: 'News',
  eventType: 'app-open',
  template: 'welcome-mail',
  segment: 'regulars',
  tierLevel: 'gold',
  webhook: 'crm',
  category: 'drinks',
  parent: 'COFFEE',
  apiKey: 'till-7',
  campaign: 'earn',
  rule: 'earn/per-dollar',
  promotionGroup: 'seasonal',
}

/** The id by which the rest of the file, and the interface, name an object. */
export function idOf(
  noun: Noun,
  shape: FileShape<string> = text({ max: 64, example: idExamples[noun] }),
): FileShape<string> {
  const notes = { schema: shape.schema, example: idExamples[noun], defines: noun }
  return shaped(notes, (value, at) => {
    const before = at.reading.faults.length
    const id = shape(value, at)
    // What is wrong with an id is one fault, and not another for each place that names it.
    if (id === undefined) at.defineShared(noun, String(value))
    else at.define(noun, id)
    return at.reading.faults.length === before ? id : undefined
  })
}

/** The id of an object that must be defined elsewhere in the file. */
export function reference(noun: Noun): FileShape<string> {
  return checked(text({ max: 64, example: idExamples[noun] }), (value, at) => at.mention(noun, value))
}
