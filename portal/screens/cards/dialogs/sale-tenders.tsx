import { Button, Group, NativeSelect, SegmentedControl, Stack, Table, Text, TextInput } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { useAmountWords, useMoneyWords } from '../amounts.ts'
import { useScanTarget } from '../scans.tsx'
import type { TillDialog } from '../till-dialog.ts'
import type { RestTender, SaleTenderState } from './use-sale-tenders.ts'

interface SaleTendersProps extends Pick<TillDialog, 'card'> {
  readonly currency: string
  readonly tenders: SaleTenderState
  /** Whether it is known what the sale comes to: before, nothing is said that could change. */
  readonly isKnown: boolean
}

/** Who pays what, and what is still to collect. */
export function SaleTenders({ card, currency, tenders, isKnown }: SaleTendersProps) {
  const { till: texts } = useTexts()
  const money = useMoneyWords()
  const { toCollect, rest } = tenders
  return (
    <Stack gap="sm">
      <PaymentChoice card={card} currency={currency} value={tenders.payment} onChange={tenders.setPayment} />
      <SecondCard currency={currency} tenders={tenders} />
      <Table verticalSpacing={4} withRowBorders={false} aria-label={texts.payments}>
        <Table.Tbody>
          <Table.Tr>
            <Table.Td fw={600} fz="lg">
              {texts.toCollect}
            </Table.Td>
            <Table.Td ta="right" fw={600} fz="lg">
              {isKnown ? money(toCollect, currency) : '…'}
            </Table.Td>
          </Table.Tr>
        </Table.Tbody>
      </Table>
      {toCollect > 0 && (
        <SegmentedControl
          aria-label={texts.collectBy}
          value={rest}
          onChange={(next) => tenders.setRest(next as RestTender)}
          data={(['cash', 'bankCard', 'both'] as const).map((value) => ({ value, label: texts.tenders[value] }))}
        />
      )}
      {toCollect > 0 && rest === 'both' && (
        <TextInput
          label={texts.inCash}
          description={texts.byBank(money(Math.max(0, tenders.byBank), currency))}
          inputMode="decimal"
          value={tenders.cashTyped}
          error={tenders.isWhole ? undefined : texts.tooMuchCash(money(toCollect, currency))}
          onChange={({ currentTarget }) => tenders.setCash(currentTarget.value)}
        />
      )}
      {tenders.error && <ErrorPanel error={tenders.error} />}
    </Stack>
  )
}

interface PaymentChoiceProps extends Pick<TillDialog, 'card'> {
  readonly currency: string
  readonly value: string
  readonly onChange: (code: string) => void
}

function PaymentChoice({ card, currency, value, onChange }: PaymentChoiceProps) {
  const { till: texts } = useTexts()
  const words = useAmountWords()
  const able = card.balances.filter(({ balanceCode, bucket }) => bucket === undefined && balanceCode === currency)
  if (able.length === 0) return null
  return (
    <NativeSelect
      label={texts.payWith}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={[
        { value: '', label: texts.noPayment },
        ...able.map((one) => ({ value: one.balanceCode ?? '', label: texts.upTo(words(one)) })),
      ]}
    />
  )
}

/** Another card, such as a gift card, that pays some of it. While its field is open, a scan is for it. */
function SecondCard({ currency, tenders }: Omit<SaleTendersProps, 'card' | 'isKnown'>) {
  const { till: texts } = useTexts()
  const [isOpen, setOpen] = useState(false)
  if (!isOpen)
    return (
      <Group>
        <Button variant="default" onClick={() => setOpen(true)}>
          {texts.secondCard}
        </Button>
      </Group>
    )
  return <SecondCardField currency={currency} tenders={tenders} />
}

function SecondCardField({ currency, tenders }: Omit<SaleTendersProps, 'card' | 'isKnown'>) {
  const { till: texts } = useTexts()
  const money = useMoneyWords()
  const [typed, setTyped] = useState(tenders.secondNumber)
  const { secondState: state } = tenders
  const take = (number: string) => {
    setTyped(number)
    tenders.setSecond(number.trim())
  }
  // Once it has its card, what is scanned next is something else.
  useScanTarget((text) => {
    if (state === 'pays') return false
    take(text)
    return true
  })
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || typed.trim() === tenders.secondNumber) return
    event.preventDefault()
    take(typed)
  }
  const isWrong = state === 'same' || state === 'unknown' || state === 'nothing'
  return (
    <>
      <TextInput
        label={texts.secondCard}
        description={texts.secondCardHint}
        autoComplete="off"
        // It was opened to be filled.
        autoFocus
        value={typed}
        error={isWrong ? texts.secondWrong[state] : undefined}
        onKeyDown={onKey}
        onBlur={() => take(typed)}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {state === 'pays' && <Text>{texts.secondPays(money(tenders.bySecond, currency))}</Text>}
    </>
  )
}
