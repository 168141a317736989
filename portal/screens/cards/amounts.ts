import { useBrand } from '../../ask/brand-context.ts'
import { formatAmount, formatMoney } from '../../parts/format.ts'
import type { Texts } from '../../texts/shape.ts'
import { useSpoken, useTexts } from '../../texts/texts.ts'

/** An amount of a value type, as routes send it. */
export interface SentAmount {
  readonly amount: number
  readonly scale: number
  readonly balanceType: string
  readonly balanceCode?: string
  readonly name?: string
  /** What one of it is called. */
  readonly nameOfOne?: string
  /** The punch track that it belongs to. */
  readonly track?: string
}

/** A sum or difference without what binary fractions leave: amounts and counts have at most six decimals. */
export const exactSum = (amount: number): number => Math.round(amount * 1e6) / 1e6

type NamedValue = Omit<SentAmount, 'amount' | 'scale'>

/** What a value is called in the middle of a sentence. */
function valueName(
  { balanceType, balanceCode, name, nameOfOne }: NamedValue,
  cards: Texts['cards'],
  amount?: number,
): string {
  if (name !== undefined) return amount === 1 ? (nameOfOne ?? name) : name
  if (balanceType === 'Points') return amount === 1 ? cards.onePoint : cards.points
  if (balanceType === 'Punches') return amount === 1 ? cards.onePunch : cards.punches
  return balanceCode ?? balanceType
}

/** What a value is called where it stands alone: "Points", "US Dollar". */
export function useValueTitle() {
  const { cards } = useTexts()
  const { language } = useSpoken()
  return (value: NamedValue): string => {
    const { balanceType, balanceCode, name, track } = value
    if (track !== undefined) return track
    if (balanceType === 'Currency' && name === undefined && balanceCode !== undefined)
      return new Intl.DisplayNames(language, { type: 'currency' }).of(balanceCode) ?? balanceCode
    const shown = valueName(value, cards)
    return shown.slice(0, 1).toLocaleUpperCase(language) + shown.slice(1)
  }
}

/** Writes amounts: "$12.40", "12,40 $", "12 points". */
export function useAmountWords() {
  const brand = useBrand()
  const { cards } = useTexts()
  return (shown: SentAmount): string =>
    shown.balanceType === 'Currency'
      ? formatMoney(shown.amount, { ...brand, currency: shown.balanceCode ?? brand.currency })
      : [formatAmount(shown.amount, brand, shown.scale), valueName(shown, cards, shown.amount), trackWords(shown)]
          .filter(Boolean)
          .join(' ')
}

const trackWords = ({ track }: SentAmount) => (track === undefined ? '' : `(${track})`)

/** Writes money of any currency. */
export function useMoneyWords() {
  const { language } = useBrand()
  return (amount: number, currency: string) => formatMoney(amount, { language, currency })
}
