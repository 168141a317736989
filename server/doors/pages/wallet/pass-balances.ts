import type { Program, ValueType } from '../../../domain/brand/brand.ts'
import type { Listener } from '../../../domain/brand/texts/spoken-text.ts'
import { valueTitleTo } from '../../../domain/brand/value-names.ts'
import { type Card, ownBucket, subtrackBucket } from '../../../domain/card/card.ts'
import { availableOf } from '../../../domain/card/lots.ts'
import { type Minor, toJsonNumber } from '../../../ground/kernel/money.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

export interface ShownBalance {
  readonly label: string
  readonly amount: string
}

/** A balance as a pass may show it, with what the brand calls it in its file. */
export interface NamedBalance extends ShownBalance {
  readonly names: readonly string[]
  readonly isEmpty: boolean
  /** Of a currency. */
  readonly money?: GoogleMoney
}

/** An amount as Google counts it: in millionths. */
export interface GoogleMoney {
  readonly micros: string
  readonly currencyCode: string
}

/** When balances are read, and by whom: in the language given, with the names of the listener's. */
interface BalanceReader {
  readonly now: Instant
  readonly language?: string
  readonly listener?: Listener | undefined
}

/** What the customer can spend now, as text. Custom balances without a display name are internal and not shown. */
export function showBalances(
  card: Card,
  program: Program,
  { now, language = 'en', listener }: BalanceReader,
): NamedBalance[] {
  return program.valueTypes
    .flatMap((valueType) => pursesOf(valueType, listener).map((purse) => ({ valueType, ...purse })))
    .map(({ valueType, bucket, label }) => {
      const available = availableOf(card, { valueType: valueType.id, bucket }, now)
      const names = [valueType.balanceCode, valueType.balanceType, label].filter((name) => name !== '')
      const shown = { label, amount: formatAmount(available, valueType, language) }
      return { ...shown, names, isEmpty: available === 0, ...moneyOf(available, valueType) }
    })
}

function pursesOf(valueType: ValueType, listener: Listener | undefined): { bucket: string; label: string }[] {
  const { balanceType, balanceCode, display, subtracks } = valueType
  if (balanceType === 'Custom' && !display) return []
  const usual = balanceType === 'Currency' ? balanceCode : balanceType
  const own = { bucket: ownBucket, label: display ? valueTitleTo(listener, valueType) : usual }
  return [own, ...subtracks.map((label, index) => ({ bucket: subtrackBucket(index + 1), label }))]
}

function moneyOf(amount: Minor, { balanceType, balanceCode, scale }: ValueType): { readonly money?: GoogleMoney } {
  if (balanceType !== 'Currency') return {}
  const micros = BigInt(amount) * 10n ** BigInt(microDigits - scale)
  return { money: { micros: String(micros), currencyCode: balanceCode } }
}

/** No value has more digits after the point. */
const microDigits = 6

function formatAmount(amount: Minor, { balanceType, balanceCode, scale }: ValueType, language: string): string {
  const money = { style: 'currency', currency: balanceCode, minimumFractionDigits: scale } as const
  const digits = { maximumFractionDigits: scale }
  const format = new Intl.NumberFormat(language, balanceType === 'Currency' ? { ...money, ...digits } : digits)
  return format.format(toJsonNumber(amount, scale))
}

/**
 * The balances that a pass in a wallet has room for. A pass whose only balance is spent shows that nothing is left, and
 * does not leave the customer wondering.
 */
export function chooseBalances(
  balances: readonly NamedBalance[],
  chosen: readonly string[] | undefined,
): readonly NamedBalance[] {
  const named = chosen?.flatMap((name) => balances.filter(({ names }) => names.includes(name)))
  const shown = named ?? balances.filter(({ isEmpty }, index) => !isEmpty || index === 0)
  return [...new Set(shown)].slice(0, balancesMax)
}

const balancesMax = 5
