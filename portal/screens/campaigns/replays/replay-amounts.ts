import type { AmountPair } from '../../../../server/calls/replay/report.ts'
import { useBrand } from '../../../ask/brand-context.ts'
import { useAsking } from '../../../ask/queries.ts'
import { formatAmount, formatMoney } from '../../../parts/format.ts'

type Write = (of: string, amount: string) => string

/** Writes the amounts of a replay: decimal texts, of a currency or of a value type that is called by its name. */
export function useReplayAmounts() {
  const brand = useBrand()
  const money: Write = (currency, amount) => formatMoney(Number(amount), { language: brand.language, currency })
  const value: Write = (_, amount) => formatAmount(Number(amount), brand)
  const { data } = useAsking('findNames', { noun: 'valueType', count: 100 })
  const names = new Map(data?.names.map(({ id, name, one }) => [id, { one: one ?? name, other: name }]))
  /** What a value is called where it stands alone. */
  const title = (of: string) => names.get(of)?.other ?? of
  /** So much of a value in its own words: $4.00, 1 Star, 2 Stars. */
  const given: Write = (of, amount) => {
    const [, currency] = /^Currency ([A-Z]{3})$/.exec(of) ?? []
    if (currency !== undefined) return money(currency, amount)
    const name = Math.abs(Number(amount)) === 1 ? names.get(of)?.one : undefined
    return `${value(of, amount)} ${name ?? title(of)}`
  }
  /** What is more has a plus sign; the exact difference of two decimal texts. */
  const difference = ({ of, happened, replayed }: AmountPair, write: Write) => {
    const changed = subtract(replayed, happened)
    return Number(changed) > 0 ? `+${write(of, changed)}` : write(of, changed)
  }
  return { money, given, title, difference }
}

/** Decimal texts with the same number of decimals, without the errors of floating point. */
function subtract(one: string, other: string): string {
  const scale = Math.max(decimalsOf(one), decimalsOf(other))
  const units = unitsOf(one, scale) - unitsOf(other, scale)
  const sign = units < 0n ? '-' : ''
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  return scale === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

const decimalsOf = (text: string) => text.split('.')[1]?.length ?? 0

function unitsOf(text: string, scale: number): bigint {
  const [whole = '0', decimals = ''] = text.replace('-', '').split('.')
  const units = BigInt(whole + decimals.padEnd(scale, '0'))
  return text.startsWith('-') ? -units : units
}
