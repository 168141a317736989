import type { CheckoutRecord, DiscountMutation, KeptMutation, KeptReturn } from '../../../../domain/checkout/record.ts'
import { type ReturnsInAll, shareReturn } from '../../../../domain/checkout/return-shares.ts'
import type { Minor } from '../../../../ground/kernel/money.ts'
import { inAllOf } from './returned-so-far.ts'

/**
 * What a return takes back of each mutation of its sale that is a discount, and 0 of the others: the share of the lines that
 * come back. It is decided here alone and kept with the return; budgets and reports both go by it, so that they cannot
 * differ by how they round.
 */
export function discountsTaken(sale: CheckoutRecord, inAll: ReturnsInAll): readonly Minor[] {
  return takenOf(sale, inAll, discountsSoFar(sale))
}

/** Of a rule's discounts, in the order of the sale's mutations. */
export function sumOfRule({ content }: CheckoutRecord, rule: string, parts: readonly Minor[]): Minor {
  return (content.mutations ?? []).reduce(
    (sum, mutation, place) => (isDiscountOf(mutation, rule) ? sum + (parts[place] ?? 0) : sum),
    0,
  )
}

const isDiscount = (mutation: KeptMutation): mutation is DiscountMutation => mutation.kind === 'discount'

const isDiscountOf = (mutation: KeptMutation, rule: string) => isDiscount(mutation) && mutation.origin?.rule === rule

/** A return that was made before this was kept counts with the share that it had. */
function discountsSoFar(sale: CheckoutRecord): readonly Minor[] {
  const none = (sale.content.mutations ?? []).map(() => 0)
  const returns = sale.returned?.returns ?? []
  if (returns.length === 0) return none
  const kept = returns.flatMap(({ discounts }: KeptReturn) => (discounts ? [discounts] : []))
  if (kept.length === returns.length)
    return none.map((_, place) => kept.reduce((sum, one) => sum + (one[place] ?? 0), 0))
  return takenOf(sale, inAllOf(sale), none)
}

function takenOf(sale: CheckoutRecord, inAll: ReturnsInAll, earlier: readonly Minor[]): readonly Minor[] {
  const mutations = sale.content.mutations ?? []
  const given = mutations.map((mutation, place) => ({
    amount: isDiscount(mutation) ? mutation.amount : 0,
    takenBack: earlier[place] ?? 0,
    of: isDiscount(mutation) ? unitsOf(sale, mutation.line) : ('checkout' as const),
  }))
  const { takeBack, full } = shareReturn(inAll, given)
  // Shipping comes back with the last of the goods.
  return takeBack.map((part, place) => (!full && isShipping(mutations[place]) ? 0 : part))
}

const isShipping = (mutation: KeptMutation | undefined) => mutation?.kind === 'discount' && mutation.on === 'shipping'

function unitsOf({ content }: CheckoutRecord, line: number | undefined) {
  return line === undefined ? ('checkout' as const) : [{ line, units: BigInt(content.lines[line]?.quantity ?? 0) }]
}
