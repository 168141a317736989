import { gap, isRaw, numberIn, spoken, textIn } from '../brand/facts/draft.ts'
import type { Teller } from '../brand/facts/say.ts'
import type { Language, SentenceSource } from '../brand/facts/telling.ts'

const or = { en: 'or', de: 'oder' } as const

export function newTeller(telling: SentenceSource): Teller {
  const { language, currency, nameOf } = telling
  return {
    ...telling,
    number: (value) => numberWords(value, language),
    money: (value) => moneyWords(value, currency, language),
    day: (value) => dayWords(value, language),
    called: (noun, id) => calledWords(id, (text) => nameOf(noun, text)),
    country: (code) => countryWords(code, language),
  }
}

/** Formats are slow to make, and sentences are told while somebody types. */
const plainFormats = {
  en: new Intl.NumberFormat('en', { maximumFractionDigits: 6 }),
  de: new Intl.NumberFormat('de', { maximumFractionDigits: 6 }),
}

function numberWords(value: unknown, language: Language): string {
  const number = numberIn(value)
  return number === undefined ? gap : plainFormats[language].format(number)
}

function moneyWords(value: unknown, currency: string, language: Language): string {
  if (isRaw(value)) {
    const amounts = Object.entries(value).map(([code, one]) => moneyWords(one, code, language))
    return amounts.length === 0 ? gap : amounts.join(` ${or[language]} `)
  }
  const number = numberIn(value)
  if (number === undefined) return gap
  if (!/^[A-Z]{3}$/.test(currency)) return numberWords(number, language)
  return moneyFormat(language, currency, hasFineDigits(number)).format(number).replaceAll('\u00a0', ' ')
}

const moneyFormats = new Map<string, Intl.NumberFormat>()

function moneyFormat(language: Language, currency: string, isFine: boolean): Intl.NumberFormat {
  const key = `${language} ${currency} ${isFine}`
  const format =
    moneyFormats.get(key) ??
    new Intl.NumberFormat(language, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      trailingZeroDisplay: 'stripIfInteger',
      ...(isFine && { maximumFractionDigits: 6 }),
    })
  moneyFormats.set(key, format)
  return format
}

/** Less than a cent for each point, for example. */
const hasFineDigits = (number: number) => Math.round(number * 100) !== number * 100 && Math.abs(number) < 1

const dayFormatsIn = (language: Language) => ({
  day: new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }),
  minute: new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }),
})

const dayFormats = { en: dayFormatsIn('en'), de: dayFormatsIn('de') }

const dayForm = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d))?/

function dayWords(value: unknown, language: Language): string {
  const found = dayForm.exec(textIn(value) ?? '')
  if (!found) return gap
  const [, year, month, day, hour = '00', minute = '00'] = found
  const instant = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute))
  const isMidnight = hour === '00' && minute === '00'
  const format = dayFormats[language][isMidnight ? 'day' : 'minute']
  return format.format(instant).replaceAll('\u202f', ' ')
}

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Its name; else its id without the marks of ids. A UUID says nothing to anybody. */
function calledWords(id: unknown, nameOf: (id: string) => string | undefined): string {
  const text = textIn(id)
  if (text === undefined) return gap
  const name = textIn(nameOf(typeof id === 'string' ? id : text))
  if (name !== undefined) return name
  return uuidForm.test(text) ? gap : spoken(text)
}

const regions = {
  en: new Intl.DisplayNames('en', { type: 'region', fallback: 'code' }),
  de: new Intl.DisplayNames('de', { type: 'region', fallback: 'code' }),
}

function countryWords(code: unknown, language: Language): string {
  const text = textIn(code)
  if (text === undefined) return gap
  if (!/^[A-Z]{2}$/.test(text)) return text
  const name = regions[language].of(text) ?? text
  return language === 'en' && /^(United|Netherlands|Philippines|Bahamas|Maldives)/.test(name) ? `the ${name}` : name
}
