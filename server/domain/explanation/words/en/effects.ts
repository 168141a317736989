import type { ResultName } from '../../../brand/rules/results.ts'
import type { TraceReceiver } from '../../../campaign/trace.ts'
import { formulaWords } from '../reckoned.ts'
import type { EffectWords, ToldDiscount } from '../words.ts'

const receivers: Readonly<Record<TraceReceiver, string>> = {
  root: 'the root card',
  child: 'the child card',
  referrer: 'the referrer',
}

const toWords = (to: TraceReceiver | undefined) => (to === undefined ? '' : ` to ${receivers[to]}`)

export const effects: EffectWords = {
  issued: (what, to) => `${what} issued${toWords(to)}`,
  redeemed: (what) => `${what} redeemed`,
  notRedeemed: (what) => `${what} were to be redeemed, but payments of the same call had used them`,
  converted: (what, into) => `converted ${what} into ${into}`,
  nothingConverted: 'nothing converted',
  added: (units, product, price, off) =>
    `${units} ${product} added ${price === undefined ? 'free' : `for ${price} each`}${off === undefined ? '' : `: ${off} off`}`,
  discount: discountWords,
  blocked: (message) => `blocked the checkout: "${message}"`,
  coupon: (set, to) => `a coupon of ${set} issued${toWords(to)}`,
  directMessage: 'message in the response',
  message: (channel, to, later) => {
    const unit = later?.unit === 'hours' ? 'hour' : 'day'
    const then = later ? `, ${later.count} ${unit}${later.count === 1 ? '' : 's'} later if it is still wanted then` : ''
    return `message by ${channel}${toWords(to)}${then}`
  },
  event: (type, to) => `event ${type} logged${to === undefined ? '' : ` for ${receivers[to]}`}`,
  enrolled: (program) => `enrolled in ${program}`,
  fieldSet: (name) => `${name} set`,
  offer: (discountType) => `personal offer given (${discountType})`,
  nothing: ({ result, of }, to, why) => `${nothings[result ?? 'block'](toWords(to), of)}: ${why}`,
  reckoned: (words, how) =>
    `${words} = ${formulaWords(how, 'en', (value) => value, {
      least: (list) => `the least of (${list})`,
      greatest: (list) => `the greatest of (${list})`,
    })}`,
  capped: (words, asked, by) => (asked === undefined ? `${words} (${by})` : `${words} (${asked} asked for: ${by})`),
  noReason: 'it could not be',
  reasons: {
    noCard: 'the call names no such card',
    noValueType: "the card's program does not have this kind of balance, or it is switched off",
    noCheckout: 'the call is not a checkout',
    expired: 'it would have expired already',
    noReferrer: 'the call names no referring card',
    unevenStep: "a step has more decimals than the balance in the card's program",
    locked: "the referrer's card is locked by a checkout",
    lost: "the referrer's card can no longer be used",
    full: "the referrer's card has no room left for it",
    notChosen: 'nobody chose one of the products',
    tooManyChosen: 'more than one of the products was chosen',
    tooManyAdded: 'rules have added as many products to this sale as they may',
    totalTooHigh: 'the sale would come to more than a sale may',
    depleted: 'the coupon set has no coupons left, or is switched off',
    noAnswer: 'the response of this call cannot carry direct messages',
    nothingToTell: 'there was nothing to tell: what the message is about had no effect',
  },
  bounds: {
    min: "raised to the result's min",
    max: "the result's max",
    worth: 'no more was left to take off',
    budget: 'cut by the budget',
    maxDiscount: 'cut: more is not taken off one sale',
    minIssue: "below the value type's minIssue",
    maxIssue: "the value type's maxIssue",
    maxBalance: "the value type's maxBalance: the card has no more room",
    minRedeem: "below the value type's minRedeem",
    maxRedeem: "the value type's maxRedeem",
    switchedOff: 'the value type is switched off',
    tooLittle: 'the card has no more full steps',
  },
  unformed: {
    budget: 'its budget has too little left',
    maxDiscount: 'as much is off already as may be taken off one sale',
    noProducts: 'none of the products it needs were bought',
    notBought: 'too few of the products that must be bought for it were bought',
    noFullGroup: 'too few of its products were bought to make a group',
    nothingToTake: 'nothing is left of their price',
    noShipping: 'there is no shipping to pay, or nothing is left of it',
    missingProduct: 'a product that it is for was not bought:',
    missingQualifier: 'a product that must be bought besides was not:',
  },
  countAsBought: (products) => `none of the products it needs are left: the ${products} already count as bought`,
}

function discountWords({ kind, percent = '', price, isPlain, onShipping }: ToldDiscount): string {
  const off = `${percent} % off`
  if (onShipping) return kind === 'percent' ? `${off} shipping: ${price}` : `${price} off shipping`
  if (kind === 'percent') return isPlain ? off : `${off}: ${price}`
  if (kind === 'unitPrice') return `unit price: ${price} off`
  return kind === 'groupPrice' ? `group price: ${price} off` : `${price} off`
}

const nothings: Readonly<Record<ResultName, (to: string, of: string | undefined) => string>> = {
  issue: (to) => `nothing issued${to}`,
  redeem: () => 'nothing redeemed',
  convert: () => 'nothing converted',
  discount: () => 'nothing taken off',
  addProduct: () => 'no product added',
  allocateCoupon: (to, of) => `no coupon${of === undefined ? '' : ` of ${of}`} issued${to}`,
  notify: (to) => `no message${to}`,
  logEvent: () => 'no event logged',
  enroll: () => 'not enrolled',
  setDemographic: () => 'no field set',
  personalOffer: () => 'no personal offer given',
  block: () => 'not blocked',
}
