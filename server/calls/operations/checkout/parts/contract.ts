import type { DecisionContext } from '../../../../domain/decision/decision.ts'
import {
  dateTime,
  decimal,
  flag,
  id,
  integer,
  json,
  list,
  number,
  oneOf,
  text,
  type Values,
} from '../../../../ground/contract/field.ts'
import { campaignBalanceMutation, cardBalance, checkoutKeyValue } from '../../balance-models.ts'
import { addedProduct } from './added-products.ts'
import {
  campaignChoice,
  campaignOption,
  checkoutProduct,
  paymentMethod,
  preDiscount,
  receiptInformation,
  recommendedProduct,
  responseObject,
  valueTypeModel,
} from './checkout-models.ts'
import { orderAttributes } from './sent-attributes.ts'

export const checkoutRequest = {
  cardNumber: id('The card. Without one the checkout is anonymous. A locking setup needs one.'),
  isSetup: flag(
    'A setup only shows what a checkout would do. If false, the call completes a setup or is a standalone checkout.',
  ).default(false),
  lockSetupDuration: integer('With isSetup: lock the card for this many seconds. 0 or less does not lock.')
    .between(-1_000_000_000, 86_400)
    .default(0),
  lockExcludedValueTypes: list(
    'Value types whose balances may still be updated while the card is locked.',
    valueTypeModel,
  ),
  relatedSetupTransactionId: id(
    'The locking setup to complete or cancel. Ignored with isSetup. A completion does what the setup showed. Of the other fields only the tip, paymentMethods and the return flags count.',
  ),
  cancelSetup: flag('Release the lock of relatedSetupTransactionId. Everything else is ignored.').default(false),
  checkoutTotal: decimal('The total before preDiscounts. Absent: the sum of the products.').between(0, 10_000_000),
  checkoutShippingTotal: decimal('Shipping, which is not part of checkoutTotal.')
    .between(0, 10_000_000)
    .absentMeans(0)
    .v2(),
  checkoutTipTotal: decimal('The tip, which is not part of checkoutTotal. May be changed on completion.')
    .between(0, 10_000_000)
    .absentMeans(0)
    .v2(),
  products: list('The lines of the checkout.', checkoutProduct),
  orderAttributes,
  preDiscounts: list('Discounts that were given outside the service.', preDiscount).v2(),
  customKeyValues: list('Custom inputs for campaign conditions.', checkoutKeyValue),
  campaignChoices: list('The campaign options that the customer chose.', campaignChoice),
  paymentMethods: list(
    'The payments. When a locking setup is completed, they replace those of the setup in reports only.',
    paymentMethod,
  ).max(100),
  coupons: list('Coupons to use.', id('A coupon ID.')).max(10),
  removeBlockingCoupons: flag('Leave invalid coupons out instead of failing.').default(false),
  failOnUnusedCoupons: flag('Fail if a coupon is used by no campaign.').default(true).v2(),
  forcePinValidation: flag('Check the pin.').default(false),
  pin: text("The card's pin.").max(20).secret(),
  childCardNumber: id('The child card that the checkout is for.').steeringV2(),
  useParentBalancesOnly: flag("With childCardNumber: change the parent card's balances.").default(false).v2(),
  trigger: oneOf('Must be checkout.', ['checkout', 'date', 'social']).default('checkout'),
  returnBalanceMutations: flag('Return what the checkout changes.').default(false),
  returnBalances: flag('Return the balances after the checkout. For a setup, the present ones.').default(false),
  returnResponseObjects: flag('Also return the messages as objects.').default(false),
  recommendationAmount: integer('How many products to recommend.').between(0, 20).v2().enablement('recommendations'),
  referringCardNumber: id('The card that referred this customer.').v2(),
  referralCode: id(
    'The referral code of whoever referred this customer, instead of referringCardNumber. Upper and lower case and hyphens do not matter.',
  ),
  device: text(
    'What tells the device of the customer apart, such as an id of your app. Limits per device count by it; only a keyed hash of it is kept.',
  ).max(100),
  orderMode: integer('Your own kind of order, for conditions and reports.').v2(),
  barcode: text('A barcode by which the transaction can be found.').max(100).v2(),
  receiptInformation: json('Information for the receipt.', receiptInformation),
  customRequestDate: dateTime('The date to show for this call.').enablement('customRequestDate'),
}

export const checkoutResponse = {
  transactionId: text('The transaction.').required(),
  cardNumber: text('The card.'),
  childCardNumber: text('The child card.'),
  checkoutTotalBeforeDiscount: number('The total before discounts.'),
  preDiscountTotal: number(
    'With preDiscounts: what they took off. This is less than their sum if one exceeds the value of what it applies to.',
  ),
  totalDiscount: number('What campaigns and personal offers took off, from shipping too.'),
  shippingDiscount: number('What of that was taken off shipping. Absent if nothing was.'),
  checkoutTotalAfterDiscount: number('The total after preDiscounts and discounts.'),
  balances: list('The balances. With returnBalances.', cardBalance),
  balanceMutations: list('What the checkout changes. With returnBalanceMutations.', campaignBalanceMutation),
  issuedCouponIDs: list('The coupons that campaigns issued. Not on setups.', text('A coupon ID.')),
  blockingCoupons: list('The coupons that were left out. With removeBlockingCoupons.', text('A coupon ID.')),
  recommendedProducts: list('Products to recommend. With recommendationAmount.', recommendedProduct),
  responseMessages: list(
    'Messages of campaigns for the customer. An empty list if there are none.',
    text('A message.'),
  ).required(),
  responseObjects: list('All messages of campaigns. With returnResponseObjects.', responseObject),
  campaignOptions: list('The campaign options that can be chosen.', campaignOption),
  addedProducts: list(
    'Lines that campaigns added: hand them out and print them. They are part of the sale and of its totals. Absent if there are none.',
    addedProduct,
  ),
}

export type CheckoutRequest = Values<typeof checkoutRequest>

export type CheckoutResponse = Values<typeof checkoutResponse>

export type CheckoutContext = DecisionContext<CheckoutRequest>
