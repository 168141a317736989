import { type Decimal, digitsMax, parseDecimal } from '../../../ground/kernel/money.ts'

/**
 * Reads an amount by the decimal mark of the file. A sign of a currency is passed over, and so are marks between
 * thousands where decimals follow them, as in $1,250.00. Without decimals they are refused, because nobody can tell
 * whether 1.234 is a little more than one or more than a thousand. Returns what is wrong as text.
 */
export function readAmount(written: string, mark: '.' | ','): Decimal | string {
  const other = mark === '.' ? ',' : '.'
  const bare = written.replace(/^(-?)\p{Sc} ?/u, '$1').replace(/ ?\p{Sc}$/u, '')
  const text = grouped[mark].test(bare) ? bare.replaceAll(other, '') : bare
  if (text.includes(other)) return otherMark(mark)
  const plain = mark === ',' ? text.replace(',', '.') : text
  if (!/^-?\d+(\.\d+)?$/.test(plain))
    return `is not a number such as ${mark === '.' ? '1234.56' : '1234,56'}, without spaces, letters or marks between thousands`
  if (plain.startsWith('-')) return 'is below 0: a card has no debts'
  return parseDecimal(plain) ?? `has more than ${digitsMax} digits`
}

/** Groups of three and then decimals: no other reading is possible. */
const grouped = { '.': /^-?\d{1,3}(,\d{3})+\.\d+$/, ',': /^-?\d{1,3}(\.\d{3})+,\d+$/ } as const

const otherMark = (mark: '.' | ',') =>
  mark === '.'
    ? 'has a comma: if that is the decimal mark of the file, say --decimal comma; marks between thousands must go'
    : 'has a point, and --decimal says comma; marks between thousands must go'

/** Sums of a file are kept in units of 10^-12, so that amounts of all scales add up exactly. */
const sumScale = 12

export const toSumUnits = ({ units, scale }: Decimal): bigint => BigInt(units) * 10n ** BigInt(sumScale - scale)

/** Without superfluous zeros, as in files with a point: 1234.5 */
export function formatSum(units: bigint): string {
  const digits = String(units < 0n ? -units : units).padStart(sumScale + 1, '0')
  const fraction = digits.slice(-sumScale).replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -sumScale)}${fraction === '' ? '' : `.${fraction}`}`
}
