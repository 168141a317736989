import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { currencyScale } from '../../../../server/ground/kernel/currency.ts'
import { ask } from '../../../ask/ask.ts'
import type { SentBy } from '../../../ask/queries.ts'
import { useTexts } from '../../../texts/texts.ts'
import { useMoneyWords } from '../amounts.ts'
import type { TillDialog } from '../till-dialog.ts'
import { useDone } from '../use-done.ts'
import { Basket, type BasketLine, NewLine, withLine } from './basket-lines.tsx'
import { ChangeForm } from './change-form.tsx'
import { SaleChoices } from './sale-choices.tsx'
import { SaleDue } from './sale-due.tsx'
import { SaleTenders } from './sale-tenders.tsx'
import type { PayingCard } from './use-other-cards.ts'
import { useQuotedSale } from './use-quoted-sale.ts'
import { useSaleTenders } from './use-sale-tenders.ts'

/** A sale: products or an amount, coupons and codes, and who pays what of it. */
export function CheckoutDialog({ card, setup, location, requestId, onClose }: TillDialog) {
  const { till: texts } = useTexts()
  const money = useMoneyWords()
  const done = useDone(card.cardNumber, location)
  const [isChecked, setChecked] = useState(false)
  const currency = setup.places.find(({ id }) => id === location)?.currency ?? 'USD'
  const { lines, setLines, coupons, setCoupons, choices, setChoices, sale, quote, known } = useQuotedSale(
    card,
    location,
  )
  const total = known?.net ?? sumOf(lines)
  const tenders = useSaleTenders({ card, currency, total })
  const others = tenders.others.paying.filter(({ amount }) => amount > 0)
  // A card pays exactly what it is told to: until the discounts are known, that is not known either.
  const isReady = lines.length > 0 && known !== undefined && !known.obstacle && tenders.isWhole
  return (
    <ChangeForm
      operation="checkout"
      request={isReady ? { ...sale, paymentMethods: tenders.payments } : undefined}
      location={location}
      requestId={requestId}
      by={others.length > 0 ? byCards(others) : undefined}
      needsReason={false}
      action={texts.pay(money(total, currency))}
      onDone={({ requestRef }) => {
        done(texts.done.checkout(money(total, currency)), requestRef)
        onClose()
      }}
      onClose={onClose}
      onMissing={() => setChecked(true)}
    >
      {({ isSending }) => (
        <>
          <NewLine
            products={setup.products}
            priceScale={currencyScale(currency) < 3 ? undefined : currencyScale(currency)}
            hasLines={lines.length > 0}
            isFrozen={isSending}
            onAdd={(line) => setLines((before) => withLine(before, line))}
          />
          <Basket lines={lines} currency={currency} isLacking={isChecked && lines.length === 0} onChange={setLines} />
          <Codes card={card} chosen={coupons} onChange={setCoupons} />
          <SaleChoices
            options={quote.data?.options ?? []}
            chosen={choices}
            onChange={setChoices}
            isFrozen={isSending}
          />
          {lines.length > 0 && <SaleDue quote={known} error={quote.error} currency={currency} />}
          {lines.length > 0 && (
            <SaleTenders {...{ card, currency, tenders }} isKnown={known !== undefined} isFrozen={isSending} />
          )}
        </>
      )}
    </ChangeForm>
  )
}

/** With other cards it is one sale all the same: the server carries out its parts, or nothing. */
const byCards =
  (others: readonly PayingCard[]): SentBy<'checkout'> =>
  (sale, { brand, location, requestId = '' }) => {
    const otherCards = others.map(({ cardNumber, amount }) => ({ cardNumber, amount }))
    const where = location === undefined ? {} : { locationId: location }
    return ask('sellByCards', { sale: sale as object, otherCards, requestId, ...where }, brand)
  }

const sumOf = (lines: readonly BasketLine[]) =>
  Math.round(lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0) * 100) / 100

interface CodesProps extends Pick<TillDialog, 'card'> {
  readonly chosen: readonly string[]
  readonly onChange: (coupons: readonly string[]) => void
}

/** The card's own coupons, and codes that the customer says or shows. */
function Codes({ card, chosen, onChange }: CodesProps) {
  const { till: texts } = useTexts()
  const [typed, setTyped] = useState('')
  const own = card.coupons.map(({ couponId, name }) => ({ couponId, label: `${name} · ${couponId}` }))
  const others = chosen.filter((one) => !own.some(({ couponId }) => couponId === one))
  const add = () => {
    const code = typed.trim()
    if (code !== '' && !chosen.includes(code)) onChange([...chosen, code])
    setTyped('')
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || typed.trim() === '') return
    event.preventDefault()
    add()
  }
  return (
    <Stack gap="xs">
      {own.length + others.length > 0 && (
        <Checkbox.Group label={texts.coupons} value={[...chosen]} onChange={onChange}>
          <Stack gap="xs" mt={4}>
            {[...own, ...others.map((code) => ({ couponId: code, label: code }))].map(({ couponId, label }) => (
              <Checkbox key={couponId} value={couponId} label={label} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      <Group align="flex-end" gap="sm">
        <TextInput
          style={{ flexGrow: 1 }}
          label={texts.code}
          autoComplete="off"
          value={typed}
          onKeyDown={onKey}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Button variant="default" onClick={add}>
          {texts.addCode}
        </Button>
      </Group>
    </Stack>
  )
}
