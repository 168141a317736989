import { Checkbox, NativeSelect, Stack } from '@mantine/core'
import { useState } from 'react'
import type { OperationRequest } from '../../../ask/ask.ts'
import { useAsking } from '../../../ask/queries.ts'
import { useTexts } from '../../../texts/texts.ts'
import { useAmountWords, useMoneyWords } from '../amounts.ts'
import type { TillDialog } from '../till-dialog.ts'
import { useDone } from '../use-done.ts'
import { Basket, type BasketLine, NewLine } from './basket-lines.tsx'
import { ChangeForm } from './change-form.tsx'
import { SaleDue } from './sale-due.tsx'

type Sale = OperationRequest<'checkout'>

/** A sale: products or an amount, the card's coupons, and what the card pays of it. */
export function CheckoutDialog({ card, setup, location, requestId, onClose }: TillDialog) {
  const { till: texts } = useTexts()
  const money = useMoneyWords()
  const done = useDone(card.cardNumber, location)
  const [lines, setLines] = useState<readonly BasketLine[]>([])
  const [coupons, setCoupons] = useState<readonly string[]>([])
  const [payment, setPayment] = useState('')
  const [isChecked, setChecked] = useState(false)
  const currency = setup.places.find(({ id }) => id === location)?.currency ?? 'USD'
  const { cardNumber } = card
  const products = lines.map(({ sku, quantity, price }) => ({ sku, amountPurchased: quantity, unitPrice: price }))
  const given = coupons.length > 0 ? { coupons } : {}
  const sale: Sale = { cardNumber, products, ...given }
  const where = location === undefined ? {} : { locationId: location }
  const quote = useAsking('saleQuote', { cardNumber, products, ...given, ...where }, { enabled: lines.length > 0 })
  const known = lines.length > 0 && !quote.isPlaceholderData ? quote.data : undefined
  const total = known?.net ?? sumOf(lines)
  const paying = card.balances.find(({ balanceCode, bucket }) => bucket === undefined && balanceCode === payment)
  // A card pays exactly what it is told to: until the discounts are known, that is not known either.
  const isReady = lines.length > 0 && (!paying || known !== undefined)
  const request = paying ? { ...sale, paymentMethods: paymentsOf(payment, Math.min(paying.amount, total)) } : sale
  return (
    <ChangeForm
      operation="checkout"
      request={isReady ? request : undefined}
      location={location}
      requestId={requestId}
      needsReason={false}
      action={texts.pay(money(total, currency))}
      onDone={({ requestRef }) => {
        done(texts.done.checkout(money(total, currency)), requestRef)
        onClose()
      }}
      onClose={onClose}
      onMissing={() => setChecked(true)}
    >
      <NewLine products={setup.products} onAdd={(line) => setLines([...lines, line])} />
      <Basket lines={lines} currency={currency} isLacking={isChecked} onChange={setLines} />
      {card.coupons.length > 0 && (
        <Checkbox.Group label={texts.coupons} value={[...coupons]} onChange={setCoupons}>
          <Stack gap="xs" mt={4}>
            {card.coupons.map(({ couponId, name }) => (
              <Checkbox key={couponId} value={couponId} label={`${name} · ${couponId}`} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      {known && <SaleDue quote={known} currency={currency} />}
      <PaymentChoice card={card} currency={currency} value={payment} onChange={setPayment} />
    </ChangeForm>
  )
}

const sumOf = (lines: readonly BasketLine[]) =>
  Math.round(lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0) * 100) / 100

/** What the card pays. With nothing to pay, nothing is taken off it. */
function paymentsOf(balanceCode: string, amount: number): NonNullable<Sale['paymentMethods']> {
  return amount > 0 ? [{ redeemBalance: true, balanceType: 'Currency', balanceCode, amount }] : []
}

interface PaymentChoiceProps {
  readonly card: TillDialog['card']
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
