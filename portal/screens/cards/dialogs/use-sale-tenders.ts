import { useState } from 'react'
import type { OperationRequest } from '../../../ask/ask.ts'
import type { TillDialog } from '../till-dialog.ts'
import { readNumber } from './read-number.ts'

type Payments = NonNullable<OperationRequest<'checkout'>['paymentMethods']>

/** How what is left is paid: all in cash, all by a bank card, or some of it in cash. */
export type RestTender = 'cash' | 'bankCard' | 'both'

interface TenderInput extends Pick<TillDialog, 'card'> {
  readonly currency: string
  readonly total: number
}

export type SaleTenderState = ReturnType<typeof useSaleTenders>

/** Who pays what of a sale: the customer's own card, and what is collected at the till. */
export function useSaleTenders({ card, currency, total }: TenderInput) {
  const [payment, setPayment] = useState('')
  const [rest, setRest] = useState<RestTender>('cash')
  const [cashTyped, setCash] = useState('')
  const byCard = payment === '' ? 0 : Math.min(usableOf(card, currency), total)
  const toCollect = exact(total - byCard)
  const cash = rest === 'both' ? (readNumber(cashTyped) ?? 0) : rest === 'cash' ? toCollect : 0
  const byBank = exact(toCollect - cash)
  const payments: Payments = [
    ...(byCard > 0
      ? [{ redeemBalance: true, balanceType: 'Currency' as const, balanceCode: currency, amount: byCard }]
      : []),
    ...(cash > 0 ? [{ paymentType: 'cash', amount: cash }] : []),
    ...(byBank > 0 ? [{ paymentType: 'card', amount: byBank }] : []),
  ]
  const isWhole = byBank >= 0
  return { payment, setPayment, rest, setRest, cashTyped, setCash, toCollect, byBank, isWhole, payments }
}

/** Without what binary fractions leave. */
const exact = (amount: number) => Math.round(amount * 1e6) / 1e6

const usableOf = ({ balances }: Pick<TillDialog['card'], 'balances'>, currency: string): number =>
  balances.find(({ balanceCode, bucket }) => bucket === undefined && balanceCode === currency)?.amount ?? 0
