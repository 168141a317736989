import { checkBalanceCode } from '../../../../domain/brand/value-types.ts'
import { defined } from '../../../../ground/kernel/defined.ts'
import { type Refusal, refuse, refuseField } from '../../../../ground/kernel/errors.ts'
import type { CheckoutRequest } from './contract.ts'

/** Fields of a checkout that contradict each other. */
export function checkCheckout(request: CheckoutRequest): Refusal | undefined {
  if (request.cancelSetup) return checkCancel(request)
  return checkCard(request) ?? checkLock(request) ?? checkPayments(request)
}

/** Most of what the completion of a locked setup repeats is not read again, so it contradicts nothing. */
const isCompletion = ({ isSetup, relatedSetupTransactionId }: CheckoutRequest) =>
  !isSetup && relatedSetupTransactionId !== undefined

function checkCancel({ relatedSetupTransactionId }: CheckoutRequest): Refusal | undefined {
  if (relatedSetupTransactionId !== undefined) return undefined
  return refuseField(100, 'relatedSetupTransactionId', 'is required with cancelSetup')
}

/** What needs a card is refused without one (6). */
function checkCard(request: CheckoutRequest): Refusal | undefined {
  if (request.trigger !== 'checkout') return refuseField(100, 'trigger', 'only checkout is allowed')
  if (request.cardNumber !== undefined) {
    const alone = request.useParentBalancesOnly && request.childCardNumber === undefined
    return alone && !isCompletion(request)
      ? refuseField(100, 'useParentBalancesOnly', 'needs childCardNumber')
      : undefined
  }
  const needsCard =
    request.childCardNumber !== undefined ||
    request.forcePinValidation ||
    (request.isSetup && request.lockSetupDuration > 0) ||
    request.paymentMethods?.some(({ redeemBalance }) => redeemBalance)
  return needsCard ? refuse(6) : undefined
}

/** A lock that was not asked for leaves nothing open: then the list is ignored, as the duration is. */
function checkLock(request: CheckoutRequest): Refusal | undefined {
  const locks = request.isSetup && request.lockSetupDuration > 0
  const types = locks ? (request.lockExcludedValueTypes ?? []) : []
  for (const [index, type] of types.entries()) {
    const wrong = checkBalanceCode(type, `lockExcludedValueTypes[${index}]`)
    if (wrong) return wrong
  }
  return undefined
}

function checkPayments({ paymentMethods = [] }: CheckoutRequest): Refusal | undefined {
  for (const [index, payment] of paymentMethods.entries()) {
    const wrong = checkPayment(payment, `paymentMethods[${index}]`)
    if (wrong) return wrong
  }
  return undefined
}

type PaymentMethod = NonNullable<CheckoutRequest['paymentMethods']>[number]

function checkPayment(payment: PaymentMethod, path: string): Refusal | undefined {
  const { amount, redeemBalance, balanceType, balanceCode, checkoutPaymentAmount, updateBalanceRequestRef } = payment
  if ((amount?.units ?? 0) < 0) return refuseField(100, `${path}.amount`, 'must not be negative')
  if ((checkoutPaymentAmount?.units ?? 0) < 0)
    return refuseField(100, `${path}.checkoutPaymentAmount`, 'must not be negative')
  if (balanceType) {
    const wrong = checkBalanceCode(defined({ balanceType, balanceCode }), path)
    if (wrong) return wrong
  }
  if (!redeemBalance) return undefined
  if (updateBalanceRequestRef !== undefined)
    return refuseField(100, `${path}.redeemBalance`, 'give redeemBalance or updateBalanceRequestRef, not both')
  if (!balanceType) return refuseField(100, `${path}.balanceType`, 'is required with redeemBalance')
  if (!amount) return refuseField(100, `${path}.amount`, 'is required with redeemBalance')
  return amount.units === 0 ? refuseField(100, `${path}.amount`, 'must not be zero with redeemBalance') : undefined
}
