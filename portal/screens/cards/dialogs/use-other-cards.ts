import { useState } from 'react'
import { currencyScale } from '../../../../server/ground/kernel/currency.ts'
import { ask } from '../../../ask/ask.ts'
import { useBrand } from '../../../ask/brand-context.ts'
import { hasReason } from '../../../ask/portal-error.ts'
import { useAmountReader } from '../../../parts/use-amount-reader.ts'
import { useTexts } from '../../../texts/texts.ts'
import { exactSum, useMoneyWords } from '../amounts.ts'
import type { TillDialog } from '../till-dialog.ts'
import { usableOf } from './usable-of.ts'

/** A card of somebody, or another one of the same customer, that is to pay for a sale. */
interface OtherCard {
  readonly cardNumber: string
  readonly usable: number
  /** What it is to pay; empty for as much as it can. */
  readonly typed: string
}

export interface PayingCard extends OtherCard {
  readonly amount: number
  readonly fault?: string | undefined
  /** It pays less than it could or was told to, because no more is left to pay. */
  readonly isCut: boolean
}

export type OtherCardsState = ReturnType<typeof useOtherCards>

interface OtherCardsInput extends Pick<TillDialog, 'card'> {
  readonly currency: string
  readonly total: number
}

const othersMax = 5

/** The other cards that pay for a sale: each in turn as much as it can, or as was typed. */
export function useOtherCards({ card, currency, total }: OtherCardsInput) {
  const { till: texts } = useTexts()
  const { id: brand } = useBrand()
  const money = useMoneyWords()
  const read = useAmountReader()
  const [others, setOthers] = useState<readonly OtherCard[]>([])
  const [fault, setFault] = useState<string>()
  const refuse = (words: string) => {
    setFault(words)
    return false
  }
  /** Whether it can pay. */
  const add = async (text: string): Promise<boolean> => {
    const found = await ask('terminalCard', { cardNumber: text }, brand).catch((error: unknown) => error as Error)
    if (found instanceof Error) return refuse(hasReason(found, 'notFound') ? texts.noCard(text) : found.message)
    const { cardNumber, isUsable } = found
    const usable = usableOf(found, currency)
    if (cardNumber === card.cardNumber || others.some((one) => one.cardNumber === cardNumber))
      return refuse(texts.paysAlready)
    if (!isUsable || usable === 0) return refuse(texts.cannotPay(cardNumber, currency))
    setFault(undefined)
    setOthers((before) => [...before, { cardNumber, usable, typed: '' }])
    return true
  }
  let left = total
  const paying = others.map((one): PayingCard => {
    const most = Math.min(one.usable, left)
    const { amount = 0, fault: unread } = read(one.typed, { scale: currencyScale(currency) })
    const wanted = one.typed.trim() === '' ? most : amount
    left = exactSum(left - Math.min(wanted, most))
    const hasLess = wanted > one.usable ? texts.tooMuchCash(money(one.usable, currency)) : undefined
    const fault = one.typed.trim() === '' ? undefined : (unread ?? hasLess)
    // The sale may have become smaller since it was typed: a card never pays more than what is left.
    return { ...one, amount: Math.min(wanted, most), fault, isCut: wanted > most || most === 0 }
  })
  const change = (cardNumber: string, typed: string) =>
    setOthers((before) => before.map((one) => (one.cardNumber === cardNumber ? { ...one, typed } : one)))
  const remove = (cardNumber: string) => setOthers((before) => before.filter((one) => one.cardNumber !== cardNumber))
  return {
    paying,
    fault,
    add,
    change,
    remove,
    forget: () => setFault(undefined),
    mayAdd: others.length < othersMax,
    left,
    isWhole: paying.every((one) => one.fault === undefined),
  }
}
