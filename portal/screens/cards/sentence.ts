import type { RouteAnswer } from '../../ask/ask.ts'
import { useBrand } from '../../ask/brand-context.ts'
import { formatAmount } from '../../parts/format.ts'
import { useTexts } from '../../texts/texts.ts'
import { type SentAmount, useAmountWords, useMoneyWords } from './amounts.ts'
import { anySku } from './product-words.ts'

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
  const sumUp = (amounts: readonly SentAmount[] = []) =>
    listed(sumAlike(amounts).map((one) => words({ ...one, amount: Math.abs(one.amount) })))
  return (happening: CardHappening): string => {
    const { what, paid, place, merchantName, held, products: all = [], moreProducts = 0 } = happening
    const { turned, got, lost } = splitTurned(happening)
    // An amount without a product has no name; beside others it is one more.
    const products = all.filter(({ name }) => name !== anySku)
    const more = products.length === 0 ? 0 : moreProducts + all.length - products.length
    const bought = products.map(({ name, quantity }) => `${formatAmount(Math.abs(quantity), brand)} × ${name}`)
    const told = {
      paid: paid ? money(Math.abs(paid.net), paid.currency) : '',
      place: place?.name ?? merchantName ?? '',
      got: sumUp(got),
      lost: sumUp(lost),
      held: sumUp(held),
      products: listed(more === 0 ? bought : [...bought, texts.products(more)]),
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
      ...turned.map(({ from, to }) => texts.clauses.turned(sumUp([from]), sumUp([to]))),
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

/** What a rule took of one value to give another: told as one thing, and not as two that have nothing to do with each other. */
function splitTurned({ what, got = [], lost = [] }: CardHappening) {
  const turned = what === 'sale' ? lost.flatMap((from) => pairOf(from, got)) : []
  return {
    turned,
    got: got.filter((one) => !turned.some(({ to }) => to === one)),
    lost: lost.filter((one) => !turned.some(({ from }) => from === one)),
  }
}

type StoryAmount = NonNullable<CardHappening['got']>[number]

function pairOf(from: StoryAmount, got: readonly StoryAmount[]) {
  const to = got.find(({ rule, campaign }) => rule !== undefined && rule === from.rule && campaign === from.campaign)
  return to ? [{ from, to }] : []
}

/** Several campaigns may have given of the same value: the sentence has their sum. */
function sumAlike(amounts: readonly SentAmount[]): SentAmount[] {
  const groups = Map.groupBy(amounts, ({ balanceType, balanceCode }) => `${balanceType} ${balanceCode ?? ''}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    return first ? [{ ...first, amount: group.reduce((sum, { amount }) => sum + amount, 0) }] : []
  })
}
