import type { Minor } from '../../../ground/kernel/money.ts'
import { inCurrency } from '../../brand/rules/per-currency.ts'
import { configuredMinor, exact } from '../../campaign/fraction.ts'
import { type Basket, discountOf } from '../../checkout/basket.ts'
import type { Run } from '../run.ts'

/** What the brand's bound on all discounts of a sale leaves; infinite without one. */
export function roomUnderCap(run: Run, basket: Basket): Minor {
  return Math.max(0, mostOf(run, basket) - discountOf(basket))
}

/** The bound itself. */
export function mostOf({ context: { brand, call } }: Run, basket: Basket): Minor {
  const cap = brand.document.promotions?.maxDiscount
  if (!cap) return Number.POSITIVE_INFINITY
  const currency = brand.locations.get(call.locationId)?.currency ?? brand.currency
  const { percent, amount } = inCurrency(cap, currency)
  const share = percent === undefined ? Number.POSITIVE_INFINITY : shareOf(basket.total, percent)
  return amount === undefined ? share : Math.min(share, configuredMinor(amount, basket.scale))
}

/** Rounded down: what is above is more than the share. */
function shareOf(total: Minor, percent: number): Minor {
  const { units, scale } = exact(percent)
  return Number((BigInt(total) * BigInt(units)) / (100n * 10n ** BigInt(scale)))
}
