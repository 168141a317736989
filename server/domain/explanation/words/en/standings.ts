import { catalogue } from '../../../../ground/kernel/errors.ts'
import type { StandingWords } from '../words.ts'

const noCoupon = 'coupon not presented'
const noProduct = 'product not bought'
const otherCards = 'for other cards'
const otherLocations = 'for other locations'

export const standings: StandingWords = {
  alsoNear: 'also one thing short',
  needCard: 'need a card',
  several: 'more than one condition did not hold',
  far: 'far from what they need',
  kinds: {
    otherTrigger: 'for other triggers',
    otherTarget: 'for other kinds of cards',
    notRunning: 'not running now',
    outsideWindow: 'outside their days and hours',
    heldOut: 'held out',
    otherVariant: 'for other variants',
    firedAlready: 'fired already in this call',
    excluded: 'another rule, which they do not go together with, fired first',
    notChosen: 'their options were not chosen',
    tooManyChosen: 'too many options were chosen',
    tooMuchWork: 'too much work',
  },
  notLookedAt: 'not looked at before the call was refused',
  notInFile: 'not part of the file at that time',
  buyMore: 'more would have to be bought',
  somethingMissing: 'something that they require was missing',
  ofCustomer: 'what it asks of the customer did not hold',
  dimensions: {
    couponSet: noCoupon,
    couponTag: noCoupon,
    coupon: noCoupon,
    keyValue: 'a value was not given',
    sku: noProduct,
    parent: noProduct,
    category: noProduct,
    cardSet: otherCards,
    program: otherCards,
    location: otherLocations,
    locationGroup: otherLocations,
    callType: 'for other calls',
  },
  notPresented: (what) => `${what.replace(/^an? /, '')} not presented`,
  unseen: (missing) => `${missing}; its conditions on the customer were not checked`,
  done: 'done',
  refused: (code, because) =>
    `refused with error ${code} (${textOf(code)})${because === undefined ? '' : `, because of ${because}`}`,
}

function textOf(code: number): string {
  const known: Readonly<Record<number, { readonly text: string }>> = catalogue
  return (known[code]?.text ?? 'unknown').replace(/\.$/, '')
}
