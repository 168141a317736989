import type { Minor } from '../../ground/kernel/money.ts'
import type { Basket } from './basket.ts'
import type { Cut } from './cut.ts'
import { halfUp, powerOfTen } from './exact.ts'
import type { Terms } from './price-cut.ts'

/** Takes a discount off what shipping costs, and never more than is left of it. The totals of the goods stay as they are. */
export function cutShipping(basket: Basket, terms: ShippingTerms): Cut {
  const { shippingLeft } = basket
  const wanted = wantedOff(basket, terms)
  const amount = Math.min(wanted, terms.max ?? wanted, shippingLeft)
  const cappedBy = amount < wanted ? ({ cappedBy: amount === shippingLeft ? 'worth' : 'max' } as const) : {}
  if (amount === 0) return { basket, amount, wanted, ...cappedBy, shares: [] }
  return {
    basket: { ...basket, shippingLeft: shippingLeft - amount },
    amount,
    wanted,
    ...cappedBy,
    shares: [{ on: 'shipping', amount, units: 0n }],
  }
}

/** Prices of units mean nothing for shipping. */
export type ShippingTerms = Extract<Terms, { readonly kind: 'percent' | 'amount' }>

function wantedOff({ shipping, shippingLeft }: Basket, terms: ShippingTerms): Minor {
  if (terms.kind === 'amount') return terms.amount
  const { units, scale } = terms.percent
  const basis = terms.basis === 'original' ? shipping : shippingLeft
  return Number(halfUp(BigInt(basis) * BigInt(units), powerOfTen(scale) * 100n))
}
