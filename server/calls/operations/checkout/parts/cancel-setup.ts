import { givenBack, reservationEnd } from '../../../../domain/campaign/budgets.ts'
import { type Card, lockOf } from '../../../../domain/card/card.ts'
import { guardCard } from '../../../../domain/card/guard.ts'
import { reservationOf } from '../../../../domain/coupon/coupon.ts'
import { releaseReservation } from '../../../../domain/coupon/transitions.ts'
import type { Decision } from '../../../../domain/decision/decision.ts'
import type { Needs } from '../../../../domain/decision/need.ts'
import { defined } from '../../../../ground/kernel/defined.ts'
import { isRefusal, type Refusal, refuse } from '../../../../ground/kernel/errors.ts'
import type { CheckoutContext, CheckoutResponse } from './contract.ts'
import { changeCoupons } from './store-sale.ts'

/** Ends a locked setup: the card and the coupons are free again. Coupons that it issued stay disabled. */
export function cancelSetup(context: CheckoutContext): Decision<CheckoutResponse> {
  const { request, now, call } = context
  const setupRef = (request.relatedSetupTransactionId ?? '').toLowerCase()
  const setup = context.checkout(setupRef)
  const plan = setup?.content.plan
  const refusal = request.cardNumber === undefined ? undefined : guardNamed(context.card(request.cardNumber), context)
  if (refusal) return refusal
  if (!setup || !plan || setup.cardId === undefined) return refuse(114)
  const card = context.cardById(setup.cardId)
  const child = setup.childId === undefined ? undefined : context.cardById(setup.childId)
  const unread = [!card && setup.cardId, !child && setup.childId].filter((id) => typeof id === 'number')
  if (!card || unread.length > 0) return more({ cardIds: unread })
  const isOther = request.cardNumber !== undefined && request.cardNumber !== card.number
  const lock = lockOf(card, now)
  if (isOther || lock?.by !== setupRef) return refuse(114)
  const { coupons = [] } = setup.content
  const missing = coupons.filter((id) => !context.coupon(id))
  if (missing.length > 0) return more({ coupons: missing })
  const released = changeCoupons(coupons, context, (coupon) =>
    reservationOf(coupon, now)?.setup === setupRef ? releaseReservation(coupon, now, setupRef) : coupon,
  )
  if (isRefusal(released)) return released
  const freedCodes = context.codeUsesOf(setupRef)
  const unlocked = withoutLock(card)
  return defined({
    kind: 'outcome',
    callType: 'CHECKOUT_CANCEL',
    response: {
      transactionId: call.ref,
      cardNumber: card.number,
      ...(child && { childCardNumber: child.number }),
      ...(request.returnBalanceMutations && { balanceMutations: [] }),
      responseMessages: [],
    },
    subject: unlocked,
    child,
    cards: [unlocked],
    coupons: released,
    ...(freedCodes.length > 0 && { freedCodes }),
    postings: [],
    unfired: [{ ref: setupRef, firings: plan.fired }],
    ...(context.brand.document.referrals && { endsReferralsOf: [setupRef] }),
    budgetUses: plan.charged && givenBack(plan.charged, reservationEnd(lock.until)),
    customDate: request.customRequestDate,
  })
}

/** The guards of the card that is named, but for its lock: that is what is ended. */
function guardNamed(card: Card | undefined, { brand, pins, now }: CheckoutContext): Refusal | undefined {
  const guarded = guardCard(
    card,
    { forcePinValidation: false },
    { brandId: brand.id, pins, now, passesLock: () => true },
  )
  return isRefusal(guarded) ? guarded : undefined
}

function more(touches: { cardIds?: readonly number[]; coupons?: readonly string[] }): Needs {
  return { kind: 'needs', needs: [{ kind: 'more', touches }] }
}

function withoutLock(card: Card): Card {
  const { lock: _, ...unlocked } = card
  return unlocked
}
