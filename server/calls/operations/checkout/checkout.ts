import type { Touches } from '../../../domain/decision/touches.ts'
import { codeKey } from '../../../ground/kernel/code-key.ts'
import { isUuid } from '../../../ground/kernel/ids.ts'
import { command } from '../operation.ts'
import { cancelSetup } from './parts/cancel-setup.ts'
import { checkCheckout } from './parts/check-form.ts'
import { completeSetup } from './parts/complete-setup.ts'
import { type CheckoutRequest, checkoutRequest, checkoutResponse } from './parts/contract.ts'
import { decideSale } from './parts/sale.ts'
import { strangeInSale } from './parts/sent-attributes.ts'

export const checkout = command({
  name: 'checkout',
  summary: 'Check out a purchase with discounts, payments and rewards, in one call or as a setup and its completion.',
  callType: 'CHECKOUT_COMPLETE',
  callTypeOf: (request) => kindOf(request).callType,
  requestModel: 'CheckoutRequest',
  responseModel: 'CheckoutResponse',
  request: checkoutRequest,
  response: checkoutResponse,
  check: checkCheckout,
  findStrange: strangeInSale,
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
    ...(coupons && { presentedCoupons: [...new Set(coupons)], codes: [...new Set(coupons.map(codeKey))] }),
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
