import { currencyScale } from '../kernel/currency.ts'
import type { NoEffectReason } from './effects.ts'
import type { CountedProduct } from './judge.ts'
import type { EffectSummary, Receiver } from './trace.ts'

/** Names of products by SKU. */
export type ProductNames = ReadonlyMap<string, string>

/** What a rule gave, to whom, of what: `5 Points issued to the referrer`, `10 % off: 0.40 USD`. */
export function effectWords(effect: EffectSummary, products: ProductNames): string {
  const { asked, cappedBy, counted } = effect
  const words = plainWords(effect)
  if (cappedBy === undefined) return words
  const reason = cappedBy === 'countAsBought' ? unformedWords(cappedBy, counted, products) : boundWords(cappedBy)
  return asked === undefined ? `${words} (${reason})` : `${words} (${asked} asked for: ${reason})`
}

function plainWords(effect: EffectSummary): string {
  const { kind, amount = '0', of = '', subtrack, to } = effect
  switch (kind) {
    case 'issue':
      return `${balanceWords(amount, of, subtrack)} issued${toWords(to)}`
    case 'redeem':
      return effect.refused === undefined
        ? `${balanceWords(amount, of, subtrack)} redeemed`
        : `${balanceWords(amount, of, subtrack)} were to be redeemed, but payments of the same call had used them`
    case 'convert':
      return convertWords(effect)
    case 'discount':
      return discountWords(effect)
    case 'block':
      return `blocked the checkout: "${of}"`
    case 'allocateCoupon':
      return `a coupon of ${of} issued${toWords(to)}`
    case 'notify':
      return of === 'direct' ? 'message in the response' : `message by ${of}${toWords(to)}${laterWords(effect)}`
    case 'logEvent':
      return `event ${of} logged${to === undefined ? '' : ` for ${receiverWords[to]}`}`
    case 'enroll':
      return `enrolled in ${of}`
    case 'setDemographic':
      return `${of} set`
    case 'personalOffer':
      return `personal offer given (${of})`
    case 'nothing':
      return nothingWords(effect)
  }
}

const receiverWords: Readonly<Record<Receiver, string>> = {
  root: 'the root card',
  child: 'the child card',
  referrer: 'the referrer',
}

function toWords(to: Receiver | undefined): string {
  return to === undefined ? '' : ` to ${receiverWords[to]}`
}

function laterWords({ after }: EffectSummary): string {
  if (after === undefined) return ''
  const [count, unit] = 'hours' in after ? [after.hours, 'hour'] : [after.days, 'day']
  return `, ${count} ${unit}${count === 1 ? '' : 's'} later if it is still wanted then`
}

/** `5 Points`, `5 STARS`, `5.00 USD`: a balance with a code is named by the code alone. `5 Punches (Espresso)`. */
export function balanceWords(amount: string, of: string, subtrack?: string): string {
  const [balanceType = '', code] = of.split(' ', 2)
  if (balanceType === 'Currency' && code !== undefined) return priceWords(amount, code)
  const name = code ?? (amount === '1' ? (singular[balanceType] ?? balanceType) : balanceType)
  return `${amount} ${name}${subtrack === undefined ? '' : ` (${subtrack})`}`
}

const singular: Readonly<Record<string, string>> = { Points: 'Point', Punches: 'Punch' }

/** With all decimals of the currency, as prices are written. */
export function priceWords(amount: string, currency: string | undefined): string {
  return currency === undefined ? amount : `${amountWords(amount, currency)} ${currency}`
}

/** The same without the name of the currency. */
export function amountWords(amount: string, currency: string): string {
  const scale = currencyScale(currency)
  const [whole = '', fraction = ''] = amount.split('.')
  return scale === 0 ? amount : `${whole}.${fraction.padEnd(scale, '0')}`
}

/** `converted 300 Points into 3.00 USD` */
function convertWords({ amount = '0', of = '', subtrack, into }: EffectSummary): string {
  if (amount === '0' || !into) return 'nothing converted'
  return `converted ${balanceWords(amount, of, subtrack)} into ${balanceWords(into.amount, into.of, into.subtrack)}`
}

function discountWords({ amount = '0', of = '', currency, on }: EffectSummary): string {
  const price = priceWords(amount, currency)
  if (on === 'shipping') return of.endsWith('%') ? `${of} off shipping: ${price}` : `${price} off shipping`
  if (of.endsWith('%') && currency === undefined) return `${of} off`
  if (of.endsWith('%')) return `${of} off: ${price}`
  if (of === 'unitPrice') return `unit price: ${price} off`
  return of === 'groupPrice' || of === 'newGroupPrice' ? `group price: ${price} off` : `${price} off`
}

function nothingWords({ result, of, to, reason }: EffectSummary): string {
  const receiver = reason && ofReferrer.has(reason) ? '' : toWords(to)
  const head = {
    issue: `nothing issued${receiver}`,
    redeem: 'nothing redeemed',
    convert: 'nothing converted',
    discount: 'nothing taken off',
    allocateCoupon: `no coupon${of === undefined ? '' : ` of ${of}`} issued${receiver}`,
    notify: `no message${receiver}`,
    logEvent: 'no event logged',
    enroll: 'not enrolled',
    setDemographic: 'no field set',
    personalOffer: 'no personal offer given',
    block: 'not blocked',
  }[result ?? 'block']
  return `${head}: ${reason === undefined ? 'it could not be' : reasonWords[reason]}`
}

/** Reasons that already say whose card it is. */
const ofReferrer: ReadonlySet<NoEffectReason> = new Set(['noReferrer', 'locked', 'lost', 'full'])

const reasonWords: Readonly<Record<NoEffectReason, string>> = {
  noCard: 'the call names no such card',
  noValueType: "the card's program does not have this kind of balance, or it is switched off",
  noCheckout: 'the call is not a checkout',
  expired: 'it would have expired already',
  noReferrer: 'the call names no referring card',
  unevenStep: "a step has more decimals than the balance in the card's program",
  locked: "the referrer's card is locked by a checkout",
  lost: "the referrer's card can no longer be used",
  full: "the referrer's card has no room left for it",
  depleted: 'the coupon set has no coupons left, or is switched off',
  noAnswer: 'the response of this call cannot carry direct messages',
  nothingToTell: 'there was nothing to tell: what the message is about had no effect',
}

function boundWords(bound: string): string {
  return bounds[bound] ?? unformed[bound] ?? bound
}

/** What lowered or raised the amount. */
const bounds: Readonly<Record<string, string>> = {
  min: "raised to the result's min",
  max: "the result's max",
  worth: 'no more was left to take off',
  budget: 'cut by the budget',
  minIssue: "below the value type's minIssue",
  maxIssue: "the value type's maxIssue",
  maxBalance: "the value type's maxBalance: the card has no more room",
  minRedeem: "below the value type's minRedeem",
  maxRedeem: "the value type's maxRedeem",
  switchedOff: 'the value type is switched off',
  tooLittle: 'the card has no more full steps',
}

/** Why nothing was converted: a limit, or that there is no such balance. */
export function unconvertedWords(why: string): string {
  return isReason(why) ? reasonWords[why] : boundWords(why)
}

const isReason = (why: string): why is NoEffectReason => Object.hasOwn(reasonWords, why)

/** Why a discount or an offer gave nothing. */
export function unformedWords(
  why: string,
  counted: readonly CountedProduct[] | undefined,
  products: ProductNames,
): string {
  if (why !== 'countAsBought') return unformed[why] ?? why
  const named = (counted ?? []).map(({ sku, units }) => `${units} ${products.get(sku) ?? sku}`).join(', ')
  return `none of the products it needs are left: the ${named} already count as bought`
}

const unformed: Readonly<Record<string, string>> = {
  budget: 'its budget has too little left',
  noProducts: 'none of the products it needs were bought',
  notBought: 'too few of the products that must be bought for it were bought',
  noFullGroup: 'too few of its products were bought to make a group',
  nothingToTake: 'nothing is left of their price',
  noShipping: 'there is no shipping to pay, or nothing is left of it',
  missingProduct: 'a product that it is for was not bought:',
  missingQualifier: 'a product that must be bought besides was not:',
}
