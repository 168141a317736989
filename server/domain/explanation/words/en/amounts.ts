import { currencyScale } from '../../../../ground/kernel/currency.ts'
import type { AmountWords } from '../words.ts'

/** `a`, `a or b`, `a, b or c`. */
export function orList(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} or ${items.at(-1)}`
}

/** With all decimals of the currency, as prices are written. */
export function priceWords(amount: string, currency: string | undefined): string {
  return currency === undefined ? amount : `${amountWords(amount, currency)} ${currency}`
}

/** The same without the name of the currency. */
export function amountWords(amount: string, currency: string): string {
  const scale = currencyScale(currency)
  const [whole = '', fraction = ''] = amount.split('.')
  return scale === 0 ? amount : `${whole}.${fraction.padEnd(scale, '0')}`
}

function balanceWords(amount: string, of: string, subtrack?: string, called?: string): string {
  const [balanceType = '', code] = of.split(' ', 2)
  if (balanceType === 'Currency' && code !== undefined) return priceWords(amount, code)
  const name = called ?? code ?? (amount === '1' ? (singular[balanceType] ?? balanceType) : balanceType)
  return `${amount} ${name}${subtrack === undefined ? '' : ` (${subtrack})`}`
}

const singular: Readonly<Record<string, string>> = { Points: 'Point', Punches: 'Punch' }

export const amounts: AmountWords = {
  orList,
  number: String,
  price: priceWords,
  balance: balanceWords,
  date: String,
  hour: (hour) => `${hour}:00`,
  more: (count) => `${count} more`,
  andMore: (count) => `and ${count} more`,
}
