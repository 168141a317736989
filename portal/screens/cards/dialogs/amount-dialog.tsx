import { NativeSelect, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../../../shell/brand-context.ts'
import type { Texts } from '../../../texts/shape.ts'
import { useTexts } from '../../../texts/texts.ts'
import { useAmountWords, useValueTitle } from '../amounts.ts'
import type { TillDialog } from '../till-dialog.ts'
import { useDone } from '../use-done.ts'
import { ChangeForm } from './change-form.tsx'
import { readNumber } from './read-number.ts'

type AmountAction = 'redeem' | 'issue' | 'hold' | 'adjust' | 'cashOut'

/** Moves an amount of one value: used, loaded, put on hold, corrected, or paid out as a whole. */
export function AmountDialog(props: TillDialog & { readonly action: AmountAction }) {
  const { card, setup, location, requestId, action, onClose } = props
  const { till: texts, cards } = useTexts()
  const mayRepair = useMay('cards.repair')
  const words = useAmountWords()
  const done = useDone(card.cardNumber, location)
  const [childNumber, chooseChild] = useState('')
  const child = card.children.find(({ cardNumber }) => cardNumber === childNumber)
  const own = (child ?? card).balances.filter(({ bucket }) => bucket === undefined)
  const values = action === 'issue' || action === 'adjust' ? valuesOf(setup) : own
  const [chosen, choose] = useState(0)
  const [typed, setTyped] = useState('')
  const [isLess, setLess] = useState(false)
  const [isChecked, setChecked] = useState(false)
  const value = values[chosen]
  const available = own.find((one) => one.balanceType === value?.balanceType && one.balanceCode === value.balanceCode)
  const amount = action === 'cashOut' ? available?.amount : readNumber(typed)
  const shown = value && amount !== undefined ? words({ ...value, amount }) : ''
  const request =
    value && amount !== undefined && amount > 0
      ? requestOf(action, { card, childNumber, value, amount, isLess })
      : undefined
  if (values.length === 0 && card.children.length === 0) return <Text>{cards.nothing}</Text>
  return (
    <ChangeForm
      operation="updateBalance"
      request={request}
      location={location}
      requestId={requestId}
      action={labelOf(action, texts, mayRepair)}
      needsReason={action !== 'redeem' && action !== 'hold'}
      usualReason={action === 'issue' && !mayRepair ? texts.reasons.issue : ''}
      onMissing={() => setChecked(true)}
      onDone={({ requestRef }) => {
        done(texts.done[action](shown), requestRef, childNumber || undefined)
        onClose()
      }}
      onClose={onClose}
    >
      <Stack>
        <WhichCard
          card={card}
          value={childNumber}
          onChange={(next) => {
            chooseChild(next)
            choose(0)
          }}
        />
        <WhichValue values={values} chosen={chosen} available={available} onChange={choose} />
        {action === 'adjust' && <Direction isLess={isLess} onChange={setLess} />}
        {action === 'cashOut' ? (
          <Text>{texts.cashOutWhat(shown)}</Text>
        ) : (
          <HowMuch value={typed} onChange={setTyped} isWrong={isChecked && request === undefined} />
        )}
      </Stack>
    </ChangeForm>
  )
}

const labelOf = (action: AmountAction, { actions }: Texts['till'], mayRepair: boolean) =>
  action === 'issue' && mayRepair ? actions.give : actions[action]

type Value = Omit<TillDialog['card']['balances'][number], 'amount'>

/** Each value once, whatever programs have it. */
function valuesOf({ values }: TillDialog['setup']): readonly Value[] {
  return [...new Map(values.map((one) => [`${one.balanceType} ${one.balanceCode ?? ''}`, one])).values()]
}

interface Wanted {
  readonly card: TillDialog['card']
  /** '' for the card itself. */
  readonly childNumber: string
  readonly value: Value
  readonly amount: number
  readonly isLess: boolean
}

function requestOf(action: AmountAction, { card, childNumber, value, amount, isLess }: Wanted) {
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

function HowMuch({ value, onChange, isWrong }: { value: string; onChange: (typed: string) => void; isWrong: boolean }) {
  const { till: texts } = useTexts()
  return (
    <TextInput
      label={texts.amount}
      inputMode="decimal"
      value={value}
      data-autofocus
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      error={isWrong ? texts.amountWrong : undefined}
    />
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
