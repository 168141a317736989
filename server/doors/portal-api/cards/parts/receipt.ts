import type { Brand } from '../../../../domain/brand/brand.ts'
import type { CheckoutRecord, DiscountMutation, KeptPayment } from '../../../../domain/checkout/record.ts'
import { originNames } from '../../../../domain/view/campaign-origin.ts'
import type { Values } from '../../../../ground/contract/field.ts'
import { toJsonNumber } from '../../../../ground/kernel/money.ts'
import type { receipt } from './call-models.ts'

type Receipt = Values<(typeof receipt)['fields']>

const million = 1_000_000

/** A checkout or a return as a receipt: lines, what was taken off, what paid. */
export function showReceipt(record: CheckoutRecord, brand: Brand): Receipt {
  const { content, scale, returned } = record
  const amount = (minor: number) => toJsonNumber(minor, scale)
  const names = new Map(brand.document.products.map(({ sku, name }) => [sku, name]))
  return {
    kind: record.kind,
    currency: record.currency,
    scale,
    lines: content.lines.map((line, index) => ({
      sku: line.sku,
      name: names.get(line.sku) ?? line.sku,
      quantity: Number(line.quantity) / million,
      unitPrice: Number(line.unitPrice) / million,
      value: amount(line.value),
      net: amount(line.net),
      sequenceId: line.sequenceId,
      returned: Number(returned?.units[index] ?? 0) / million,
      isAdded: line.addedBy !== undefined,
    })),
    discounts: discountsOf(record, brand),
    payments: (content.payments ?? []).map((payment) => ({
      words: paymentWords(payment),
      amount: amount(payment.paid),
    })),
    shipping: amount(content.shipping ?? 0),
    tip: amount(content.tip ?? 0),
    total: amount(record.total),
    net: amount(record.net),
    returnedTotal: amount(returned?.total ?? 0),
  }
}

/** What each rule, offer and pre-discount took off, whatever the lines. */
function discountsOf({ content, scale }: CheckoutRecord, brand: Brand) {
  const given = (content.mutations ?? []).filter((one): one is DiscountMutation => one.kind === 'discount')
  const words = ({ origin, offer }: DiscountMutation) => {
    if (origin) return originNames(brand, origin).campaignName
    return offer === undefined ? '' : `#${offer}`
  }
  const groups = [...Map.groupBy(given, words)].map(([what, group]) => ({
    words: what,
    amount: toJsonNumber(
      group.reduce((sum, { amount }) => sum + amount, 0),
      scale,
    ),
  }))
  const before = (content.preDiscounts ?? []).map(({ amount, taken = amount, externalPromotionId = '' }) => ({
    words: externalPromotionId,
    amount: toJsonNumber(taken, scale),
  }))
  return [...before, ...groups]
}

function paymentWords({ type, balanceType, balanceCode }: KeptPayment): string {
  return type ?? balanceCode ?? balanceType ?? ''
}
