import { useBrand } from '../../ask/brand-context.ts'
import { formatAmount, formatMoney } from '../../parts/format.ts'
import type { ValueFigures } from './home-answer.ts'

/** Writes amounts of a kind of value as the brand does. */
export function useFormatValue(value: ValueFigures | undefined): (amount: number) => string {
  const brand = useBrand()
  return (amount) =>
    value?.currency === undefined
      ? formatAmount(Math.round(amount), brand)
      : formatMoney(amount, { ...brand, currency: value.currency })
}
