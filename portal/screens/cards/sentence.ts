import type { RouteAnswer } from '../../ask/ask.ts'
import { useBrand } from '../../ask/brand-context.ts'
import { formatAmount } from '../../parts/format.ts'
import { useTexts } from '../../texts/texts.ts'
import { type SentAmount, useAmountWords, useMoneyWords } from './amounts.ts'

export type CardHappening = RouteAnswer<'cardStory'>['happenings'][number]

/** What of the amounts the beginning of the sentence already says. */
const saidAtFirst: { readonly [what: string]: readonly ('got' | 'lost' | 'couponsGiven')[] } = {
  given: ['got'],
  used: ['lost'],
  cashedOut: ['lost'],
  imported: ['got'],
  expired: ['lost'],
  adjusted: ['got', 'lost'],
  couponGiven: ['couponsGiven'],
  couponChanged: ['couponsGiven'],
}

/** Tells a happening in a sentence: "Paid $12.40 at Pier 1, earned 12 points, used Birthday coupon". */
export function useSentence() {
  const { cards: texts } = useTexts()
  const brand = useBrand()
  const words = useAmountWords()
  const money = useMoneyWords()
  const listed = (parts: readonly string[]) => {
    const last = parts.at(-1) ?? ''
    return parts.length < 2 ? last : texts.clauses.list(parts.slice(0, -1).join(', '), last)
  }
  const all = (amounts: readonly SentAmount[] = []) =>
    listed(sumAlike(amounts).map((one) => words({ ...one, amount: Math.abs(one.amount) })))
  return (happening: CardHappening): string => {
    const { what, paid, place, merchantName, got, lost, held, products = [], moreProducts } = happening
    const bought = products.map(({ name, quantity }) => `${formatAmount(Math.abs(quantity), brand)} × ${name}`)
    const told = {
      paid: paid ? money(Math.abs(paid.net), paid.currency) : '',
      place: place?.name ?? merchantName ?? '',
      got: all(got),
      lost: all(lost),
      held: all(held),
      products: listed(moreProducts === undefined ? bought : [...bought, texts.products(moreProducts)]),
      coupons: listed((happening.coupons ?? []).map(({ name }) => name)),
      couponsGiven: listed((happening.couponsGiven ?? []).map(({ name }) => name)),
      status: texts.statuses[happening.newStatus as keyof typeof texts.statuses] ?? happening.newStatus ?? '',
      other: happening.otherCard ?? '',
      child: happening.childCardNumber ?? '',
      foundBy: texts.foundBy[happening.foundBy ?? 'email'],
    }
    const said = saidAtFirst[what] ?? []
    const isBackwards = what === 'returned' || what === 'voided'
    const clauses = [
      texts.heads[what](told),
      ...(told.got !== '' && !said.includes('got')
        ? [(isBackwards ? texts.clauses.gotBack : texts.clauses.got)(told.got)]
        : []),
      ...(told.lost !== '' && !said.includes('lost')
        ? [(isBackwards ? texts.clauses.taken : texts.clauses.lost)(told.lost)]
        : []),
      ...(told.coupons === '' ? [] : [texts.clauses.coupons(told.coupons)]),
      ...(told.couponsGiven === '' || said.includes('couponsGiven')
        ? []
        : [texts.clauses.couponsGiven(told.couponsGiven)]),
    ]
    return clauses.join(', ')
  }
}

/** Several campaigns may have given of the same value: the sentence has their sum. */
function sumAlike(amounts: readonly SentAmount[]): SentAmount[] {
  const groups = Map.groupBy(amounts, ({ balanceType, balanceCode }) => `${balanceType} ${balanceCode ?? ''}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    return first ? [{ ...first, amount: group.reduce((sum, { amount }) => sum + amount, 0) }] : []
  })
}
