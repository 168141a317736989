import { CardBook } from '../../../domain/card/book.ts'
import type { Card } from '../../../domain/card/card.ts'
import { guardCard } from '../../../domain/card/guard.ts'
import { type Coupon, newCoupon } from '../../../domain/coupon/coupon.ts'
import { couponPinOwner } from '../../../domain/coupon/pin-owner.ts'
import { allocateCouponTo } from '../../../domain/coupon/transitions.ts'
import type { Decision, DecisionContext } from '../../../domain/decision/decision.ts'
import { isUndecided, type Needs } from '../../../domain/decision/need.ts'
import { dateTime, flag, id, list, text, type Values } from '../../../ground/contract/field.ts'
import { codeKey } from '../../../ground/kernel/code-key.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { isRefusal, type Refusal, refuse, refuseField } from '../../../ground/kernel/errors.ts'
import { command } from '../operation.ts'
import { runRequestRules } from '../rules/parts/request-rules.ts'
import { ruleParts } from '../rules/parts/rule-outcome.ts'
import { withoutRepeats } from './parts/coupon-fields.ts'

const request = {
  couponSetId: id('Allocate a random free coupon from this set.'),
  couponId: id('Allocate this coupon.'),
  cardNumber: id('Issue the coupon to this card. Needs promotionId.'),
  promotionId: id('The promotion that the coupon is issued for.'),
  allowMultipleCoupons: flag('Issue another coupon to a card that already has one of the promotion.').default(false),
  failOnMultipleCoupons: flag(
    'Fail if the card already has a coupon of the promotion. If this and allowMultipleCoupons are false, that coupon is returned.',
  ).default(true),
  customTags: list("The coupon's tags from now on. Empty: none. Absent: unchanged.", id('A tag.')).max(100),
  expirationDate: dateTime('When the coupon expires, not in the past. Absent: never.'),
  createIfNew: flag('Create the coupon in the set if it does not exist. Needs couponId and couponSetId.')
    .default(false)
    .v2()
    .enablement('createIfNew'),
  newPin: id("The coupon's pin. With createIfNew and a cardNumber.").max(20).secret(),
}

const response = {
  couponId: text('The coupon.').required(),
  customTags: list('Its tags, if it has any.', text('A tag.')),
  allowedWithCards: list('The cards that may use it, if it is restricted.', text('A card number.')),
}

type AllocateCouponRequest = Values<typeof request>
type Context = DecisionContext<AllocateCouponRequest>
type Allocated = Decision<Values<typeof response>>

export const allocateCoupon = command({
  name: 'allocateCoupon',
  summary: 'Allocate a coupon: a given one, or any free one from a coupon set. It may be issued to a card.',
  callType: 'ALLOCATE',
  requestModel: 'AllocateCouponRequest',
  responseModel: 'AllocateCouponResponse',
  request,
  response,
  check: checkForm,
  touches: ({ couponId, couponSetId, cardNumber, promotionId, allowMultipleCoupons }) => ({
    ...(cardNumber !== undefined && { cards: [cardNumber] }),
    ...(couponId !== undefined && { coupons: [couponId] }),
    ...(cardNumber !== undefined &&
      promotionId !== undefined &&
      !allowMultipleCoupons && { promotions: [{ cardNumber, promotionId }] }),
    queue: couponId ?? couponSetId ?? '',
  }),
  decide: (context) => {
    const { request, brand, pins, now } = context
    const { couponSetId, cardNumber, expirationDate } = request
    if (couponSetId !== undefined && !brand.couponSets.has(couponSetId))
      return refuseField(100, 'couponSetId', 'there is no such coupon set')
    if (expirationDate !== undefined && expirationDate < now)
      return refuseField(100, 'expirationDate', 'must not be in the past')
    if (cardNumber === undefined) return issue(undefined, context)
    const card = guardCard(context.card(cardNumber), { forcePinValidation: false }, { brandId: brand.id, pins, now })
    return isRefusal(card) ? card : issueToCard(card, context)
  },
})

function checkForm(request: AllocateCouponRequest): Refusal | undefined {
  const { couponId, couponSetId, createIfNew, cardNumber, promotionId, newPin } = request
  if (createIfNew && !(couponId && couponSetId))
    return refuseField(100, 'createIfNew', 'needs couponId and couponSetId')
  if (!createIfNew && couponId && couponSetId)
    return refuseField(100, 'couponSetId', 'give couponId or couponSetId, not both')
  if (!couponId && !couponSetId) return refuseField(100, 'couponId', 'give couponId or couponSetId')
  if (cardNumber && !promotionId) return refuseField(100, 'promotionId', 'is required with cardNumber')
  if (newPin && !(createIfNew && cardNumber)) return refuseField(100, 'newPin', 'needs createIfNew and cardNumber')
  return undefined
}

/** A card gets one coupon of a promotion, unless the caller wants more. One that was used counts too. */
function issueToCard(card: Card, context: Context): Allocated {
  const { promotionId = '', allowMultipleCoupons, failOnMultipleCoupons } = context.request
  const existing = allowMultipleCoupons ? undefined : context.promotionCoupon(card, promotionId)
  if (!existing) return issue(card, context)
  if (failOnMultipleCoupons) return refuse(124)
  return { kind: 'outcome', response: show(existing), cards: [], postings: [], detail: { coupon: existing.id } }
}

function issue(card: Card | undefined, context: Context): Allocated {
  const { request, call, now, brand, pins } = context
  const coupon = findCoupon(context)
  if (isUndecided(coupon)) return coupon
  const { promotionId, customTags, expirationDate, newPin } = request
  const issuance = defined({
    card,
    promotionId,
    ...(customTags && { tags: withoutRepeats(customTags) }),
    expiresAt: expirationDate,
  })
  const allocated = allocateCouponTo(coupon, issuance, { now, by: call.ref })
  if (isRefusal(allocated)) return allocated
  const pin = newPin === undefined ? undefined : pins.seal(brand.id, couponPinOwner(coupon.id), newPin)
  const book = card && new CardBook(card, now)
  const drawnFrom = request.couponId === undefined ? request.couponSetId : undefined
  const rules = runRequestRules(context, { callType: 'ALLOCATE', root: book, drawnFrom })
  if (rules && isUndecided(rules)) return rules
  const parts = ruleParts(rules)
  return {
    kind: 'outcome',
    response: show(allocated),
    ...parts.outcome,
    ...(book && { subject: book.card }),
    cards: book ? [book.card] : [],
    coupons: [pin ? { ...allocated, newPin: pin } : allocated, ...parts.coupons],
    postings: book?.postings ?? [],
    detail: { coupon: coupon.id, ...parts.detail },
  }
}

function findCoupon(context: Context): Coupon | Refusal | Needs {
  const { brand, request } = context
  const { couponId, couponSetId = '', createIfNew, cardNumber } = request
  const isOpen = (setId: string) => {
    const set = brand.couponSets.get(setId)
    return set && !set.switchedOff && !set.hasCodes
  }
  if (couponId === undefined) {
    if (!isOpen(couponSetId)) return refuse(123)
    const need = { kind: 'freeCoupons', setId: couponSetId, count: 1, ...(cardNumber && { cardNumber }) } as const
    const found = context.freeCoupons(couponSetId, 1)
    return found ? (found[0] ?? refuse(123)) : { kind: 'needs', needs: [need] }
  }
  if (brand.codes.has(codeKey(couponId))) return refuse(122, 'It is a public code, which belongs to nobody.')
  const coupon = context.coupon(couponId)
  if (!coupon && !createIfNew) return refuse(121)
  if (coupon && createIfNew && coupon.setId !== couponSetId)
    return refuseField(100, 'couponSetId', 'the coupon belongs to another coupon set')
  if (!coupon?.allocation && !isOpen(coupon?.setId ?? couponSetId)) return refuse(123)
  return coupon ?? newCoupon(couponId, couponSetId)
}

function show(coupon: Coupon): Values<typeof response> {
  const { id: couponId, tags, allowedCards } = coupon
  return {
    couponId,
    ...(tags.length > 0 && { customTags: tags }),
    ...(allowedCards.length > 0 && { allowedWithCards: allowedCards }),
  }
}
