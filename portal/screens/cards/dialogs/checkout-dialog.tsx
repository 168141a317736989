import { useState } from 'react'
import { currencyScale } from '../../../../server/ground/kernel/currency.ts'
import { ask } from '../../../ask/ask.ts'
import type { SentBy } from '../../../ask/queries.ts'
import { useTexts } from '../../../texts/texts.ts'
import { exactSum, useMoneyWords } from '../amounts.ts'
import type { TillDialog } from '../till-dialog.ts'
import { useDone } from '../use-done.ts'
import { Basket, type BasketLine, NewLine, withLine } from './basket-lines.tsx'
import { ChangeForm } from './change-form.tsx'
import { SaleChoices } from './sale-choices.tsx'
import { SaleCodes } from './sale-codes.tsx'
import { SaleDue } from './sale-due.tsx'
import { SaleTenders, ToCollect } from './sale-tenders.tsx'
import { useTip } from './tip-field.tsx'
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
  const tip = useTip(currency)
  const total = exactSum((known?.net ?? sumOf(lines)) + tip.amount)
  const tenders = useSaleTenders({ card, currency, total })
  const others = tenders.others.paying.filter(({ amount }) => amount > 0)
  // A card pays exactly what it is told to: until the discounts are known, that is not known either.
  const isReady = lines.length > 0 && known !== undefined && !known.obstacle && tenders.isWhole && !tip.fault
  return (
    <ChangeForm
      operation="checkout"
      request={isReady ? { ...sale, ...tip.request, paymentMethods: tenders.payments } : undefined}
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
      sum={lines.length > 0 && <ToCollect {...{ currency, tenders }} isKnown={known !== undefined} />}
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
          <SaleCodes card={card} chosen={coupons} onChange={setCoupons} />
          <SaleChoices
            options={quote.data?.options ?? []}
            chosen={choices}
            onChange={setChoices}
            isFrozen={isSending}
          />
          {lines.length > 0 && <SaleDue quote={known} error={quote.error} currency={currency} />}
          {lines.length > 0 && <SaleTenders {...{ card, setup, currency, tenders, tip }} isFrozen={isSending} />}
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
