import { addDecimals } from '../../ground/kernel/decimal.ts'
import type { Decimal, Minor } from '../../ground/kernel/money.ts'
import type { CurrencySum } from '../brand/exchange.ts'
import type { BasketFacts, CallFacts, CheckoutNumbers } from './call-facts.ts'
import type { HistoryNeed, HistorySums } from './needs.ts'

/**
 * A card's past with the checkout that is being judged, as it will be once the checkout is completed: the same sums that
 * the next checkout will find, if no later discount lowers the net total.
 */
export function withCurrent(sums: HistorySums, { since, where }: HistoryNeed, facts: CallFacts): HistorySums {
  const { checkout, basket, clock, location } = facts
  if (!checkout || !basket) return sums
  // A period of 0 days begins in the future: it counts nothing, not even what has just happened.
  if (since !== undefined && since > clock.now) return sums
  const bought = boughtIn(checkout, basket, where)
  if (!bought) return sums
  const { locations } = sums
  const isKnown = location === undefined || locations.includes(location.id)
  return {
    checkouts: sums.checkouts + 1,
    ...addSpend(sums, bought.spend, facts),
    quantity: addDecimals(sums.quantity, bought.quantity),
    lastAt: clock.now,
    locations: isKnown ? locations : [...locations, location.id],
  }
}

interface Bought {
  readonly spend: Minor
  readonly quantity: Decimal
}

/** With a filter, the matching lines; undefined if no unit matches. */
function boughtIn({ netTotal }: CheckoutNumbers, basket: BasketFacts, where: HistoryNeed['where']): Bought | undefined {
  const { quantity, total } = basket.products(where)
  if (!where) return { spend: netTotal, quantity }
  return quantity.units > 0 ? { spend: total, quantity } : undefined
}

/** Sums of one currency are converted as a whole, so that nothing is rounded twice. */
function addSpend(
  { spend, spent }: HistorySums,
  added: Minor,
  { checkout, money }: CallFacts,
): Pick<HistorySums, 'spend' | 'spent'> {
  if (!checkout || !money) return { spend, spent }
  const { currency, toMain } = money
  const { scale } = checkout
  const before = spent.find((sum) => sum.currency === currency && sum.scale === scale)
  const after: CurrencySum = { currency, scale, minor: (before?.minor ?? 0n) + BigInt(added) }
  const rest = before ? addDecimals(spend, negative(toMain(before))) : spend
  return { spend: addDecimals(rest, toMain(after)), spent: [...spent.filter((sum) => sum !== before), after] }
}

const negative = ({ units, scale }: Decimal): Decimal => ({ units: -units, scale })
