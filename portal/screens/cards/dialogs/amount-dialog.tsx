import { NativeSelect, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../../../ask/brand-context.ts'
import { useAmountReader } from '../../../parts/use-amount-reader.ts'
import type { Texts } from '../../../texts/shape.ts'
import { useTexts } from '../../../texts/texts.ts'
import { useAmountWords, useValueTitle } from '../amounts.ts'
import { NumberPad } from '../number-pad.tsx'
import type { TillDialog } from '../till-dialog.ts'
import { useDone } from '../use-done.ts'
import { ChangeForm } from './change-form.tsx'
import { CountedDay, useCountedDay } from './counted-day.tsx'
import { GiftFields, useGift } from './gift-fields.tsx'

type AmountAction = 'redeem' | 'issue' | 'hold' | 'adjust' | 'cashOut'

/** Moves an amount of one value: used, loaded, put on hold, corrected, or paid out as a whole. */
export function AmountDialog(props: TillDialog & { readonly action: AmountAction }) {
  const { card, setup, location, requestId, action, onClose } = props
  const { till: texts } = useTexts()
  const mayRepair = useMay('cards.repair')
  const isGift = action === 'issue' && mayRepair
  const words = useAmountWords()
  const [{ childNumber, chosen }, choose] = useState({ childNumber: '', chosen: 0 })
  const child = card.children.find(({ cardNumber }) => cardNumber === childNumber)
  const own = ownOf(child ?? card)
  const values = action === 'issue' || action === 'adjust' ? valuesOf(setup, card.program, !mayRepair) : own
  const readTyped = useAmountReader()
  const [typed, setTyped] = useState('')
  const [isLess, setLess] = useState(false)
  const [isChecked, setChecked] = useState(false)
  const value = values[chosen]
  const available = own.find((one) => one.balanceType === value?.balanceType && one.balanceCode === value.balanceCode)
  const read = readTyped(typed, { scale: value?.scale ?? 0 })
  const amount = action === 'cashOut' ? available?.amount : read.amount
  const shown = value && amount !== undefined ? words({ ...value, amount }) : ''
  const isWhole = value && amount !== undefined && amount > 0
  const gift = useGift({ isGift, setup, location, value })
  const counted = useCountedDay({ isCorrection: action === 'adjust', setup })
  const isReady = isWhole && !gift.isMissing && !counted.isWrong
  const asked = isReady ? requestOf(action, { card, childNumber, value, amount, isLess }) : undefined
  const request = asked && { ...asked, ...gift.request, ...counted.request }
  const fault = isChecked && !isWhole ? (read.fault ?? texts.amountWrong) : undefined
  const done = useDone(card.cardNumber, gift.place)
  const finish = ({ requestRef }: { readonly requestRef: string }) => {
    done(texts.done[isGift ? 'give' : action](shown), requestRef, { childCardNumber: childNumber || undefined })
    onClose()
  }
  if (values.length === 0 && card.children.length === 0) return <Text>{texts.nothingToUse}</Text>
  return (
    <ChangeForm
      operation="updateBalance"
      request={request}
      location={gift.place}
      requestId={requestId}
      action={labelOf(action, texts, mayRepair)}
      needsReason={action !== 'redeem' && action !== 'hold'}
      usualReason={action === 'issue' && !mayRepair ? texts.reasons.issue : ''}
      onMissing={() => setChecked(true)}
      onDone={finish}
      onClose={onClose}
    >
      <Stack>
        <WhichCard card={card} value={childNumber} onChange={(number) => choose({ childNumber: number, chosen: 0 })} />
        <WhichValue {...{ values, chosen, available }} onChange={(index) => choose({ childNumber, chosen: index })} />
        {action === 'adjust' && <Direction isLess={isLess} onChange={setLess} />}
        {action === 'cashOut' ? (
          <Text>{texts.cashOutWhat(shown)}</Text>
        ) : (
          <HowMuch {...{ action, value, available, typed, fault }} shown={read.shown} onChange={setTyped} />
        )}
        <CountedDay {...counted.fields} />
        <GiftFields {...gift.fields} isChecked={isChecked} />
      </Stack>
    </ChangeForm>
  )
}

const labelOf = (action: AmountAction, { actions }: Texts['till'], mayRepair: boolean) =>
  action === 'issue' && mayRepair ? actions.give : actions[action]

/** At a counter an amount mostly means money: where the card has any, nobody takes points for it by mistake. */
const ownOf = ({ balances }: Pick<TillDialog['card'], 'balances'>) =>
  moneyFirst(balances.filter(({ bucket }) => bucket === undefined))

function moneyFirst<One extends Pick<Value, 'balanceType'>>(values: readonly One[]): readonly One[] {
  const isMoney = ({ balanceType }: One) => balanceType === 'Currency'
  return [...values.filter(isMoney), ...values.filter((one) => !isMoney(one))]
}

type Value = Omit<TillDialog['card']['balances'][number], 'amount'>

/** What cards of the program can hold. */
function valuesOf({ values }: TillDialog['setup'], program: string | undefined, isLoad: boolean): readonly Value[] {
  const own = values.filter((one) => program === undefined || one.program === program)
  const each = [...new Map(own.map((one) => [`${one.balanceType} ${one.balanceCode ?? ''}`, one])).values()]
  return isLoad ? moneyFirst(each) : each
}

interface WantedAmount {
  readonly card: TillDialog['card']
  /** '' for the card itself. */
  readonly childNumber: string
  readonly value: Value
  readonly amount: number
  readonly isLess: boolean
}

function requestOf(action: AmountAction, { card, childNumber, value, amount, isLess }: WantedAmount) {
  const { balanceType, balanceCode } = value
  const sum = { balanceType, amount, ...(balanceCode !== undefined && { balanceCode }) }
  const which = { cardNumber: card.cardNumber, ...(childNumber !== '' && { childCardNumber: childNumber }) }
  if (action === 'adjust')
    return {
      ...which,
      action: isLess ? ('redeem' as const) : ('issue' as const),
      amount: sum,
      isAccountingAdjustment: true,
    }
  if (action === 'cashOut') return { ...which, action: 'redeem' as const, amount: sum, isCashout: true }
  return { ...which, action, amount: sum }
}

interface WhichValueProps {
  readonly values: readonly Value[]
  readonly chosen: number
  readonly available: TillDialog['card']['balances'][number] | undefined
  readonly onChange: (index: number) => void
}

function WhichValue({ values, chosen, available, onChange }: WhichValueProps) {
  const { till: texts, cards } = useTexts()
  const words = useAmountWords()
  const titleOf = useValueTitle()
  if (values.length === 0) return <Text>{cards.nothing}</Text>
  return (
    <NativeSelect
      label={texts.value}
      value={chosen}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
      data={values.map((one, index) => ({ value: String(index), label: titleOf(one) }))}
      description={available && texts.available(words(available))}
    />
  )
}

interface WhichCardProps {
  readonly card: TillDialog['card']
  readonly value: string
  readonly onChange: (child: string) => void
}

/** The card itself or one of its child cards, where it has any. */
function WhichCard({ card, value, onChange }: WhichCardProps) {
  const { till: texts } = useTexts()
  const words = useAmountWords()
  if (card.children.length === 0) return null
  const label = (number: string, balances: TillDialog['card']['balances']) =>
    [number, ...balances.filter(({ bucket }) => bucket === undefined).map(words)].join(' · ')
  return (
    <NativeSelect
      label={texts.whichCard}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={[
        { value: '', label: label(card.cardNumber, card.balances) },
        ...card.children.map((one) => ({ value: one.cardNumber, label: label(one.cardNumber, one.balances) })),
      ]}
    />
  )
}

interface HowMuchProps {
  readonly action: AmountAction
  readonly value: Value | undefined
  readonly available: TillDialog['card']['balances'][number] | undefined
  readonly typed: string
  readonly fault: string | undefined
  /** What was read of it. */
  readonly shown: string | undefined
  readonly onChange: (typed: string) => void
}

/** What is mostly loaded, or all that there is. */
function useQuickAmounts({ action, value, available }: Pick<HowMuchProps, 'action' | 'value' | 'available'>) {
  const words = useAmountWords()
  if (action !== 'issue') return available ? [{ label: words(available), amount: available.amount }] : []
  const usual = value?.balanceType === 'Currency' ? [10, 20, 25, 50, 100] : []
  return usual.flatMap((amount) => (value ? [{ label: words({ ...value, amount }), amount }] : []))
}

/** What was read of an amount stands below it, so that nothing moves while it is typed. */
const fieldOrder = ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[]

function HowMuch({ typed, fault, shown, onChange, ...of }: HowMuchProps) {
  const { till: texts } = useTexts()
  const quick = useQuickAmounts(of)
  return (
    <>
      <TextInput
        label={texts.amount}
        inputMode="decimal"
        value={typed}
        data-autofocus
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        error={fault}
        description={shown}
        inputWrapperOrder={fieldOrder}
      />
      <NumberPad value={typed} quick={quick} onChange={onChange} />
    </>
  )
}

function Direction({ isLess, onChange }: { readonly isLess: boolean; readonly onChange: (isLess: boolean) => void }) {
  const { till: texts } = useTexts()
  return (
    <SegmentedControl
      aria-label={texts.direction}
      value={isLess ? 'less' : 'more'}
      onChange={(next) => onChange(next === 'less')}
      data={[
        { value: 'more', label: texts.more },
        { value: 'less', label: texts.less },
      ]}
    />
  )
}
