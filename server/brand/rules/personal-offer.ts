import type { Place } from '../reading/place.ts'
import { dateTime, decimal, flag, integer, oneOf, text } from '../reading/scalars.ts'
import { checked, list, object, optional, or, required, type Shaped } from '../reading/shape.ts'
import { days } from './arguments.ts'

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
  expiresAfter: optional(days),
  maxUsageCount: or(integer(1, 1_000_000), 1),
  customId: optional(integer(0, 2_147_483_647)),
})
export type PersonalOffer = Shaped<typeof offerObject>

/** An offer to one card, with the fields of the interface. `expiresAfter` may replace a fixed expirationDate. */
export const personalOfferShape = checked(offerObject, checkOffer)

const amountKeys = ['percentageDiscount', 'newGroupPrice', 'absoluteDiscount'] as const

function checkOffer(offer: PersonalOffer, at: Place): void {
  for (const key of amountKeys) {
    const wanted = key === offer.discountType
    if (wanted !== (offer[key] !== undefined)) {
      at.fault(`${wanted ? 'is required' : 'is not allowed'} with discountType ${offer.discountType}`, key)
    }
  }
  if (offer.discountType === 'bogo' && offer.skus.length !== 1) at.fault('bogo allows a single product', 'skus')
  if ((offer.expirationDate === undefined) === (offer.expiresAfter === undefined)) {
    at.fault('needs either expirationDate or expiresAfter')
  }
  if ((offer.expiresAfter?.days ?? 0) > 365) at.fault('an offer lasts at most a year', 'expiresAfter')
  if (offer.activationDate && offer.expirationDate && offer.activationDate >= offer.expirationDate) {
    at.fault('expires before it becomes active')
  }
}
