import { defined } from '../../ground/kernel/defined.ts'
import { toJsonNumber } from '../../ground/kernel/money.ts'
import type { Brand } from '../brand/brand.ts'
import { subtrackOf } from '../card/card.ts'
import { skuFieldsOf } from '../checkout/cut.ts'
import type { BalanceMutation, CheckoutRecord, DiscountMutation, KeptMutation } from '../checkout/record.ts'
import { showOrigin } from './campaign-origin.ts'

/** What of a checkout is needed to show its mutations. */
export interface MutationFrame {
  readonly brand: Brand
  readonly scale: number
  readonly currency: string
  readonly lines: CheckoutRecord['content']['lines']
}

export function frameOf({ scale, currency, content }: CheckoutRecord, brand: Brand): MutationFrame {
  return { brand, scale, currency, lines: content.lines }
}

/** As CampaignBalanceMutation. What a referrer was given is shown only in the referrer's history. */
export function showMutations(mutations: readonly KeptMutation[], frame: MutationFrame) {
  return mutations.flatMap((mutation) => {
    if (mutation.kind === 'discount') return showDiscount(mutation, frame)
    return mutation.holder === 'referrer' ? [] : showBalanceMutation(mutation, frame.brand)
  })
}

function showDiscount({ amount, line, on, units, origin, offer }: DiscountMutation, frame: MutationFrame) {
  const { brand, scale, currency } = frame
  return defined({
    amount: toJsonNumber(amount, scale),
    isDiscount: true,
    balanceType: 'Currency' as const,
    balanceCode: currency,
    ...(on === 'shipping' && { isOnShipping: true }),
    ...(line !== undefined && showSku({ line, amount, units }, frame)),
    ...(origin && showOrigin(brand, origin)),
    offerIndex: offer,
  })
}

function showSku(share: { line: number; amount: number; units: string }, { lines, scale }: MutationFrame) {
  const line = lines[share.line]
  if (!line) return {}
  const priced = { ...line, unitPrice: BigInt(line.unitPrice) }
  return skuFieldsOf(priced, { amount: share.amount, units: BigInt(share.units) }, scale)
}

export function showBalanceMutation(mutation: BalanceMutation, brand: Brand) {
  const { amount, bucket, expiresAt, activeAt, origin, holder } = mutation
  const valueType = brand.valueTypes.get(mutation.valueType)
  return defined({
    amount: toJsonNumber(amount, valueType?.scale ?? 0),
    isDiscount: false,
    ...(valueType && { balanceType: valueType.balanceType }),
    ...(valueType?.balanceCode && { balanceCode: valueType.balanceCode }),
    balanceExpiration: expiresAt,
    balanceActiveDate: activeAt,
    ...(origin && showOrigin(brand, origin)),
    ...(holder === 'child' && { childCard: true }),
    subtrackDisplayName: valueType && subtrackOf(valueType, bucket),
  })
}
