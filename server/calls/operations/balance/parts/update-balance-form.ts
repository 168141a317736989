import { checkBalanceCode } from '../../../../domain/brand/value-types.ts'
import { type Refusal, refuseField } from '../../../../ground/kernel/errors.ts'
import type { Decimal } from '../../../../ground/kernel/money.ts'
import type { UpdateBalanceRequest } from './contract.ts'

/** Fields of an updateBalance request that contradict each other, in the order a reader of the request meets them. */
export function checkUpdateBalance(request: UpdateBalanceRequest): Refusal | undefined {
  return (
    checkStatus(request) ??
    checkAmount(request) ??
    checkBucket(request) ??
    checkIssuance(request) ??
    checkRedemption(request)
  )
}

function checkStatus(request: UpdateBalanceRequest): Refusal | undefined {
  const { action, isAccountingAdjustment, adjustStatus, suspensionReason } = request
  if (action === 'adjustOnly' && !isAccountingAdjustment)
    return refuseField(100, 'action', 'adjustOnly needs isAccountingAdjustment')
  if (action === 'adjustOnly' && !adjustStatus) return refuseField(100, 'adjustStatus', 'is required for adjustOnly')
  if (action === 'hold' && isAccountingAdjustment) return refuseField(100, 'isAccountingAdjustment', 'is not for hold')
  if (adjustStatus && !isAccountingAdjustment) return refuseField(100, 'adjustStatus', 'needs isAccountingAdjustment')
  if (suspensionReason && !adjustStatus) return refuseField(100, 'suspensionReason', 'needs adjustStatus')
  return undefined
}

function checkAmount(request: UpdateBalanceRequest): Refusal | undefined {
  const { action, amount, isAccountingAdjustment } = request
  if (action === 'adjustOnly') return amount && refuseField(100, 'amount', 'is not allowed for adjustOnly')
  if (!amount) return refuseField(100, 'amount', `is required for ${action}`)
  if (!amount.amount) return refuseField(100, 'amount.amount', 'is required')
  const wrongCode = checkBalanceCode(amount, 'amount')
  if (wrongCode) return wrongCode
  if (amount.amount.units < 0 && !isAccountingAdjustment) {
    return refuseField(100, 'amount.amount', 'must not be negative, except in an accounting adjustment')
  }
  const cancelsHold =
    action === 'redeem' && request.redeemFromHoldTransactionId !== undefined && request.releaseHoldRemainder
  if (amount.amount.units === 0 && !cancelsHold) return refuseField(100, 'amount.amount', 'must not be zero')
  if (amount.convertToMainCurrency && (action !== 'redeem' || amount.balanceType !== 'Currency')) {
    return refuseField(100, 'amount.convertToMainCurrency', 'is for redemptions of a currency')
  }
  return undefined
}

function checkBucket({ action, couponId, subtrackIndex, childCardNumber }: UpdateBalanceRequest): Refusal | undefined {
  if (couponId !== undefined && subtrackIndex !== undefined)
    return refuseField(100, 'couponId', 'give couponId or subtrackIndex, not both')
  if (couponId !== undefined && childCardNumber !== undefined)
    return refuseField(100, 'couponId', 'is not for child cards')
  if (action !== 'adjustOnly') return undefined
  if (couponId !== undefined) return refuseField(100, 'couponId', 'is not for adjustOnly')
  return subtrackIndex === undefined ? undefined : refuseField(100, 'subtrackIndex', 'is not for adjustOnly')
}

function checkIssuance(request: UpdateBalanceRequest): Refusal | undefined {
  if (request.isGoodwill && (request.action !== 'issue' || request.isAccountingAdjustment))
    return refuseField(100, 'isGoodwill', 'is for issuances that correct nothing')
  if (request.action === 'issue')
    return (request.amount?.amount?.units ?? 0) < 0 ? checkNegativeIssue(request) : undefined
  if (request.isReturnRelated) return refuseField(100, 'isReturnRelated', 'is for issuances')
  if (request.issuedBalanceExpiration !== undefined)
    return refuseField(100, 'issuedBalanceExpiration', 'is for issuances')
  if (request.issuedBalanceActivation !== undefined)
    return refuseField(100, 'issuedBalanceActivation', 'is for issuances')
  if (request.balanceReference !== undefined) return refuseField(100, 'balanceReference', 'is for issuances')
  return undefined
}

/** A negative issuance makes no lot that could expire, become active or come from a return. */
function checkNegativeIssue(request: UpdateBalanceRequest): Refusal | undefined {
  const { issuedBalanceExpiration, issuedBalanceActivation, isReturnRelated } = request
  if (isReturnRelated) return refuseField(100, 'isReturnRelated', 'is not for negative amounts')
  if (issuedBalanceExpiration !== undefined)
    return refuseField(100, 'issuedBalanceExpiration', 'is not for negative amounts')
  if (issuedBalanceActivation !== undefined)
    return refuseField(100, 'issuedBalanceActivation', 'is not for negative amounts')
  return undefined
}

function checkRedemption(request: UpdateBalanceRequest): Refusal | undefined {
  const { action, isCashout, redeemFromHoldTransactionId: hold, orderTotal, amount } = request
  if (action === 'hold' && request.redeemMaxOnOverdraw)
    return refuseField(100, 'redeemMaxOnOverdraw', 'is not for hold')
  if (action !== 'redeem') {
    if (hold !== undefined) return refuseField(100, 'redeemFromHoldTransactionId', 'is for redemptions')
    if (request.releaseHoldRemainder) return refuseField(100, 'releaseHoldRemainder', 'is for redemptions')
    if (isCashout) return refuseField(100, 'isCashout', 'is for redemptions')
  }
  if (request.releaseHoldRemainder && hold === undefined)
    return refuseField(100, 'releaseHoldRemainder', 'needs redeemFromHoldTransactionId')
  if (isCashout && hold !== undefined) return refuseField(100, 'isCashout', 'is not for redemptions from a hold')
  if (isCashout && request.isAccountingAdjustment)
    return refuseField(100, 'isCashout', 'is not for accounting adjustments')
  if (isCashout && request.redeemMaxOnOverdraw)
    return refuseField(100, 'isCashout', 'takes exactly what is there, not redeemMaxOnOverdraw')
  if (hold !== undefined && (amount?.amount?.units ?? 0) < 0)
    return refuseField(100, 'amount.amount', 'must not be negative for a hold')
  if (orderTotal && orderTotal.units < 0) return refuseField(100, 'orderTotal', 'must not be negative')
  // An order costs money: points and amounts of another currency cannot be compared with it.
  const isMoney = amount?.balanceType === 'Currency' && !amount.convertToMainCurrency
  const comparable = isMoney ? amount.amount : undefined
  if (orderTotal && action === 'redeem' && comparable && isLess(orderTotal, comparable)) {
    return refuseField(100, 'orderTotal', 'must be at least the redemption amount')
  }
  return undefined
}

function isLess(a: Decimal, b: Decimal): boolean {
  return BigInt(a.units) * 10n ** BigInt(b.scale) < BigInt(b.units) * 10n ** BigInt(a.scale)
}
