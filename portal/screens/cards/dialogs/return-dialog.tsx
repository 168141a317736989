import { Checkbox, NativeSelect, NumberInput, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useBrand } from '../../../ask/brand-context.ts'
import { useAsking } from '../../../ask/queries.ts'
import { formatMoment } from '../../../parts/format.ts'
import { useTexts } from '../../../texts/texts.ts'
import { useMoneyWords } from '../amounts.ts'
import type { TillDialog } from '../till-dialog.ts'
import { useDone } from '../use-done.ts'
import { ChangeForm } from './change-form.tsx'

/** Takes products of a sale back. */
export function ReturnDialog({ card, location, requestId, onClose }: TillDialog) {
  const { till: texts } = useTexts()
  const brand = useBrand()
  const money = useMoneyWords()
  const done = useDone(card.cardNumber, location)
  const { data } = useAsking('terminalCard', { cardNumber: card.cardNumber })
  const [chosen, choose] = useState(0)
  const [counts, setCounts] = useState<Readonly<Record<number, number>>>({})
  const [isChecked, setChecked] = useState(false)
  if (!data) return <Skeleton height={160} />
  const sale = data.sales[chosen]
  if (!sale) return <Text>{texts.noSales}</Text>
  const returned = sale.receipt.lines.flatMap(({ sku, unitPrice, sequenceId }) => {
    const count = counts[sequenceId] ?? 0
    return count > 0 ? [{ sku, unitPrice, sequenceId, amountPurchased: count }] : []
  })
  const { cardNumber } = card
  const request = { cardNumber, checkoutRequestRef: sale.requestRef, returnedProducts: returned }
  return (
    <ChangeForm
      operation="returnMerchandise"
      request={returned.length > 0 ? request : undefined}
      location={location}
      requestId={requestId}
      needsReason={false}
      action={texts.actions.returned}
      onDone={({ requestRef }) => {
        done(texts.done.returned, requestRef)
        onClose()
      }}
      onClose={onClose}
      onMissing={() => setChecked(true)}
    >
      <NativeSelect
        label={texts.whichSale}
        value={chosen}
        onChange={({ currentTarget }) => {
          choose(Number(currentTarget.value))
          setCounts({})
        }}
        data={data.sales.map(({ at, receipt }, index) => ({
          value: String(index),
          label: `${formatMoment(at, brand, 'minute')} · ${money(receipt.net, receipt.currency)}`,
        }))}
      />
      <Stack gap="xs" role="group" aria-label={texts.returnAll}>
        {sale.receipt.lines.map((line) => (
          <ReturnedLine
            key={line.sequenceId}
            line={line}
            count={counts[line.sequenceId] ?? 0}
            onChange={(next) => setCounts({ ...counts, [line.sequenceId]: next })}
          />
        ))}
      </Stack>
      {returned.length === 0 && <NothingYet isWrong={isChecked} />}
    </ChangeForm>
  )
}

function NothingYet({ isWrong }: { readonly isWrong: boolean }) {
  const { till: texts } = useTexts()
  return <Text {...(isWrong ? { c: 'red.9', role: 'alert' } : { c: 'dimmed' })}>{texts.returnNothing}</Text>
}

interface ReturnedLineProps {
  readonly line: { readonly name: string; readonly quantity: number; readonly returned: number }
  readonly count: number
  readonly onChange: (count: number) => void
}

function ReturnedLine({ line, count, onChange }: ReturnedLineProps) {
  const left = line.quantity - line.returned
  if (left > 1)
    return (
      <NumberInput label={line.name} value={count} min={0} max={left} onChange={(next) => onChange(Number(next))} />
    )
  return (
    <Checkbox
      label={line.name}
      disabled={left <= 0}
      checked={count > 0}
      onChange={({ currentTarget }) => onChange(currentTarget.checked ? left : 0)}
    />
  )
}
