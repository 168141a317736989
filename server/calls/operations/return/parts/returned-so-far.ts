import { halfUp, type Micro } from '../../../../domain/checkout/exact.ts'
import {
  type BudgetBack,
  type CheckoutRecord,
  type KeptReturn,
  type PaidBack,
  type ReturnedSoFar,
  type Shortfall,
  shippingDiscountOf,
} from '../../../../domain/checkout/record.ts'
import { type ReturnShares, shareReturn } from '../../../../domain/checkout/return-shares.ts'
import { findReturnedLines, type ReturnedGoods, type SoldLines } from '../../../../domain/checkout/returned-lines.ts'
import { defined } from '../../../../ground/kernel/defined.ts'
import type { RequestRef } from '../../../../ground/kernel/ids.ts'
import type { Minor } from '../../../../ground/kernel/money.ts'
import { type GivenInSale, givenMutations } from './return-balances.ts'
import { keptPaymentsBack, type PaymentsBack } from './returned-payments.ts'

/** A stored sale as returns look at it. */
export function toSale({ scale, total, content }: CheckoutRecord): SoldLines {
  const lines = content.lines.map(({ sku, sequenceId, unitPrice, quantity, value }) => ({
    sku,
    sequenceId,
    unitPrice: BigInt(unitPrice),
    quantity: BigInt(quantity),
    value,
  }))
  return { scale, total, lines }
}

export function returnsBefore({ returned }: CheckoutRecord): readonly ReturnedGoods[] {
  return (returned?.returns ?? []).map(toReturned)
}

function toReturned({ products, additional }: KeptReturn): ReturnedGoods {
  return {
    products: products.map(({ sku, quantity, unitPrice, sequenceId }) => ({
      sku,
      quantity: BigInt(quantity),
      unitPrice: unitPrice === undefined ? undefined : BigInt(unitPrice),
      sequenceId,
    })),
    additional,
  }
}

/** A return that has just been decided. */
interface MadeReturn {
  readonly ref: RequestRef
  readonly returned: ReturnedGoods
  readonly shares: ReturnShares
  readonly given: readonly GivenInSale[]
  /** What was taken back of each of these. */
  readonly takenBack: readonly Minor[]
  readonly shortfalls: readonly Shortfall[]
  readonly budgets: readonly BudgetBack[]
  /** What was taken back of each discount of the sale. */
  readonly discounts: readonly Minor[]
  readonly keepsCoupons: boolean
  readonly paymentsBack: PaymentsBack
  /** What each balance that had paid got of it. */
  readonly paymentsBackTo: readonly PaidBack[]
}

/** What the sale has to remember of a return. */
export function toKeptReturn({ content }: CheckoutRecord, made: MadeReturn): KeptReturn {
  const { ref, returned, shares, given, shortfalls, budgets, discounts, keepsCoupons } = made
  const takenBack = (content.mutations ?? []).map(() => 0)
  for (const [index, { place }] of given.entries()) takenBack[place] = made.takenBack[index] ?? 0
  return {
    ref,
    ...toKept(returned),
    value: shares.value,
    takenBack,
    ...(shortfalls.length > 0 && { shortfalls }),
    ...(budgets.length > 0 && { budgets }),
    ...((content.mutations ?? []).some(({ kind }) => kind === 'discount') && { discounts }),
    ...keptPaymentsBack(made.paymentsBack, made.paymentsBackTo),
    ...(keepsCoupons && { keepsCoupons }),
  }
}

/** What was returned, as it is kept. */
function toKept({ products, additional }: ReturnedGoods): Pick<KeptReturn, 'products' | 'additional'> {
  return {
    products: products.map(({ sku, quantity, unitPrice, sequenceId }) =>
      defined({
        sku,
        quantity: String(quantity),
        ...(unitPrice !== undefined && { unitPrice: String(unitPrice) }),
        sequenceId,
      }),
    ),
    additional,
  }
}

/** The sale with one more return. */
export function withReturn(sale: CheckoutRecord, made: KeptReturn, reversesPayments: boolean): CheckoutRecord {
  const before = sale.returned
  const paymentsReversedBy = reversesPayments ? made.ref : before?.paymentsReversedBy
  return { ...sale, returned: sumUp(sale, [...(before?.returns ?? []), made], paymentsReversedBy) }
}

/** The sale as if this return had never been. */
export function withoutReturn(sale: CheckoutRecord, ref: RequestRef): CheckoutRecord {
  const left = (sale.returned?.returns ?? []).filter((one) => one.ref !== ref)
  const reversedBy = sale.returned?.paymentsReversedBy
  const paymentsReversedBy = reversedBy === ref ? undefined : reversedBy
  const { returned: _, ...rest } = sale
  return left.length === 0 ? rest : { ...rest, returned: sumUp(sale, left, paymentsReversedBy) }
}

/**
 * Whether returns that stay have taken less than their share, because this one had taken it before them: more was brought
 * back than was left. A unit of each return is rounding.
 */
export function isOwedBy(sale: CheckoutRecord, ref: RequestRef): boolean {
  const left = withoutReturn(sale, ref)
  const nothing: ReturnedGoods = { products: [], additional: 0 }
  const given = givenMutations(left)
  const shares = (of: CheckoutRecord) =>
    shareReturn(
      toSale(of),
      given.map(({ share }) => share),
      { before: returnsBefore(of), now: nothing },
    )
  if (!shares(sale).over) return false
  const count = left.returned?.returns.length ?? 0
  return shares(left).takeBack.some((amount, index) => Math.abs(amount) > count * (given[index]?.share.step ?? 1))
}

function sumUp(
  sale: CheckoutRecord,
  returns: readonly KeptReturn[],
  reversedBy: RequestRef | undefined,
): ReturnedSoFar {
  const sold = toSale(sale)
  const nothing: ReturnedGoods = { products: [], additional: 0 }
  const { full } = shareReturn(sold, [], { before: returns.map(toReturned), now: nothing })
  const units = findReturnedLines(
    sold,
    returns.flatMap((one) => toReturned(one).products),
  ).units
  const value = returns.reduce((sum, one) => sum + one.value, 0)
  return defined({
    returns,
    total: full ? sale.net : netShare(sale, value),
    isFull: full,
    units: units.map((one: Micro) => String(one)),
    paymentsReversedBy: reversedBy,
  })
}

export function netShare({ net, total }: CheckoutRecord, value: Minor): Minor {
  return shareOf(net, value, total)
}

/**
 * What came back of the discounts that campaigns gave in a sale. Shipping does not come back with a part of the goods, so
 * what was taken off it counts until everything is back.
 */
export function discountBack(sale: CheckoutRecord): Minor {
  const { discount, total, returned } = sale
  if (!returned) return 0
  const value = returned.returns.reduce((sum, one) => sum + one.value, 0)
  return returned.isFull ? discount : shareOf(discount - shippingDiscountOf(sale), value, total)
}

function shareOf(whole: Minor, value: Minor, total: Minor): Minor {
  if (total <= 0) return 0
  return Math.min(whole, Number(halfUp(BigInt(whole) * BigInt(value), BigInt(total))))
}
