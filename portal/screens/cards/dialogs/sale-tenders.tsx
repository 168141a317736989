import { NativeSelect, SegmentedControl, Stack, Table, TextInput } from '@mantine/core'
import { useTexts } from '../../../texts/texts.ts'
import { useAmountWords, useMoneyWords } from '../amounts.ts'
import type { TillDialog } from '../till-dialog.ts'
import { OtherCards } from './other-cards.tsx'
import { ScannedCard } from './scanned-card.tsx'
import { TipField, type TipState } from './tip-field.tsx'
import type { RestTender, SaleTenderState } from './use-sale-tenders.ts'

interface SaleTendersProps extends Pick<TillDialog, 'card' | 'setup'> {
  readonly currency: string
  readonly tenders: SaleTenderState
  readonly tip: TipState
  readonly isFrozen: boolean
}

/** Who pays what. */
export function SaleTenders({ card, setup, currency, tenders, tip, isFrozen }: SaleTendersProps) {
  const { till: texts } = useTexts()
  const money = useMoneyWords()
  const { toCollect, rest } = tenders
  return (
    <Stack gap="sm">
      <ScannedCard card={card} products={setup.products} others={tenders.others} isFrozen={isFrozen} />
      <TipField {...{ tip, currency }} />
      <PaymentChoice card={card} currency={currency} value={tenders.payment} onChange={tenders.setPayment} />
      <OtherCards others={tenders.others} currency={currency} isFrozen={isFrozen} />
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
          error={tenders.cashFault ?? (tenders.isCashWhole ? undefined : texts.tooMuchCash(money(toCollect, currency)))}
          onChange={({ currentTarget }) => tenders.setCash(currentTarget.value)}
        />
      )}
    </Stack>
  )
}

interface ToCollectProps extends Pick<SaleTendersProps, 'currency' | 'tenders'> {
  /** Whether it is known what the sale comes to: before, nothing is said that could change. */
  readonly isKnown: boolean
}

/** What the customer still has to hand over. */
export function ToCollect({ currency, tenders, isKnown }: ToCollectProps) {
  const { till: texts } = useTexts()
  const money = useMoneyWords()
  return (
    <Table verticalSpacing={4} withRowBorders={false} aria-label={texts.payments}>
      <Table.Tbody>
        <Table.Tr>
          <Table.Td fw={600} fz="lg">
            {texts.toCollect}
          </Table.Td>
          <Table.Td ta="right" fw={600} fz="lg">
            {isKnown ? money(tenders.toCollect, currency) : '…'}
          </Table.Td>
        </Table.Tr>
      </Table.Tbody>
    </Table>
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
