import type { Discount } from '../../server/domain/brand/rules/discount.ts'
import { type Basket, partsOf } from '../../server/domain/checkout/basket.ts'
import type { Discounted } from '../../server/domain/checkout/discount.ts'
import { decimalOf, toMicroUp, toMinorDown } from '../../server/domain/checkout/exact.ts'
import type { Terms } from '../../server/domain/checkout/price-cut.ts'
import { compileFilter } from '../../server/domain/checkout/product-filter.ts'
import { cutSlowly } from './slow-cut.ts'
import { formGroupsSlowly, type SlowPattern, SlowShelf } from './slow-pattern.ts'

/**
 * What a discount comes to, worked out anew each time and exactly throughout, without regard to how long it takes:
 * what the server works out with fewer steps is held against it.
 */
export function discountSlowly(basket: Basket, discount: Discount): Discounted {
  const targets =
    typeof discount.on === 'string'
      ? [{ times: 1n, pieces: partsOf(basket).map((part) => ({ part, units: part.quantity })) }]
      : formGroupsSlowly(new SlowShelf(basket.lines), patternOf(discount, discount.on))
  if (typeof targets === 'string') return { basket, amount: 0, wanted: 0, shares: [], why: targets }
  const taken = cutSlowly(basket, targets, termsOf(discount, basket.scale))
  return taken.amount > 0 ? taken : { ...taken, why: 'nothingToTake' }
}

function patternOf({ buy, groupPrice, repeat }: Discount, on: Exclude<Discount['on'], string>): SlowPattern {
  return {
    ...(buy ? { buy: { isMeant: compileFilter(buy.where), units: toMicroUp(decimalOf(buy.units)) } } : {}),
    isMeant: compileFilter(on.where),
    pick: on.pick,
    ...(on.units === undefined ? {} : { units: toMicroUp(decimalOf(on.units)) }),
    full: groupPrice !== undefined,
    repeat,
  }
}

function termsOf(discount: Discount, scale: number): Terms {
  const { percent, amount, unitPrice, groupPrice, basis, max } = discount
  const bounds = { basis, ...(max === undefined ? {} : { max: toMinorDown(decimalOf(max), scale) }) }
  if (percent !== undefined) return { kind: 'percent', percent: decimalOf(percent), ...bounds }
  if (unitPrice !== undefined) return { kind: 'unitPrice', price: decimalOf(unitPrice), ...bounds }
  if (groupPrice !== undefined) return { kind: 'groupPrice', price: decimalOf(groupPrice), ...bounds }
  if (typeof amount !== 'number') throw new Error('The model knows given amounts only.')
  return { kind: 'amount', amount: toMinorDown(decimalOf(amount), scale), ...bounds }
}
