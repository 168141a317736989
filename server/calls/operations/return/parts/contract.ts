import type { DecisionContext } from '../../../../domain/decision/decision.ts'
import { dateTime, decimal, flag, id, list, oneOf, text, type Values } from '../../../../ground/contract/field.ts'
import { checkoutProduct } from '../../checkout/parts/checkout-models.ts'

export const returnRequest = {
  cardNumber: id('The card of the checkout. Required unless it was anonymous.'),
  checkoutRequestRef: id('The checkout that is returned. For a two-stage checkout, the completing call.'),
  childCardNumber: id('The child card of the checkout.'),
  returnedProducts: list('What came back: sku and amountPurchased are required.', checkoutProduct),
  additionalReturnAmount: decimal('What was refunded beyond the returned products.'),
  failIfOverReturn: flag('Fail if more is returned than was bought, in value or of a SKU.').default(true).v2(),
  reversePayments: flag(
    'Give back everything that balances paid for the checkout, whatever part of it is returned. Possible once per checkout.',
  )
    .default(false)
    .v2(),
  reversedPaymentAmount: decimal(
    'Give back so much of what balances paid in the checkout itself (redeemBalance), in its currency. Instead of reversePayments, for a part of the checkout: what is left comes back with later returns, or with reversePayments. More than is left is error 120; without failIfOverReturn, what is left is given back.',
  ).v2(),
  disableIssuedCoupons: flag('Disable the coupons that the checkout issued.').default(true),
  failIfCouponsUsed: flag('Fail if coupons that the checkout issued were used.').default(true),
  usedCouponResets: oneOf('When the coupons that the checkout used are usable again.', [
    'Always',
    'Never',
    'OnlyOnFullReturn',
  ])
    .default('OnlyOnFullReturn')
    .v2(),
  removeCustomEvents: flag('Remove the events that campaigns logged in the checkout.').default(false),
  simulateOnly: flag(
    'Only check whether the return is possible. Nothing is executed. A customRequestId counts as used, as for any read.',
  ).default(false),
  merchantName: text('Where this happened, if the location does not say so.').max(64).v2(),
  customRequestDate: dateTime('The date to show for this call.').enablement('customRequestDate'),
}

export type ReturnRequest = Values<typeof returnRequest>

export type ReturnContext = DecisionContext<ReturnRequest>
