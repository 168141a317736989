import { Checkbox, NativeSelect, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { RouteAnswer } from '../../../ask/ask.ts'
import { useBrand } from '../../../ask/brand-context.ts'
import { useAsking } from '../../../ask/queries.ts'
import { AmountInput } from '../../../parts/amount-input.tsx'
import { formatMoment } from '../../../parts/format.ts'
import { useTexts } from '../../../texts/texts.ts'
import { exactSum, useMoneyWords } from '../amounts.ts'
import { useProductName } from '../product-words.ts'
import type { TillDialog } from '../till-dialog.ts'
import { useDone } from '../use-done.ts'
import { ChangeForm } from './change-form.tsx'
import { type ReturnFirst, ReturnSum } from './return-sum.tsx'

type Sale = RouteAnswer<'terminalCard'>['sales'][number]

/** Takes products of a sale back, and says before where the money goes. */
export function ReturnDialog(dialog: TillDialog) {
  const { till: texts } = useTexts()
  const brand = useBrand()
  const money = useMoneyWords()
  const { data } = useAsking('terminalCard', { cardNumber: dialog.card.cardNumber })
  const [chosen, choose] = useState(0)
  if (!data) return <Skeleton height={160} />
  const sale = data.sales[chosen]
  if (!sale) return <Text>{texts.noSales}</Text>
  return (
    <Stack>
      <NativeSelect
        label={texts.whichSale}
        value={chosen}
        onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
        data={data.sales.map(({ at, receipt }, index) => ({
          value: String(index),
          label: `${formatMoment(at, brand, 'minute')} · ${money(receipt.net, receipt.currency)}`,
        }))}
      />
      <ReturnOfSale key={sale.requestRef} sale={sale} {...dialog} />
    </Stack>
  )
}

function ReturnOfSale({ sale, card, location, requestId, onClose }: TillDialog & { readonly sale: Sale }) {
  const { till: texts } = useTexts()
  const money = useMoneyWords()
  const done = useDone(card.cardNumber, location)
  const [counts, setCounts] = useState<Readonly<Record<number, ReturnCount>>>({})
  const [first, setFirst] = useState<ReturnFirst>('card')
  const [isChecked, setChecked] = useState(false)
  const { currency } = sale.receipt
  const returned = sale.receipt.lines.flatMap(({ sku, unitPrice, sequenceId }) => {
    const count = Number(counts[sequenceId] ?? 0)
    return count > 0 ? [{ sku, unitPrice, sequenceId, amountPurchased: count }] : []
  })
  const { cardNumber } = card
  const request = { cardNumber, checkoutRequestRef: sale.requestRef, returnedProducts: returned }
  const where = location === undefined ? {} : { locationId: location }
  const isChosen = returned.length > 0
  const quote = useAsking('returnQuote', { ...request, ...where, first }, { enabled: isChosen })
  // Whoever returns something has seen before where the money goes.
  const known = isChosen && !quote.isPlaceholderData ? quote.data : undefined
  const isRead = Object.values(counts).every((count) => !Number.isNaN(Number(count ?? 0)))
  const sendable =
    isRead && known && !known.obstacle && !known.needsWhole ? { ...request, ...paymentsOf(known) } : undefined
  return (
    <ChangeForm
      operation="returnMerchandise"
      request={sendable}
      location={location}
      requestId={requestId}
      needsReason={false}
      action={texts.actions.returned}
      onDone={({ requestRef }) => {
        const { toHandOver = 0 } = known ?? {}
        const over = money(toHandOver, currency)
        done(toHandOver > 0 ? texts.done.returnedOver(over) : texts.done.returned, requestRef)
        onClose()
      }}
      onClose={onClose}
      onMissing={() => setChecked(true)}
    >
      <Stack gap="xs" role="group" aria-label={texts.returnAll}>
        {sale.receipt.lines.map((line, index) => (
          <ReturnedLine
            key={line.sequenceId}
            line={line}
            isFirst={index === sale.receipt.lines.findIndex((one) => leftOf(one) > 0)}
            count={counts[line.sequenceId]}
            onChange={(next) => setCounts({ ...counts, [line.sequenceId]: next })}
          />
        ))}
      </Stack>
      {!isChosen && <NothingYet isWrong={isChecked} />}
      {isChosen && <ReturnSum quote={known} error={quote.error} {...{ currency, first }} onFirst={setFirst} />}
    </ChangeForm>
  )
}

/** What the call says of payments: all of them, a part of what the card paid, or nothing. */
function paymentsOf({ reversesAll, reversedPaymentAmount }: RouteAnswer<'returnQuote'>) {
  if (reversesAll) return { reversePayments: true }
  return reversedPaymentAmount === undefined ? {} : { reversedPaymentAmount }
}

function NothingYet({ isWrong }: { readonly isWrong: boolean }) {
  const { till: texts } = useTexts()
  return <Text {...(isWrong ? { c: 'red.9', role: 'alert' } : { c: 'dimmed' })}>{texts.returnNothing}</Text>
}

interface ReturnedLineProps {
  readonly line: Sale['receipt']['lines'][number]
  /** Where the keyboard begins. */
  readonly isFirst: boolean
  readonly count: ReturnCount
  readonly onChange: (count: ReturnCount) => void
}

/** How many go back, if any were typed, or what was typed and is no number. */
type ReturnCount = number | string | undefined

const leftOf = ({ quantity, returned }: ReturnedLineProps['line']) => exactSum(quantity - returned)

function ReturnedLine({ line, isFirst, count, onChange }: ReturnedLineProps) {
  const { till: texts } = useTexts()
  const left = leftOf(line)
  const focus = isFirst ? { 'data-autofocus': true } : {}
  const name = useProductName()(line.name)
  if (left > 1)
    return (
      <AmountInput
        label={name}
        description={texts.ofThem(left)}
        value={count}
        placeholder="0"
        scale={6}
        onChange={(next) => onChange(Number(next) > left ? left : next)}
        {...focus}
      />
    )
  return (
    <Checkbox
      label={name}
      disabled={left <= 0}
      checked={Number(count ?? 0) > 0}
      onChange={({ currentTarget }) => onChange(currentTarget.checked ? left : 0)}
      {...focus}
    />
  )
}
