import { readAmount } from '../../../../domain/checkout/read-amounts.ts'
import type { CheckoutRecord, KeptReturn, PaidBack } from '../../../../domain/checkout/record.ts'
import { isRefusal, type Refusal, refuse, refuseField } from '../../../../ground/kernel/errors.ts'
import type { Minor } from '../../../../ground/kernel/money.ts'
import type { ReturnRequest } from './contract.ts'

/** How much of what balances paid in a sale itself was given back before, and is with this return, in its currency. */
export interface PaymentsBack {
  readonly whole: Minor
  readonly before: Minor
  readonly now: Minor
  /** What returns that stand have given back to each balance that paid. */
  readonly earlier: readonly (readonly PaidBack[])[]
  /** All payments are reversed, also those that it referred to. */
  readonly isReversal: boolean
}

/** What balances paid in the sale itself. Redemptions that it referred to are calls of their own. */
const paidByBalances = ({ content }: Pick<CheckoutRecord, 'content'>): Minor =>
  (content.payments ?? []).reduce((sum, { paid, redeemBalance }) => sum + (redeemBalance ? paid : 0), 0)

/** What returns that stand have given back of it. One that says nothing and reversed the payments gave all of it. */
export function paymentsBackSoFar(sale: Pick<CheckoutRecord, 'content' | 'returned'>): Minor {
  const { returns = [], paymentsReversedBy } = sale.returned ?? {}
  const whole = paidByBalances(sale)
  return returns.reduce((sum, { ref, paymentsBack }) => {
    return sum + (paymentsBack ?? (ref === paymentsReversedBy ? whole : 0))
  }, 0)
}

/** As the sale keeps it. A reversal of everything at once says nothing of amounts. */
export function keptPaymentsBack(
  { before, now, isReversal }: PaymentsBack,
  paymentsBackTo: readonly PaidBack[],
): Pick<KeptReturn, 'paymentsBack' | 'paymentsBackTo'> {
  const isSaid = isReversal ? before > 0 : now > 0
  return isSaid ? { paymentsBack: now, paymentsBackTo } : {}
}

export function readPaymentsBack(sale: CheckoutRecord, request: ReturnRequest): PaymentsBack | Refusal {
  const { reversePayments, reversedPaymentAmount, failIfOverReturn } = request
  const [whole, before] = [paidByBalances(sale), paymentsBackSoFar(sale)]
  if (reversePayments && sale.returned?.paymentsReversedBy !== undefined)
    return refuse(119, 'The payments of the sale were reversed before.')
  const earlier = (sale.returned?.returns ?? []).flatMap(({ paymentsBackTo }) =>
    paymentsBackTo ? [paymentsBackTo] : [],
  )
  const soFar = { whole, before, earlier }
  if (reversePayments) return { ...soFar, now: whole - before, isReversal: true }
  if (!reversedPaymentAmount) return { ...soFar, now: 0, isReversal: false }
  const asked = readAmount(reversedPaymentAmount, sale.scale, 'reversedPaymentAmount')
  if (isRefusal(asked)) return asked
  const left = whole - before
  if (asked > left && failIfOverReturn) return refuse(120, 'More would be given back than balances paid for the sale.')
  return { ...soFar, now: Math.min(asked, left), isReversal: false }
}

/** Whoever gives back everything need not say how much; and without its checkout nobody knows what was paid. */
export function refusePaymentForm(request: ReturnRequest): Refusal | undefined {
  const { reversedPaymentAmount: amount, reversePayments, checkoutRequestRef } = request
  if (!amount) return undefined
  if (amount.units < 0) return refuseField(100, 'reversedPaymentAmount', 'must not be negative')
  if (reversePayments) return refuseField(100, 'reversedPaymentAmount', 'is for a return without reversePayments')
  return checkoutRequestRef === undefined
    ? refuseField(100, 'reversedPaymentAmount', 'needs checkoutRequestRef')
    : undefined
}
