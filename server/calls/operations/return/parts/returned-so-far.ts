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
import {
  type ReturnShares,
  type ReturnsInAll,
  shareReturn,
  sumUpReturns,
} from '../../../../domain/checkout/return-shares.ts'
import type { ReturnedGoods, SoldLines } from '../../../../domain/checkout/returned-lines.ts'
import { defined } from '../../../../ground/kernel/defined.ts'
import type { RequestRef } from '../../../../ground/kernel/ids.ts'
import type { Minor } from '../../../../ground/kernel/money.ts'
import { type GivenInSale, givenMutations } from './return-balances.ts'
import { keptPaymentsBack, type PaymentsBack } from './returned-payments.ts'

/** A stored sale as returns look at it. */
function toSale({ scale, total, content }: CheckoutRecord): SoldLines {
  const lines = content.lines.map(({ sku, sequenceId, unitPrice, quantity, value }) => ({
    sku,
    sequenceId,
    unitPrice: BigInt(unitPrice),
    quantity: BigInt(quantity),
    value,
  }))
  return { scale, total, lines }
}

/** What a stored sale and its returns come to, with one that is being made. */
export function inAllOf(sale: CheckoutRecord, now: ReturnedGoods = nothing): ReturnsInAll {
  return sumUpReturns(toSale(sale), { before: (sale.returned?.returns ?? []).map(toReturned), now })
}

const nothing: ReturnedGoods = { products: [], additional: 0 }

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

/** The sale with more returns. */
export function withReturns(sale: CheckoutRecord, made: readonly KeptReturn[]): CheckoutRecord {
  const { returns = [], paymentsReversedBy } = sale.returned ?? {}
  return made.length === 0 ? sale : withAll(sale, [...returns, ...made], paymentsReversedBy)
}

/** The sale with a return that has just been decided, and all that came back with it. */
export function withMadeReturn(
  sale: CheckoutRecord,
  made: KeptReturn,
  { inAll, reversesPayments }: { readonly inAll: ReturnsInAll; readonly reversesPayments: boolean },
): CheckoutRecord {
  const { returns = [], paymentsReversedBy } = sale.returned ?? {}
  return withAll(sale, [...returns, made], reversesPayments ? made.ref : paymentsReversedBy, inAll)
}

/** The sale as if this return had never been. */
export function withoutReturn(sale: CheckoutRecord, ref: RequestRef): CheckoutRecord {
  const left = (sale.returned?.returns ?? []).filter((one) => one.ref !== ref)
  const reversedBy = sale.returned?.paymentsReversedBy
  const paymentsReversedBy = reversedBy === ref ? undefined : reversedBy
  const { returned: _, ...rest } = sale
  return left.length === 0 ? rest : withAll(rest, left, paymentsReversedBy)
}

/**
 * Whether returns that stay have taken less than their share, because this one had taken it before them: more was brought
 * back than was left. A unit of each return is rounding.
 */
export function isOwedBy(sale: CheckoutRecord, ref: RequestRef): boolean {
  if (!inAllOf(sale).over) return false
  const left = withoutReturn(sale, ref)
  const given = givenMutations(left)
  const { takeBack } = shareReturn(
    inAllOf(left),
    given.map(({ share }) => share),
  )
  const count = left.returned?.returns.length ?? 0
  return takeBack.some((amount, index) => Math.abs(amount) > count * (given[index]?.share.step ?? 1))
}

function withAll(
  sale: CheckoutRecord,
  returns: readonly KeptReturn[],
  paymentsReversedBy: RequestRef | undefined,
  inAll = sumUpReturns(toSale(sale), { before: returns.map(toReturned), now: nothing }),
): CheckoutRecord {
  const { full, lines } = inAll
  const value = returns.reduce((sum, one) => sum + one.value, 0)
  const returned: ReturnedSoFar = defined({
    returns,
    total: full ? sale.net : netShare(sale, value),
    isFull: full,
    units: lines.units.map((one: Micro) => String(one)),
    paymentsReversedBy,
  })
  return { ...sale, returned }
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
