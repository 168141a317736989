import type { Basket } from '../../../../domain/checkout/basket.ts'
import { type CheckoutRecord, shippingDiscountOf } from '../../../../domain/checkout/record.ts'
import { type Refusal, refuseField } from '../../../../ground/kernel/errors.ts'
import { formatPrice, type Minor } from '../../../../ground/kernel/money.ts'
import type { ReadPayment, Till } from './payments.ts'

/** What a sale comes to, with the shipping and the tip that are said. */
export const dueOf = ({ netTotal, shippingLeft, tip }: Pick<Basket, 'netTotal' | 'shippingLeft' | 'tip'>): Minor =>
  netTotal + shippingLeft + tip

/** The same of a setup, which may be completed with another tip. */
export function dueOfSetup(setup: CheckoutRecord, tip: Minor = setup.content.tip ?? 0): Minor {
  const { net, content } = setup
  return dueOf({ netTotal: net, shippingLeft: (content.shipping ?? 0) - shippingDiscountOf(setup), tip })
}

/**
 * A redemption that a payment refers to comes back whole when the sale is voided or returned, so it must be no more than
 * the sale owes after the payments before it. What it pays besides is said: a tip, or shipping.
 */
export function findOverpaid(payments: readonly ReadPayment[], due: Minor, { scale }: Till): Refusal | undefined {
  let owed = due
  for (const [index, { kept, referred }] of payments.entries()) {
    if (referred !== undefined && referred > owed) {
      const [more, left] = [referred, owed].map((amount) => formatPrice(amount, scale))
      return refuseField(
        100,
        `paymentMethods[${index}].updateBalanceRequestRef`,
        `the redemption of ${more} is more than the ${left} that the sale still owes; say a tip or shipping that it pays in checkoutTipTotal or checkoutShippingTotal`,
      )
    }
    // However little of it the till counts as paid, all of the redemption comes back.
    owed = Math.max(0, owed - Math.max(kept.paid, referred ?? 0))
  }
  return undefined
}
