import { currencyScale } from '../../../../ground/kernel/currency.ts'
import type { Instant } from '../../../../ground/kernel/time.ts'
import type { AmountWords } from '../words.ts'

/** `a`, `a oder b`, `a, b oder c`. */
export function orList(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} oder ${items.at(-1)}`
}

/** `1.234,5`. What is no number stays as it is. */
export function numberWords(value: string): string {
  const found = /^(-?)(\d+)(?:\.(\d+))?$/.exec(value)
  if (!found) return value
  const [, sign = '', whole = '', fraction] = found
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '.')
  return `${sign}${grouped}${fraction === undefined ? '' : `,${fraction}`}`
}

/** `3,50 €`: with all decimals of the currency, as prices are written. */
export function priceWords(amount: string, currency: string | undefined): string {
  if (currency === undefined) return numberWords(amount)
  const scale = currencyScale(currency)
  const [whole = '', fraction = ''] = amount.split('.')
  return `${numberWords(scale === 0 ? amount : `${whole}.${fraction.padEnd(scale, '0')}`)} ${symbols[currency] ?? currency}`
}

const symbols: Readonly<Record<string, string>> = { EUR: '€', USD: '$', GBP: '£' }

function balanceWords(amount: string, of: string, subtrack?: string, called?: string): string {
  const [balanceType = '', code] = of.split(' ', 2)
  if (balanceType === 'Currency' && code !== undefined) return priceWords(amount, code)
  const name = called ?? code ?? (amount === '1' ? singular : plural)[balanceType] ?? balanceType
  return `${numberWords(amount)} ${name}${subtrack === undefined ? '' : ` (${subtrack})`}`
}

const singular: Readonly<Record<string, string>> = { Points: 'Punkt', Punches: 'Stempel' }
const plural: Readonly<Record<string, string>> = { Points: 'Punkte', Punches: 'Stempel' }

const dayFormat = new Intl.DateTimeFormat('de', { dateStyle: 'long', timeZone: 'UTC' })

/** `1. Dezember 2026` */
function dateWords(value: string): string {
  const instant = /^\d{4}-\d\d-\d\d$/.test(value) ? Date.parse(`${value}T00:00:00Z`) : Number.NaN
  return Number.isNaN(instant) ? value : dayFormat.format(instant)
}

/** `1. Dezember 2026 um 10:00 Uhr` */
export function momentWords(instant: Instant, timeZone: string): string {
  const format = new Intl.DateTimeFormat('de', { dateStyle: 'long', timeStyle: 'short', timeZone })
  return `${format.format(instant)} Uhr`
}

export const amounts: AmountWords = {
  orList,
  number: numberWords,
  price: priceWords,
  balance: balanceWords,
  date: dateWords,
  hour: (hour) => `${hour} Uhr`,
  more: (count) => `${count} weitere`,
  andMore: (count) => `und ${count} weitere`,
}
