import type { Place } from '../reading/place.ts'
import { dateTime, decimal, flag, integer, oneOf, text } from '../reading/scalars.ts'
import { checked, list, object, optional, or, required, type Shaped } from '../reading/shape.ts'
import { type Duration, duration } from './expiry.ts'

const product = object({ sku: required(text({ max: 100 })), includeChildProducts: or(flag, false) })

const offerObject = object({
  skus: required(list(product, { min: 1, max: 5 })),
  qualifyingSkus: or(list(text({ max: 100 }), { max: 5 }), []),
  discountType: required(oneOf('percentageDiscount', 'newGroupPrice', 'bogo', 'absoluteDiscount')),
  percentageDiscount: optional(integer(1, 100)),
  newGroupPrice: optional(decimal({ min: 0 })),
  absoluteDiscount: optional(decimal({ above: 0 })),
  activationDate: optional(dateTime),
  expirationDate: optional(dateTime),
  expiresAfter: optional(duration),
  maxUsageCount: or(integer(1, 1_000_000), 1),
  customId: optional(integer(0, 2_147_483_647)),
})
export type PersonalOffer = Shaped<typeof offerObject>

/** An offer to one card, with the fields of the interface. `expiresAfter` may replace a fixed expirationDate. */
export const personalOfferShape = checked(offerObject, checkOffer)

/** How many days it can be at most, in a year of 366 days. */
function longestDays(after: Duration): number {
  if ('days' in after) return after.days
  if ('months' in after) return after.months * (366 / 12)
  if ('years' in after) return after.years * 366
  const parts = { day: 366, week: 52, month: 12, quarter: 4, year: 1 }
  return (after.plus + 1) * (366 / parts[after.endOf])
}

const amountKeys = ['percentageDiscount', 'newGroupPrice', 'absoluteDiscount'] as const

function checkOffer(offer: PersonalOffer, at: Place): void {
  for (const key of amountKeys) {
    const wanted = key === offer.discountType
    if (wanted !== (offer[key] !== undefined)) {
      at.faultAt(key, wanted ? 'offerAmountMissing' : 'offerAmountExtra', { discountType: offer.discountType })
    }
  }
  if (offer.discountType === 'bogo' && offer.skus.length !== 1) at.faultAt('skus', 'bogoProducts')
  if ((offer.expirationDate === undefined) === (offer.expiresAfter === undefined)) {
    at.fault('offerEndMissing')
  }
  if (offer.expiresAfter && longestDays(offer.expiresAfter) > 366) at.faultAt('expiresAfter', 'offerTooLong')
  if (offer.activationDate && offer.expirationDate && offer.activationDate >= offer.expirationDate) {
    at.fault('expiresBeforeActive')
  }
}
