import type { DirectMessage, OfferedOption } from '../../../../domain/campaign/direct-message.ts'
import type { Card } from '../../../../domain/card/card.ts'
import { type CheckoutRecord, type KeptMutation, shippingDiscountOf } from '../../../../domain/checkout/record.ts'
import { viewBalances } from '../../../../domain/view/balance-view.ts'
import { frameOf, showMutations } from '../../../../domain/view/mutation-view.ts'
import { defined } from '../../../../ground/kernel/defined.ts'
import { type Minor, toJsonNumber } from '../../../../ground/kernel/money.ts'
import { addedProducts } from './added-products.ts'
import type { CheckoutContext, CheckoutResponse } from './contract.ts'
import { showRecommended } from './recommended.ts'
import type { Sale } from './sale-state.ts'

/** What every answer of a checkout is made of, whether it was decided now or by its setup. */
export interface AnswerParts {
  readonly root?: Card
  /** The card whose balances are answered. */
  readonly balancesOf?: Card
  readonly childNumber?: string
  readonly record: CheckoutRecord
  readonly mutations: readonly KeptMutation[]
  readonly replies: readonly DirectMessage[]
  readonly options: readonly OfferedOption[]
  /** Absent on setups. */
  readonly issuedCoupons?: readonly string[]
  readonly blocking: readonly string[]
}

export function checkoutAnswer(
  shown: AnswerParts,
  { request, brand, call, now, past }: CheckoutContext,
): CheckoutResponse {
  const { root, balancesOf, childNumber, record, mutations, replies, options, issuedCoupons, blocking } = shown
  const amount = (minor: Minor) => toJsonNumber(minor, record.scale)
  const offShipping = shippingDiscountOf(record)
  const spoken = replies.length === 0 ? replies : replies.filter(({ receiptMessage }) => !receiptMessage)
  return {
    transactionId: call.ref,
    ...(root && { cardNumber: root.number }),
    ...(childNumber !== undefined && { childCardNumber: childNumber }),
    checkoutTotalBeforeDiscount: amount(record.total),
    ...(record.content.preDiscounts && {
      preDiscountTotal: amount(record.total - record.discount + offShipping - record.net),
    }),
    totalDiscount: amount(record.discount),
    ...(offShipping > 0 && { shippingDiscount: amount(offShipping) }),
    checkoutTotalAfterDiscount: amount(record.net),
    ...(request.returnBalances &&
      balancesOf && { balances: viewBalances(balancesOf, brand, now, { expirations: false, delayed: false }) }),
    ...(request.returnBalanceMutations && { balanceMutations: showMutations(mutations, frameOf(record, brand)) }),
    ...(issuedCoupons && issuedCoupons.length > 0 && { issuedCouponIDs: issuedCoupons }),
    ...(blocking.length > 0 && { blockingCoupons: blocking }),
    ...(request.recommendationAmount !== undefined && {
      recommendedProducts: showRecommended(past(root?.id).recommended ?? [], brand),
    }),
    responseMessages: spoken.map(({ message }) => message),
    ...(request.returnResponseObjects && { responseObjects: replies.map(({ tellsOfReferrer: _, ...reply }) => reply) }),
    ...(options.length > 0 && { campaignOptions: options }),
    ...addedProducts(record, brand),
  }
}

const noCoupons: readonly string[] = []

/** The coupons that the buyer gets to know: those of a referrer could be used by whoever knows them. */
export function ownCoupons({ issuedCoupons, referrerCoupons }: Sale['run']['result']): readonly string[] {
  if (issuedCoupons.length === 0) return noCoupons
  return issuedCoupons.map(({ id }) => id).filter((id) => !referrerCoupons.includes(id))
}

export function answerSale(sale: Sale, record: CheckoutRecord, context: CheckoutContext): CheckoutResponse {
  const { run, cards, books, presented } = sale
  const { isSetup } = context.request
  const { mutations, replies } = run.result
  const { holder } = run.state
  const balancesOf = isSetup ? cards[holder] : books[holder]?.card
  return checkoutAnswer(
    defined({
      root: cards.root,
      balancesOf,
      ...(cards.child && { childNumber: cards.child.number }),
      record,
      mutations,
      replies,
      options: run.options,
      ...(!isSetup && { issuedCoupons: ownCoupons(run.result) }),
      blocking: presented.blocking,
    }),
    context,
  )
}
