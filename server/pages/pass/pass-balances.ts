import type { Program, ValueType } from '../../brand/brand.ts'
import { type Card, ownBucket, subtrackBucket } from '../../card/card.ts'
import { availableOf } from '../../card/lots.ts'
import { type Minor, toJsonNumber } from '../../kernel/money.ts'
import type { Instant } from '../../kernel/time.ts'

export interface ShownBalance {
  readonly label: string
  readonly amount: string
}

/** What the customer can spend now, as text. Custom balances without a display name are internal and not shown. */
export function showBalances(card: Card, program: Program, now: Instant): ShownBalance[] {
  return program.valueTypes
    .flatMap((valueType) => pursesOf(valueType).map((purse) => ({ valueType, ...purse })))
    .map(({ valueType, bucket, label }) => {
      const available = availableOf(card, { valueType: valueType.id, bucket }, now)
      return { label, available, amount: formatAmount(available, valueType) }
    })
    .filter(({ available }) => available > 0)
    .map(({ label, amount }) => ({ label, amount }))
}

function pursesOf(valueType: ValueType): { bucket: string; label: string }[] {
  const { balanceType, balanceCode, display, subtracks } = valueType
  if (balanceType === 'Custom' && !display) return []
  const own = { bucket: ownBucket, label: display ?? (balanceType === 'Currency' ? balanceCode : balanceType) }
  return [own, ...subtracks.map((label, index) => ({ bucket: subtrackBucket(index + 1), label }))]
}

function formatAmount(amount: Minor, { balanceType, balanceCode, scale }: ValueType): string {
  const money = { style: 'currency', currency: balanceCode, minimumFractionDigits: scale } as const
  const digits = { maximumFractionDigits: scale }
  const format = new Intl.NumberFormat('en', balanceType === 'Currency' ? { ...money, ...digits } : digits)
  return format.format(toJsonNumber(amount, scale))
}
