import type { Brand } from '../brand/brand.ts'
import { inMain } from './outcome-sums.ts'
import { beyondAll, type Sums, toMillionths } from './sums.ts'

/** An offer that a card is given, as far as its worth is concerned. */
interface GivenOffer {
  readonly terms: { readonly absoluteDiscount?: number | undefined }
  readonly maxUses: number
}

/**
 * What offers are worth at most: what they take off, as often as they can be used, in the currency in which that is most. What
 * depends on prices, which tills have and the brand has not, could be worth anything.
 */
export function worthOfOffers(offers: readonly GivenOffer[], brand: Brand): Sums {
  const worths = offers.map(({ terms, maxUses }) =>
    terms.absoluteDiscount === undefined ? beyondAll : dearest(terms.absoluteDiscount, brand) * BigInt(maxUses),
  )
  return { money: worths.reduce((sum, one) => sum + one, 0n), points: 0n }
}

export function dearest(amount: number, brand: Brand): bigint {
  const currencies = new Set([brand.currency, ...[...brand.locations.values()].map(({ currency }) => currency)])
  const worths = [...currencies].map((currency) => inMain(toMillionths(amount), { scale: 6, currency }, brand))
  return worths.reduce((most, one) => (one > most ? one : most), 0n)
}
