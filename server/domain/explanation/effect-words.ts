import type { NoEffectReason } from '../campaign/effects.ts'
import type { CountedProduct } from '../campaign/judge.ts'
import type { EffectSummary } from '../campaign/trace.ts'
import { isKeyOf } from './words/marks.ts'
import type { ExplanationWords, Later } from './words/words.ts'
import { wordsIn } from './words/words-in.ts'

/** Names of products by SKU. */
export type ProductNames = ReadonlyMap<string, string>

/** What a rule gave, to whom, of what: `5 Points issued to the referrer`, `10 % off: 0.40 USD`. */
export function effectWords(effect: EffectSummary, products: ProductNames, words = wordsIn('en')): string {
  const { asked, cappedBy, counted, how } = effect
  const plain = effect.kind === 'addProduct' ? addedWords(effect, products, words) : plainWords(effect, words)
  const told = how ? words.effects.reckoned(plain, how) : plain
  if (cappedBy === undefined) return told
  const isCounted = cappedBy === 'countAsBought'
  const reason = isCounted ? unformedWords(cappedBy, counted, products, words) : boundWords(cappedBy, words)
  return words.effects.capped(told, asked, reason)
}

function plainWords(effect: EffectSummary, words: ExplanationWords): string {
  const { kind, amount = '0', of = '', subtrack, to } = effect
  const { effects, amounts } = words
  switch (kind) {
    case 'issue':
      return effects.issued(amounts.balance(amount, of, subtrack), to)
    case 'redeem': {
      const what = amounts.balance(amount, of, subtrack)
      return effect.refused === undefined ? effects.redeemed(what) : effects.notRedeemed(what)
    }
    case 'convert':
      return convertWords(effect, words)
    case 'discount':
      return discountWords(effect, words)
    case 'addProduct':
      return addedWords(effect, noProducts, words)
    case 'block':
      return effects.blocked(of)
    case 'allocateCoupon':
      return effects.coupon(of, to)
    case 'notify':
      return of === 'direct' ? effects.directMessage : effects.message(of, to, laterOf(effect))
    case 'logEvent':
      return effects.event(of, to)
    case 'enroll':
      return effects.enrolled(of)
    case 'setDemographic':
      return effects.fieldSet(of)
    case 'personalOffer':
      return effects.offer(of)
    case 'nothing':
      return nothingWords(effect, words)
  }
}

const noProducts: ProductNames = new Map()

/** `1 Mug added free: 9.00 USD off`, `2 Cap added for 3.00 USD each`. */
function addedWords(
  { amount = '0', of = '', price = '0', off, currency }: EffectSummary,
  products: ProductNames,
  { effects, amounts }: ExplanationWords,
): string {
  const each = Number(price) === 0 ? undefined : amounts.price(price, currency)
  return effects.added(
    amounts.number(amount),
    products.get(of) ?? of,
    each,
    off === undefined ? undefined : amounts.price(off, currency),
  )
}

function laterOf({ after }: EffectSummary): Later | undefined {
  if (after === undefined) return undefined
  return 'hours' in after ? { count: after.hours, unit: 'hours' } : { count: after.days, unit: 'days' }
}

/** `converted 300 Points into 3.00 USD` */
function convertWords({ amount = '0', of = '', subtrack, into }: EffectSummary, words: ExplanationWords): string {
  const { effects, amounts } = words
  if (amount === '0' || !into) return effects.nothingConverted
  const made = amounts.balance(into.amount, into.of, into.subtrack)
  return effects.converted(amounts.balance(amount, of, subtrack), made)
}

function discountWords({ amount = '0', of = '', currency, on }: EffectSummary, words: ExplanationWords): string {
  const [, percent] = /^(.*) %$/.exec(of) ?? []
  const isGroup = of === 'groupPrice' || of === 'newGroupPrice'
  const kind = percent !== undefined ? 'percent' : isGroup ? 'groupPrice' : of === 'unitPrice' ? 'unitPrice' : 'amount'
  return words.effects.discount({
    ...(percent !== undefined && { percent }),
    kind,
    price: words.amounts.price(amount, currency),
    isPlain: currency === undefined,
    onShipping: on === 'shipping',
  })
}

function nothingWords({ result, of, to, reason }: EffectSummary, { effects }: ExplanationWords): string {
  const receiver = reason && ofReferrer.has(reason) ? undefined : to
  const why = reason === undefined ? effects.noReason : effects.reasons[reason]
  return effects.nothing({ ...(result && { result }), ...(of !== undefined && { of }) }, receiver, why)
}

/** Reasons that already say whose card it is. */
const ofReferrer: ReadonlySet<NoEffectReason> = new Set(['noReferrer', 'locked', 'lost', 'full'])

function boundWords(bound: string, { effects }: ExplanationWords): string {
  if (isKeyOf(effects.bounds, bound)) return effects.bounds[bound]
  return isKeyOf(effects.unformed, bound) ? effects.unformed[bound] : bound
}

/** Why nothing was converted: a limit, or that there is no such balance. */
export function unconvertedWords(why: string, words: ExplanationWords): string {
  const { reasons } = words.effects
  return isKeyOf(reasons, why) ? reasons[why] : boundWords(why, words)
}

/** Why a discount or an offer gave nothing. */
export function unformedWords(
  why: string,
  counted: readonly CountedProduct[] | undefined,
  products: ProductNames,
  { effects, amounts }: ExplanationWords,
): string {
  if (why !== 'countAsBought') return isKeyOf(effects.unformed, why) ? effects.unformed[why] : why
  const named = (counted ?? []).map(({ sku, units }) => `${amounts.number(units)} ${products.get(sku) ?? sku}`)
  return effects.countAsBought(named.join(', '))
}
