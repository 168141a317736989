import { Button, Checkbox, CloseButton, Group, NativeSelect, Stack, Table, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import { useAmountWords, useMoneyWords } from '../amounts.ts'
import type { TillDialog } from '../till-dialog.ts'
import { useDone } from '../use-done.ts'
import { ChangeForm } from './change-form.tsx'
import { readNumber } from './read-number.ts'

interface Line {
  readonly sku: string
  readonly name: string
  readonly quantity: number
  readonly price: number
}

/** What stands for an amount that is no product of the catalogue. */
const anySku = 'AMOUNT'

/** A sale: products or an amount, the card's coupons, and what the card pays of it. */
export function CheckoutDialog({ card, setup, location, requestId, onClose }: TillDialog) {
  const { till: texts } = useTexts()
  const money = useMoneyWords()
  const done = useDone(card.cardNumber, location)
  const [lines, setLines] = useState<readonly Line[]>([])
  const [coupons, setCoupons] = useState<readonly string[]>([])
  const [payment, setPayment] = useState('')
  const currency = setup.places.find(({ id }) => id === location)?.currency ?? 'USD'
  const total = Math.round(lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0) * 100) / 100
  const paying = card.balances.find(({ balanceCode, bucket }) => bucket === undefined && balanceCode === payment)
  const request = {
    cardNumber: card.cardNumber,
    products: lines.map(({ sku, quantity, price }) => ({ sku, amountPurchased: quantity, unitPrice: price })),
    ...(coupons.length > 0 && { coupons }),
    ...(paying && {
      payments: [
        {
          redeemBalance: true,
          balanceType: 'Currency' as const,
          balanceCode: payment,
          amount: Math.min(paying.amount, total),
        },
      ],
    }),
  }
  return (
    <ChangeForm
      operation="checkout"
      request={lines.length > 0 ? request : undefined}
      location={location}
      requestId={requestId}
      needsReason={false}
      action={texts.pay(money(total, currency))}
      onDone={({ requestRef }) => {
        done(texts.done.checkout(money(total, currency)), requestRef)
        onClose()
      }}
      onClose={onClose}
    >
      <NewLine products={setup.products} onAdd={(line) => setLines([...lines, line])} />
      <Basket lines={lines} currency={currency} onChange={setLines} />
      {card.coupons.length > 0 && (
        <Checkbox.Group label={texts.coupons} value={[...coupons]} onChange={setCoupons}>
          <Stack gap="xs" mt={4}>
            {card.coupons.map(({ couponId, name }) => (
              <Checkbox key={couponId} value={couponId} label={`${name} · ${couponId}`} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      <PaymentChoice card={card} currency={currency} value={payment} onChange={setPayment} />
    </ChangeForm>
  )
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
        ...able.map((one) => ({ value: one.balanceCode ?? '', label: words(one) })),
      ]}
    />
  )
}

interface NewLineProps {
  readonly products: TillDialog['setup']['products']
  readonly onAdd: (line: Line) => void
}

function NewLine({ products, onAdd }: NewLineProps) {
  const { till: texts } = useTexts()
  const [sku, setSku] = useState(anySku)
  const [quantity, setQuantity] = useState('1')
  const [price, setPrice] = useState('')
  const name = products.find((one) => one.sku === sku)?.name ?? texts.anything
  const count = readNumber(quantity)
  const each = readNumber(price)
  const add = () => {
    if (count === undefined || each === undefined || count === 0) return
    onAdd({ sku, name, quantity: count, price: each })
    setPrice('')
    setQuantity('1')
  }
  return (
    <Group align="flex-end" gap="sm">
      <NativeSelect
        style={{ flexGrow: 1 }}
        label={texts.product}
        value={sku}
        onChange={({ currentTarget }) => setSku(currentTarget.value)}
        data={[
          { value: anySku, label: texts.anything },
          ...products.map((one) => ({ value: one.sku, label: one.name })),
        ]}
      />
      <TextInput
        w={90}
        label={texts.quantity}
        inputMode="decimal"
        value={quantity}
        onChange={({ currentTarget }) => setQuantity(currentTarget.value)}
      />
      <TextInput
        w={110}
        label={texts.price}
        inputMode="decimal"
        value={price}
        onChange={({ currentTarget }) => setPrice(currentTarget.value)}
      />
      <Button variant="default" onClick={add} disabled={each === undefined || count === undefined}>
        {texts.addLine}
      </Button>
    </Group>
  )
}

interface BasketProps {
  readonly lines: readonly Line[]
  readonly currency: string
  readonly onChange: (lines: readonly Line[]) => void
}

function Basket({ lines, currency, onChange }: BasketProps) {
  const { till: texts } = useTexts()
  const money = useMoneyWords()
  if (lines.length === 0) return <Text c="dimmed">{texts.basketEmpty}</Text>
  return (
    <Table aria-label={texts.basket} verticalSpacing={6}>
      <Table.Tbody>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same product may be there twice.
          <Table.Tr key={index}>
            <Table.Td>{`${line.quantity} × ${line.name}`}</Table.Td>
            <Table.Td ta="right">{money(line.quantity * line.price, currency)}</Table.Td>
            <Table.Td w={40}>
              <CloseButton
                aria-label={texts.remove}
                onClick={() => onChange(lines.filter((_, other) => other !== index))}
              />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
