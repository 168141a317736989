import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { currencyScale } from '../../../../server/ground/kernel/currency.ts'
import { useAmountReader } from '../../../parts/use-amount-reader.ts'
import { useTexts } from '../../../texts/texts.ts'
import { useMoneyWords } from '../amounts.ts'

export type TipState = ReturnType<typeof useTip>

/** What is paid on top of a sale. */
export function useTip(currency: string) {
  const [typed, setTyped] = useState('')
  const { amount = 0, fault } = useAmountReader()(typed, { scale: currencyScale(currency) })
  return { typed, setTyped, amount, fault, request: amount > 0 ? { checkoutTipTotal: amount } : {} }
}

export function TipField({ tip, currency }: { readonly tip: TipState; readonly currency: string }) {
  const { call: texts } = useTexts()
  const money = useMoneyWords()
  return (
    <TextInput
      w={140}
      label={texts.tip}
      inputMode="decimal"
      placeholder={money(0, currency)}
      value={tip.typed}
      error={tip.fault}
      onChange={({ currentTarget }) => tip.setTyped(currentTarget.value)}
    />
  )
}
