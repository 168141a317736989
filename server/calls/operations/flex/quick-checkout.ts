import { balanceTypes } from '../../../domain/brand/shapes/balance-type.ts'
import { checkBalanceCode } from '../../../domain/brand/value-types.ts'
import { type CheckoutRecord, shippingDiscountOf } from '../../../domain/checkout/record.ts'
import { decimal, id, number, oneOf, text, type Values } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { type Refusal, refuseField } from '../../../ground/kernel/errors.ts'
import { formatMinor, toJsonNumber } from '../../../ground/kernel/money.ts'
import { touchesOfSale } from '../checkout/checkout.ts'
import { checkCheckout } from '../checkout/parts/check-form.ts'
import { type CheckoutRequest, checkoutRequest, checkoutResponse } from '../checkout/parts/contract.ts'
import { decideSale } from '../checkout/parts/sale.ts'
import { strangeInSale } from '../checkout/parts/sent-attributes.ts'
import { command } from '../operation.ts'
import { findLastPayment } from './parts/last-payment.ts'

const {
  isSetup: _isSetup,
  lockSetupDuration: _lockSetupDuration,
  lockExcludedValueTypes: _lockExcludedValueTypes,
  relatedSetupTransactionId: _relatedSetupTransactionId,
  cancelSetup: _cancelSetup,
  paymentMethods: _paymentMethods,
  trigger: _trigger,
  ...saleFields
} = checkoutRequest

const request = {
  ...saleFields,
  cardNumber: id('The card, which also pays.').required(6),
  balanceType: oneOf('The kind of balance to pay with.', balanceTypes).default('Currency'),
  balanceCode: id("The currency, or the code of a custom value type. Absent with Currency: the location's currency."),
  unitWorth: decimal(
    "What one unit of the balance is worth in the location's currency: 0.01 if 100 points are worth 1. Required unless the balance is in that currency.",
  ).between(0, 1_000_000),
  paymentType: text('What the payment is called in reports and conditions.').max(100),
}

type QuickCheckoutRequest = Values<typeof request>

export const quickCheckout = command({
  name: 'quickCheckout',
  group: 'flex',
  summary: "Check out and pay from the card's balance.",
  details:
    'The card pays as much of the total after discounts, shipping and tip as its balance covers. A void or a return treats this like any payment from a balance.',
  callType: 'CHECKOUT_COMPLETE',
  requestModel: 'QuickCheckoutRequest',
  responseModel: 'QuickCheckoutResponse',
  request,
  response: {
    ...checkoutResponse,
    paidAmount: number("What the card paid, in the location's currency.").required(),
    remainingAmount: number('What is left to be paid.').required(),
  },
  check: (given) => checkBalance(given) ?? checkCheckout(toCheckout(given)),
  findStrange: strangeInSale,
  touches: (given) => touchesOfSale(toCheckout(given)),
  decide: (context) => {
    const { request, brand } = context
    const last = { type: request.paymentType ?? '', find: findLastPayment(request, brand) }
    const decision = decideSale({ ...context, request: toCheckout(request) }, last)
    if (decision.kind !== 'outcome') return decision
    const { checkout, response } = decision
    if (!checkout) throw new Error('a standalone checkout leaves its record')
    return {
      ...decision,
      checkout: withWish(checkout, request),
      response: { ...response, ...amountsOf(checkout) },
    }
  },
})

/** What would be paid if something else were due is told by nothing else of the record. */
function withWish(record: CheckoutRecord, request: QuickCheckoutRequest): CheckoutRecord {
  const { balanceType, balanceCode, unitWorth: worth, paymentType } = request
  const unitWorth = worth && formatMinor(worth.units, worth.scale)
  const paysRest = defined({ balanceType, balanceCode, unitWorth, paymentType })
  return { ...record, content: { ...record.content, asked: { ...record.content.asked, paysRest } } }
}

function checkBalance({ balanceType, balanceCode, unitWorth }: QuickCheckoutRequest): Refusal | undefined {
  if (unitWorth?.units === 0) return refuseField(100, 'unitWorth', 'must not be zero')
  if (balanceType === 'Currency') return undefined
  const wrong = checkBalanceCode(defined({ balanceType, balanceCode }), '')
  // The code stands at the top of the request, below nothing.
  if (wrong) return refuseField(100, 'balanceCode', wrong.detail ?? wrong.text)
  return unitWorth ? undefined : refuseField(100, 'unitWorth', `is required for ${balanceType}`)
}

function toCheckout(given: QuickCheckoutRequest): CheckoutRequest {
  return { ...given, isSetup: false, lockSetupDuration: 0, cancelSetup: false, trigger: 'checkout' }
}

function amountsOf(record: CheckoutRecord) {
  const { net, scale, content } = record
  const due = net + (content.shipping ?? 0) - shippingDiscountOf(record) + (content.tip ?? 0)
  const paid = (content.payments ?? []).reduce((sum, payment) => sum + payment.paid, 0)
  return { paidAmount: toJsonNumber(paid, scale), remainingAmount: toJsonNumber(due - paid, scale) }
}
