import { formatAmount, formatMoney } from '../../parts/format.ts'
import { useBrand } from '../../shell/brand-context.ts'
import type { Texts } from '../../texts/shape.ts'
import { useTexts } from '../../texts/texts.ts'

/** An amount of a value type, as routes send it. */
export interface ShownAmount {
  readonly amount: number
  readonly scale: number
  readonly balanceType: string
  readonly balanceCode?: string
  readonly name?: string
}

export function valueName(
  { balanceType, balanceCode, name }: Omit<ShownAmount, 'amount' | 'scale'>,
  cards: Texts['cards'],
) {
  if (name !== undefined) return name
  if (balanceType === 'Points') return cards.points
  return balanceType === 'Punches' ? cards.punches : (balanceCode ?? balanceType)
}

/** Writes amounts as the brand does: "$12.40", "12 points". */
export function useAmountWords() {
  const brand = useBrand()
  const { cards } = useTexts()
  return (shown: ShownAmount): string =>
    shown.balanceType === 'Currency'
      ? formatMoney(shown.amount, { language: brand.language, currency: shown.balanceCode ?? brand.currency })
      : `${formatAmount(shown.amount, brand, shown.scale)} ${valueName(shown, cards)}`
}

/** Writes money of any currency. */
export function useMoneyWords() {
  const { language } = useBrand()
  return (amount: number, currency: string) => formatMoney(amount, { language, currency })
}
