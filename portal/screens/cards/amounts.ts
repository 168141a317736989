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
  /** The punch track that it belongs to. */
  readonly track?: string
}

type NamedValue = Omit<SentAmount, 'amount' | 'scale'>

/** What a value is called in the middle of a sentence. */
function valueName({ balanceType, balanceCode, name }: NamedValue, cards: Texts['cards'], amount?: number): string {
  if (name !== undefined) return name
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

/** Writes amounts as the brand does: "$12.40", "12 points". */
export function useAmountWords() {
  const brand = useBrand()
  const { cards } = useTexts()
  return (shown: SentAmount): string =>
    shown.balanceType === 'Currency'
      ? formatMoney(shown.amount, { language: brand.language, currency: shown.balanceCode ?? brand.currency })
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
