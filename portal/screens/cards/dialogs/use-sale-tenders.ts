import { useState } from 'react'
import { currencyScale } from '../../../../server/ground/kernel/currency.ts'
import type { OperationRequest } from '../../../ask/ask.ts'
import { useAmountReader } from '../../../parts/use-amount-reader.ts'
import { exactSum } from '../amounts.ts'
import type { TillDialog } from '../till-dialog.ts'
import { usableOf } from './usable-of.ts'
import { useOtherCards } from './use-other-cards.ts'

type Payments = NonNullable<OperationRequest<'checkout'>['paymentMethods']>

/** How what is left is paid: all in cash, all by a bank card, or some of it in cash. */
export type RestTender = 'cash' | 'bankCard' | 'both'

interface TenderInput extends Pick<TillDialog, 'card'> {
  readonly currency: string
  readonly total: number
}

export type SaleTenderState = ReturnType<typeof useSaleTenders>

/** Who pays what of a sale: other cards, the customer's own for what these leave, and what is collected at the till. */
export function useSaleTenders({ card, currency, total }: TenderInput) {
  const [payment, setPayment] = useState('')
  const [rest, setRest] = useState<RestTender>('cash')
  const [cashTyped, setCash] = useState('')
  const others = useOtherCards({ card, currency, total })
  const byCard = payment === '' ? 0 : Math.min(usableOf(card, currency), others.left)
  const toCollect = exactSum(others.left - byCard)
  // Where nothing is left to collect, there is no field for the cash.
  const isSplit = rest === 'both' && toCollect > 0
  const typedCash = useAmountReader()(isSplit ? cashTyped : '', { scale: currencyScale(currency) })
  const cash = isSplit ? (typedCash.amount ?? 0) : rest === 'cash' ? toCollect : 0
  const byBank = exactSum(toCollect - cash)
  const payments: Payments = [
    ...(byCard > 0
      ? [{ redeemBalance: true, balanceType: 'Currency' as const, balanceCode: currency, amount: byCard }]
      : []),
    ...(cash > 0 ? [{ paymentType: 'cash', amount: cash }] : []),
    ...(byBank > 0 ? [{ paymentType: 'card', amount: byBank }] : []),
  ]
  const { fault: cashFault } = typedCash
  const isCashWhole = byBank >= 0 && cashFault === undefined
  const isWhole = isCashWhole && others.isWhole
  const own = { payment, setPayment, rest, setRest, cashTyped, setCash, cashFault }
  return { ...own, others, toCollect, byBank, isWhole, isCashWhole, payments }
}
