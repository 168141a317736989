import type { PublicCode } from '../../../domain/brand/brand.ts'
import { lockOf } from '../../../domain/card/card.ts'
import { isUsable, refuseLocked } from '../../../domain/card/guard.ts'
import { refuseState } from '../../../domain/coupon/blocks.ts'
import { type Coupon, reservationOf } from '../../../domain/coupon/coupon.ts'
import { usesLeft } from '../../../domain/coupon/public-code.ts'
import { releaseReservation, reserve, unuse, use, useReservation } from '../../../domain/coupon/transitions.ts'
import type { Decision, DecisionContext } from '../../../domain/decision/decision.ts'
import { dateTime, flag, id, integer, list, oneOf, text, type Values } from '../../../ground/contract/field.ts'
import { codeKey } from '../../../ground/kernel/code-key.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { isRefusal, type Refusal, refuse, refuseField } from '../../../ground/kernel/errors.ts'
import { formatDateTime } from '../../../ground/kernel/time.ts'
import { command } from '../operation.ts'
import { withoutRepeats } from './parts/coupon-fields.ts'

const request = {
  couponId: id('The coupon.').required(),
  action: oneOf('What to do with it.', [
    'details',
    'use',
    'unuse',
    'reserve',
    'releaseReservation',
    'useReservation',
  ]).default('details'),
  reserveUntil: dateTime('Until when to reserve it. Required for reserve.'),
  newCustomTags: list('With details: its tags from now on. Empty: none.', id('A tag.')).max(100),
  newAllowedCards: list('With details: the cards that may use it from now on. Empty: any.', id('A card number.')),
}

const response = {
  isAllocated: flag('Whether it was allocated.').required(),
  isUsed: flag('Whether it is used. A public code is when it has no uses left.').required(),
  isDisabled: flag(
    'Whether it is disabled: it was issued by a locking setup that is not completed, or by a checkout that was voided or returned.',
  ).required(),
  customTags: list('Its tags.', text('A tag.')).required(),
  allowedWithCards: list('The cards that may use it. Empty: any.', text('A card number.')).required(),
  usesLeft: integer('Of a public code: how often it can still be used. Absent: as often as wanted, or a coupon.'),
  reservedUntil: text('Until when it is reserved, yyyy-MM-dd HH:mm:ss. Absent: not reserved.'),
}

type CouponDetailsRequest = Values<typeof request>
type Context = DecisionContext<CouponDetailsRequest>

export const couponDetails = command({
  name: 'couponDetails',
  summary: 'Show a coupon, use it, reserve it, or change who may use it.',
  callType: 'UPDATE_ACCOUNT',
  requestModel: 'CouponDetailsRequest',
  responseModel: 'CouponDetailsResponse',
  request,
  response,
  check: checkForm,
  touches: ({ couponId }) => ({ coupons: [couponId], codes: [codeKey(couponId)], queue: couponId }),
  decide: (context) => {
    const code = context.brand.codes.get(codeKey(context.request.couponId))
    if (code) return showCode(code, context)
    const coupon = context.coupon(context.request.couponId)
    if (!coupon) return refuse(121)
    const after = change(coupon, context)
    if (isRefusal(after)) return after
    return {
      kind: 'outcome',
      response: show(after, context),
      cards: [],
      coupons: after === coupon ? [] : [after],
      postings: [],
      detail: { coupon: coupon.id, couponAction: context.request.action },
    }
  },
})

function checkForm(request: CouponDetailsRequest): Refusal | undefined {
  const { action, reserveUntil, newCustomTags, newAllowedCards } = request
  if (action === 'reserve' && reserveUntil === undefined)
    return refuseField(100, 'reserveUntil', 'is required for reserve')
  if (action !== 'reserve' && reserveUntil !== undefined) return refuseField(100, 'reserveUntil', 'is for reserve')
  if (action !== 'details' && newCustomTags) return refuseField(100, 'newCustomTags', 'is for details')
  if (action !== 'details' && newAllowedCards) return refuseField(100, 'newAllowedCards', 'is for details')
  return undefined
}

/** A public code can only be looked at: it belongs to nobody, and checkouts use it. */
function showCode(code: PublicCode, { request, codeUsage }: Context): Decision<Values<typeof response>> {
  const { action, newCustomTags, newAllowedCards } = request
  if (action !== 'details' || newCustomTags || newAllowedCards)
    return refuse(122, 'It is a public code, which checkouts use and the brand file changes.')
  const left = usesLeft(code, codeUsage(code.key, undefined).used)
  return {
    kind: 'outcome',
    response: defined({
      isAllocated: true,
      isUsed: left === 0,
      isDisabled: false,
      customTags: [],
      allowedWithCards: [],
      usesLeft: left,
    }),
    cards: [],
    postings: [],
    detail: { coupon: code.code, couponAction: action },
  }
}

/** Nothing happens to the coupons of a card that cannot be used any more; looking at them is always possible. */
function change(coupon: Coupon, context: Context): Coupon | Refusal {
  const { action, newCustomTags: tags, newAllowedCards: cards } = context.request
  if (action === 'details' && !tags && !cards) return coupon
  if (action !== 'details' && !coupon.allocation) return refuseState('notAllocated')
  const card = coupon.allocation?.card
  if (card && !isUsable(card, context.now)) return refuse(112)
  const lock = card && lockOf(card, context.now)
  if (lock) return refuseLocked(lock, context.now)
  if (action !== 'details') return changed(coupon, action, context)
  return {
    ...coupon,
    ...(tags && { tags: withoutRepeats(tags) }),
    ...(cards && { allowedCards: withoutRepeats(cards) }),
  }
}

type Action = Exclude<CouponDetailsRequest['action'], 'details'>

function changed(coupon: Coupon, action: Action, { request, call, now }: Context): Coupon | Refusal {
  const moment = { now, by: call.ref }
  switch (action) {
    case 'use':
      return use(coupon, moment)
    case 'unuse':
      return unuse(coupon)
    case 'reserve':
      return reserve(coupon, { until: request.reserveUntil ?? now }, now)
    case 'releaseReservation':
      return releaseReservation(coupon, now)
    case 'useReservation':
      return useReservation(coupon, moment)
  }
}

function show(coupon: Coupon, { brand, now }: Context): Values<typeof response> {
  const reservation = reservationOf(coupon, now)
  return {
    isAllocated: coupon.allocation !== undefined,
    isUsed: coupon.use !== undefined,
    isDisabled: coupon.disabled !== undefined,
    customTags: coupon.tags,
    allowedWithCards: coupon.allowedCards,
    ...(reservation && { reservedUntil: formatDateTime(reservation.until, brand.interfaceTimeZone) }),
  }
}
