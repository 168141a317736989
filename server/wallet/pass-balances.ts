import type { Program, ValueType } from '../brand/brand.ts'
import { type Card, ownBucket, subtrackBucket } from '../card/card.ts'
import { availableOf } from '../card/lots.ts'
import { type Minor, toJsonNumber } from '../kernel/money.ts'
import type { Instant } from '../kernel/time.ts'

export interface ShownBalance {
  readonly label: string
  readonly amount: string
}

/** A balance as a pass may show it, with what the brand calls it in its file. */
export interface NamedBalance extends ShownBalance {
  readonly names: readonly string[]
  readonly isEmpty: boolean
}

/** What the customer can spend now, as text. Custom balances without a display name are internal and not shown. */
export function showBalances(card: Card, program: Program, now: Instant, language = 'en'): NamedBalance[] {
  return program.valueTypes
    .flatMap((valueType) => pursesOf(valueType).map((purse) => ({ valueType, ...purse })))
    .map(({ valueType, bucket, label }) => {
      const available = availableOf(card, { valueType: valueType.id, bucket }, now)
      const names = [valueType.balanceCode, valueType.balanceType, label].filter((name) => name !== '')
      return { label, names, isEmpty: available === 0, amount: formatAmount(available, valueType, language) }
    })
}

function pursesOf(valueType: ValueType): { bucket: string; label: string }[] {
  const { balanceType, balanceCode, display, subtracks } = valueType
  if (balanceType === 'Custom' && !display) return []
  const own = { bucket: ownBucket, label: display ?? (balanceType === 'Currency' ? balanceCode : balanceType) }
  return [own, ...subtracks.map((label, index) => ({ bucket: subtrackBucket(index + 1), label }))]
}

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
): readonly ShownBalance[] {
  const named = chosen?.flatMap((name) => balances.filter(({ names }) => names.includes(name)))
  const shown = named ?? balances.filter(({ isEmpty }, index) => !isEmpty || index === 0)
  return [...new Set(shown)].slice(0, balancesMax).map(({ label, amount }) => ({ label, amount }))
}

const balancesMax = 5
