import { id } from '../../../../ground/contract/field.ts'
import { refuse } from '../../../../ground/kernel/errors.ts'
import { command } from '../../operation.ts'
import { decideVoidCall, voidTransaction } from '../void-transaction.ts'

const request = {
  requestRef: id('The redemption.').required(),
  cardNumber: id('The card that it was taken from.').required(),
}

/**
 * Gives a card back what it paid for a sale that was not made. Only the portal itself runs it. It is a void in everything but that
 * a redemption which has paid a sale by now stays: whoever comes first, the sale or this, the other one finds it done.
 */
export const givePaymentBack = command({
  name: 'givePaymentBack',
  summary: 'Give a card back what it paid for a sale that was not made.',
  callType: 'VOID',
  requestModel: 'GivePaymentBackRequest',
  responseModel: 'GivePaymentBackResponse',
  request,
  response: {},
  touches: (asked, origin) => voidTransaction.touches(asked, origin),
  decide: (context) => {
    const redemption = context.pastRequest(context.request.requestRef.toLowerCase())
    if (redemption?.paymentOf !== undefined) return refuse(119, 'The redemption has paid a sale.')
    const flags = { disableIssuedCoupons: true, failIfCouponsUsed: false, usedCouponResets: false }
    return decideVoidCall({ ...context, request: { ...flags, ...context.request } })
  },
})
