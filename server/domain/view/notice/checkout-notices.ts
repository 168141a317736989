import { defined } from '../../../ground/kernel/defined.ts'
import { toJsonNumber } from '../../../ground/kernel/money.ts'
import type { CheckoutRecord } from '../../checkout/record.ts'
import type { Outcome } from '../../decision/outcome.ts'
import { showLine } from '../line-view.ts'
import { usedCodesAndCoupons } from '../used-coupons.ts'
import type { Notice } from './notice.ts'

/** Sales and returns that were completed, and calls that were voided. Setups are left out: they may never complete. */
export function checkoutNotices({ outcome }: { outcome: Outcome<object> }): Notice[] {
  const { checkout, detail, subject, child } = outcome
  const card = child ?? subject
  const about = card && { cardId: card.id }
  return [
    ...(checkout && checkout.kind !== 'setup' ? [toNotice(checkout)] : []),
    ...(detail?.voids
      ? [{ type: 'transaction.voided', ...about, data: { voidedTransactionId: detail.voids } } as const]
      : []),
  ]
}

function toNotice(record: CheckoutRecord): Notice {
  const { ref, kind, of, currency, scale, total, discount, net, content } = record
  const cardId = record.childId ?? record.cardId
  const about = cardId !== undefined && { cardId }
  const products = content.lines.map(showLine)
  if (kind === 'return') {
    const returned = products.map((line) => ({ ...line, amountPurchased: Math.abs(line.amountPurchased) }))
    const original = of !== undefined && { checkoutTransactionId: of }
    const data = {
      transactionId: ref,
      ...original,
      currency,
      returnTotal: toJsonNumber(-total, scale),
      products: returned,
    }
    return { type: 'checkout.returned', ...about, data }
  }
  const used = usedCodesAndCoupons(content)
  const data = defined({
    checkoutTransactionId: ref,
    currency,
    checkoutTotal: toJsonNumber(total, scale),
    totalDiscount: toJsonNumber(discount, scale),
    checkoutTotalAfterDiscount: toJsonNumber(net, scale),
    products,
    ...(used.length > 0 && { coupons: used }),
  })
  return { type: 'checkout.completed', ...about, data }
}
