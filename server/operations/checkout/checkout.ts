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
} from '../../contract/field.ts'
import { isUuid } from '../../kernel/ids.ts'
import { campaignBalanceMutation, cardBalance, checkoutKeyValue } from '../balance-models.ts'
import { command, type DecisionContext, type Touches } from '../operation.ts'
import { cancelSetup } from './cancel-setup.ts'
import { checkCheckout } from './check-form.ts'
import {
  campaignChoice,
  campaignOption,
  checkoutProduct,
  paymentMethod,
  preDiscount,
  receiptInformation,
  recommendedProduct,
  responseObject,
  valueTypeName,
} from './checkout-models.ts'
import { completeSetup } from './complete-setup.ts'
import { decideSale } from './sale.ts'

const request = {
  cardNumber: id('The card. Without one the checkout is anonymous; a locking setup needs one.').orEmpty(),
  isSetup: flag(
    'A setup shows what a checkout would do. Without it the call completes or is a standalone checkout.',
  ).default(false),
  lockSetupDuration: integer('With isSetup: lock the card for so many seconds. 0 or less does not lock.')
    .between(-1_000_000_000, 86_400)
    .default(0),
  lockExcludedValueTypes: list(
    'Value types whose balances may still be updated while the card is locked.',
    valueTypeName,
  ),
  relatedSetupTransactionId: id(
    'The locking setup to complete or to cancel. Ignored with isSetup. A completion does what the setup showed: of the rest only tip, paymentMethods and the return flags count.',
  ).orEmpty(),
  cancelSetup: flag('Release the lock of relatedSetupTransactionId. Everything else is ignored.').default(false),
  checkoutTotal: decimal('The total before preDiscounts. The sum of the products when absent.').between(0, 10_000_000),
  checkoutShippingTotal: decimal('Shipping, which is not part of checkoutTotal.').between(0, 10_000_000).v2(),
  checkoutTipTotal: decimal('The tip, which is not part of checkoutTotal. May be changed on completion.')
    .between(0, 10_000_000)
    .v2(),
  products: list('The lines of the checkout.', checkoutProduct),
  preDiscounts: list('Discounts that were given outside the service.', preDiscount).v2(),
  customKeyValues: list('Custom inputs for campaign conditions.', checkoutKeyValue),
  campaignChoices: list('The campaign options that the customer chose.', campaignChoice),
  paymentMethods: list(
    'The payments. On the completion of a locked setup they replace those of the setup in reports only.',
    paymentMethod,
  ).max(100),
  coupons: list('Coupons to use.', id('A coupon ID.')).max(10),
  removeBlockingCoupons: flag('Leave invalid coupons out instead of failing.').default(false),
  failOnUnusedCoupons: flag('Fail if no campaign uses a coupon.').default(true).v2(),
  forcePinValidation: flag('Check the pin.').default(false),
  pin: text("The card's pin.").max(20),
  childCardNumber: id('The child card of the card that the checkout is for.').orEmpty().v2(),
  useParentBalancesOnly: flag("With childCardNumber: change the parent card's balances.").default(false).v2(),
  trigger: oneOf('Only checkout.', ['checkout', 'date', 'social']).default('checkout'),
  returnBalanceMutations: flag('Answer what the checkout changes.').default(false),
  returnBalances: flag('Answer the balances after the checkout; after a setup, as they are.').default(false),
  returnResponseObjects: flag('Answer the messages as objects, too.').default(false),
  recommendationAmount: integer('How many products to recommend.').between(0, 20).v2().needs('recommendations'),
  referringCardNumber: id('The card that referred this customer.').orEmpty().v2(),
  orderMode: integer('Your kind of order, for conditions and reports.').v2(),
  barcode: text('A barcode by which the transaction can be found.').max(100).v2(),
  receiptInformation: json('What is to be known for the receipt.', receiptInformation),
  customRequestDate: dateTime('The date to show for this call.').needs('customRequestDate'),
}

const response = {
  transactionId: text('The transaction.').required(),
  cardNumber: text('The card.'),
  childCardNumber: text('The child card.'),
  checkoutTotalBeforeDiscount: number('The total before discounts.'),
  totalDiscount: number('What campaigns and personal offers took off.'),
  checkoutTotalAfterDiscount: number('The total after preDiscounts and discounts.'),
  balances: list('The balances. With returnBalances.', cardBalance),
  balanceMutations: list('What the checkout changes. With returnBalanceMutations.', campaignBalanceMutation),
  issuedCouponIDs: list('The coupons that campaigns issued. Not on setups.', text('A coupon ID.')),
  blockingCoupons: list('The coupons that were left out. With removeBlockingCoupons.', text('A coupon ID.')),
  recommendedProducts: list('Products to recommend. With recommendationAmount.', recommendedProduct),
  responseMessages: list('Messages of campaigns for the customer.', text('A message.')),
  responseObjects: list('All messages of campaigns. With returnResponseObjects.', responseObject),
  campaignOptions: list('The campaign options that can be chosen.', campaignOption),
}

export { request as checkoutRequest, response as checkoutResponse }
export type CheckoutRequest = Values<typeof request>
export type CheckoutResponse = Values<typeof response>
export type CheckoutContext = DecisionContext<CheckoutRequest>

export const checkout = command({
  name: 'checkout',
  summary: 'Check out: discounts, payments and rewards of a purchase; in one call, or as a setup and its completion.',
  callType: 'CHECKOUT_COMPLETE',
  callTypeOf: (request) => kindOf(request).callType,
  requestModel: 'CheckoutRequest',
  responseModel: 'CheckoutResponse',
  request,
  response,
  check: checkCheckout,
  touches: (request) => kindOf(request).touches(request),
  decide: (context) => kindOf(context.request).decide(context),
})

function kindOf(request: CheckoutRequest) {
  if (request.cancelSetup) return kinds.cancel
  if (request.isSetup) return kinds.setup
  return request.relatedSetupTransactionId === undefined ? kinds.standalone : kinds.complete
}

const kinds = {
  cancel: { callType: 'CHECKOUT_CANCEL', touches: touchesOfSetup, decide: cancelSetup },
  setup: { callType: 'CHECKOUT_SETUP', touches: touchesOfSale, decide: decideSale },
  complete: { callType: 'CHECKOUT_COMPLETE', touches: touchesOfSetup, decide: completeSetup },
  standalone: { callType: 'CHECKOUT_COMPLETE', touches: touchesOfSale, decide: decideSale },
} as const

export function touchesOfSale(request: CheckoutRequest): Touches {
  const { referringCardNumber, coupons } = request
  const cards = [request.cardNumber, referringCardNumber].filter((number) => number !== undefined)
  return {
    ...touchesOfCard(request),
    cards: [...new Set(cards)],
    ...(coupons && { presentedCoupons: [...new Set(coupons)] }),
    requests: paymentRefs(request),
    queue: 'checkout',
  }
}

function touchesOfSetup(request: CheckoutRequest): Touches {
  const setup = request.relatedSetupTransactionId?.toLowerCase() ?? ''
  return {
    ...touchesOfCard(request),
    checkouts: isUuid(setup) ? [setup] : [],
    requests: request.cancelSetup ? [] : paymentRefs(request),
    queue: setup,
  }
}

function touchesOfCard({ cardNumber, childCardNumber, forcePinValidation }: CheckoutRequest): Touches {
  if (cardNumber === undefined) return {}
  return {
    cards: [cardNumber],
    ...(childCardNumber !== undefined && { children: [{ root: cardNumber, child: childCardNumber }] }),
    pins: forcePinValidation,
    offers: true,
  }
}

function paymentRefs({ paymentMethods = [] }: CheckoutRequest): string[] {
  return paymentMethods
    .map(({ updateBalanceRequestRef = '' }) => updateBalanceRequestRef.toLowerCase())
    .filter((ref) => isUuid(ref))
}
