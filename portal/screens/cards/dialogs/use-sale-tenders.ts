import { useRef, useState } from 'react'
import type { OperationRequest } from '../../../ask/ask.ts'
import { hasReason } from '../../../ask/portal-error.ts'
import { useAsking, useCallToDo } from '../../../ask/queries.ts'
import { useTexts } from '../../../texts/texts.ts'
import type { TillDialog } from '../till-dialog.ts'
import { readNumber } from './read-number.ts'

type Payments = NonNullable<OperationRequest<'checkout'>['paymentMethods']>

/** How what is left is paid: all in cash, all by a bank card, or some of it in cash. */
export type RestTender = 'cash' | 'bankCard' | 'both'

interface TenderInput extends Pick<TillDialog, 'card' | 'location' | 'requestId'> {
  readonly currency: string
  readonly total: number
}

export type SaleTenderState = ReturnType<typeof useSaleTenders>

/** Who pays what of a sale: the card, another card, and what is collected at the till. */
export function useSaleTenders({ card, currency, total, location, requestId }: TenderInput) {
  const [payment, setPayment] = useState('')
  const [secondNumber, setSecond] = useState('')
  const [rest, setRest] = useState<RestTender>('cash')
  const [cashTyped, setCash] = useState('')
  const isOther = secondNumber !== '' && secondNumber !== card.cardNumber
  const second = useAsking('terminalCard', { cardNumber: secondNumber }, { enabled: isOther })
  const found = isOther && second.data?.cardNumber === secondNumber && second.data.isUsable ? second.data : undefined
  const byCard = payment === '' ? 0 : Math.min(usableOf(card, currency), total)
  const bySecond = found ? Math.min(usableOf(found, currency), exact(total - byCard)) : 0
  const toCollect = exact(total - byCard - bySecond)
  const cash = rest === 'both' ? (readNumber(cashTyped) ?? 0) : rest === 'cash' ? toCollect : 0
  const byBank = exact(toCollect - cash)
  const other = useSecondPayment({ cardNumber: secondNumber, currency, amount: bySecond, location, requestId })
  const pay = async (): Promise<Payments> => {
    const ref = bySecond > 0 ? await other.pay() : undefined
    return [
      ...(byCard > 0
        ? [{ redeemBalance: true, balanceType: 'Currency' as const, balanceCode: currency, amount: byCard }]
        : []),
      ...(ref === undefined ? [] : [{ updateBalanceRequestRef: ref }]),
      ...(cash > 0 ? [{ paymentType: 'cash', amount: cash }] : []),
      ...(byBank > 0 ? [{ paymentType: 'card', amount: byBank }] : []),
    ]
  }
  return {
    payment,
    setPayment,
    secondNumber,
    setSecond,
    secondState: stateOf({ isOther, secondNumber, found, hasError: second.error !== null, bySecond }),
    bySecond,
    rest,
    setRest,
    cashTyped,
    setCash,
    toCollect,
    byBank,
    isWhole: byBank >= 0,
    pay,
    takeBack: other.takeBack,
    error: other.error,
  }
}

/** Without what binary fractions leave. */
const exact = (amount: number) => Math.round(amount * 1e6) / 1e6

const usableOf = ({ balances }: Pick<TillDialog['card'], 'balances'>, currency: string): number =>
  balances.find(({ balanceCode, bucket }) => bucket === undefined && balanceCode === currency)?.amount ?? 0

interface FoundSecond {
  readonly isOther: boolean
  readonly secondNumber: string
  readonly found: object | undefined
  readonly hasError: boolean
  readonly bySecond: number
}

function stateOf({ isOther, secondNumber, found, hasError, bySecond }: FoundSecond) {
  if (secondNumber === '') return 'none' as const
  if (!isOther) return 'same' as const
  if (hasError) return 'unknown' as const
  if (!found) return 'waiting' as const
  return bySecond > 0 ? ('pays' as const) : ('nothing' as const)
}

interface SecondPayment {
  readonly cardNumber: string
  readonly currency: string
  readonly amount: number
  readonly location: string | undefined
  readonly requestId: string
}

/** Another card pays by a call of its own, before the sale; if that is refused, it gets everything back. */
function useSecondPayment({ cardNumber, currency, amount, location, requestId }: SecondPayment) {
  const { till: texts, parts } = useTexts()
  const redeem = useCallToDo('updateBalance')
  const undo = useCallToDo('voidTransaction')
  const attempt = useRef(0)
  const paid = useRef<{ readonly requestRef: string; readonly cardNumber: string }>(undefined)
  const idOf = (part: string) => `${requestId}-${part}${attempt.current}`
  const pay = async (): Promise<string> => {
    const sum = { balanceType: 'Currency' as const, balanceCode: currency, amount }
    const request = { cardNumber, action: 'redeem' as const, amount: sum }
    const { requestRef } = await redeem.mutateAsync({
      request,
      location,
      requestId: idOf('pays'),
      what: texts.actions.redeem,
    })
    paid.current = { requestRef, cardNumber }
    return requestRef
  }
  const takeBack = (error: unknown) => {
    const made = paid.current
    // While it is not known whether the sale was made, its payment stands.
    if (!made || hasReason(error, 'inDoubt') || hasReason(error, 'unreachable')) return
    paid.current = undefined
    undo.mutate({ request: made, location, note: parts.undo, requestId: idOf('back'), what: parts.undo })
    attempt.current += 1
  }
  return { pay, takeBack, error: redeem.error ?? undo.error }
}
