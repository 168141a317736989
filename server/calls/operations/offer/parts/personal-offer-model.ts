import type { HeldOffer } from '../../../../domain/card/card.ts'
import {
  dateTime,
  decimal,
  flag,
  id,
  integer,
  list,
  model,
  oneOf,
  type Values,
} from '../../../../ground/contract/field.ts'
import { defined } from '../../../../ground/kernel/defined.ts'
import { type Refusal, refuseField } from '../../../../ground/kernel/errors.ts'
import type { RequestRef } from '../../../../ground/kernel/ids.ts'
import { type Decimal, toJsonNumber } from '../../../../ground/kernel/money.ts'
import type { Instant } from '../../../../ground/kernel/time.ts'

const personalOfferProduct = model('PersonalOfferProduct', 'A product of an offer.', {
  sku: id('The product.').required(),
  includeChildProducts: flag('Also the products that have it as their parent in the catalogue.').default(false),
})

export const personalOffer = model('PersonalOffer', 'An offer for one card. It is used at most once per checkout.', {
  skus: list('The products that must all be in the checkout. One unit of each is discounted.', personalOfferProduct)
    .max(5)
    .required(),
  qualifyingSkus: list('Further products that must be in the checkout.', id('A product.')).max(5),
  discountType: oneOf('What the offer gives.', [
    'percentageDiscount',
    'newGroupPrice',
    'bogo',
    'absoluteDiscount',
  ]).required(),
  percentageDiscount: integer('The percentage off. Required for percentageDiscount.').between(1, 100),
  newGroupPrice: decimal('What the products cost together. Required for newGroupPrice.'),
  absoluteDiscount: decimal('The amount off. Required for absoluteDiscount.'),
  activationDate: dateTime('When the offer becomes usable. Absent: at once.'),
  expirationDate: dateTime('When the offer expires, at most a year ahead.').required(),
  maxUsageCount: integer('In how many checkouts it can be used.').between(1, 1_000_000).default(1),
  customId: integer('Your own number for the offer.').between(0, 2_147_483_647),
})

export type GivenOffer = Values<typeof personalOffer.fields>

const amounts = ['percentageDiscount', 'newGroupPrice', 'absoluteDiscount'] as const

/** What is wrong with an offer as such. */
export function checkOffer(offer: GivenOffer, path: string): Refusal | undefined {
  const { discountType, skus, newGroupPrice, absoluteDiscount, activationDate, expirationDate } = offer
  if (skus.length === 0) return refuseField(100, `${path}.skus`, 'must not be empty')
  if (discountType === 'bogo' && skus.length > 1)
    return refuseField(100, `${path}.skus`, 'bogo allows a single product')
  for (const name of amounts) {
    const isWanted = name === discountType
    if (isWanted !== (offer[name] !== undefined))
      return refuseField(100, `${path}.${name}`, `${isWanted ? 'is required' : 'does not go'} with ${discountType}`)
  }
  if (newGroupPrice && newGroupPrice.units < 0) return refuseField(100, `${path}.newGroupPrice`, 'must not be negative')
  if (absoluteDiscount && absoluteDiscount.units <= 0)
    return refuseField(100, `${path}.absoluteDiscount`, 'must be positive')
  if (activationDate !== undefined && activationDate >= expirationDate)
    return refuseField(100, `${path}.activationDate`, 'must be before expirationDate')
  return undefined
}

export function checkExpiry({ expirationDate }: GivenOffer, path: string, now: Instant): Refusal | undefined {
  if (expirationDate <= now) return refuseField(100, `${path}.expirationDate`, 'must be in the future')
  return expirationDate > oneYearAfter(now)
    ? refuseField(100, `${path}.expirationDate`, 'must be at most a year ahead')
    : undefined
}

/** The same date next year; of 29 February the 1st of March. */
function oneYearAfter(now: Instant): Instant {
  const date = new Date(now)
  return date.setUTCFullYear(date.getUTCFullYear() + 1)
}

export function toHeldOffer(given: GivenOffer, no: number, by: RequestRef): HeldOffer {
  const { skus, qualifyingSkus = [], discountType, percentageDiscount, newGroupPrice, absoluteDiscount } = given
  return defined({
    no,
    terms: defined({
      skus,
      qualifyingSkus,
      discountType,
      percentageDiscount,
      ...(newGroupPrice && { newGroupPrice: toNumber(newGroupPrice) }),
      ...(absoluteDiscount && { absoluteDiscount: toNumber(absoluteDiscount) }),
    }),
    customId: given.customId,
    activeAt: given.activationDate,
    expiresAt: given.expirationDate,
    maxUses: given.maxUsageCount,
    uses: 0,
    isWithdrawn: false,
    by,
  })
}

const toNumber = ({ units, scale }: Decimal) => toJsonNumber(units, scale)
