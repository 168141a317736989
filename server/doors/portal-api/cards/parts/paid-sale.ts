import type { BalanceMutation, CheckoutRecord, KeptPayment } from '../../../../domain/checkout/record.ts'
import type { RequestRef } from '../../../../ground/kernel/ids.ts'
import type { Minor } from '../../../../ground/kernel/money.ts'

/** A sale, and what only others know of it. */
export interface SaleLook {
  readonly sale: CheckoutRecord
  /** By which call each redemption that paid it was voided. */
  readonly voids: ReadonlyMap<RequestRef, RequestRef>
  /** What an amount of a value is in the sale's currency; undefined for one of which only the till knew the worth. */
  readonly worthOf: (valueType: number, amount: Minor) => Minor | undefined
}

/** Who paid what of a sale, in its currency. */
export interface PaidSale {
  /** What its own balances paid in it. */
  readonly own: Minor
  /** Whether a part of that can be given back; otherwise all of it, with the whole sale. */
  readonly canPart: boolean
  /** What redemptions paid that are calls of their own and stand: they come back with the whole sale. */
  readonly others: Minor
  /** What of them came back when a return reversed the payments. */
  readonly reversedOthers: Minor
  /** Whether something paid whose worth nobody said, such as points, and has not come back. */
  readonly hasUnpriced: boolean
  /** What is taken to have been paid by it, and what of that has not come back. */
  readonly worthUnpriced: Minor
  readonly unpriced: Minor
  /** What was paid in cash or in any other way that no balance knows of. */
  readonly otherwise: Minor
  /** Which of the payments that were told was made by a balance cannot be told. */
  readonly isUnclear: boolean
}

/**
 * What balances paid is what the sale took off them: payments are also told for reports, and those that complete a sale
 * may be told in another way than they were made. What paid without a worth has paid what nothing else explains.
 */
export function paidFor({ sale, voids, worthOf }: SaleLook): PaidSale {
  const payments = sale.content.payments ?? []
  const reversedBy = sale.returned?.paymentsReversedBy
  const referred = payments.flatMap(({ request, paid }) => (request === undefined ? [] : [{ request, paid }]))
  const standing = referred.filter(({ request }) => !voids.has(request))
  const reversed = referred.filter(({ request }) => reversedBy !== undefined && voids.get(request) === reversedBy)
  const own = ownPayments(sale, payments, worthOf)
  const allOthers = sumOf(referred)
  const services = Math.max(0, sale.net - own.paid - allOthers)
  const isUnpriced = own.isUnpriced || referred.some(({ paid }) => paid === 0)
  const rest = sumOf(payments.filter((one) => one.request === undefined && !isBalance(one)))
  const otherwise = isUnpriced ? Math.min(services, rest) : services
  const isLeft = own.isUnpriced || standing.some(({ paid }) => paid === 0)
  const worthUnpriced = services - otherwise
  const hasUnpriced = reversedBy === undefined && isUnpriced && isLeft
  return {
    own: own.paid,
    canPart: own.canPart,
    others: reversedBy === undefined ? sumOf(standing) : 0,
    reversedOthers: sumOf(reversed),
    hasUnpriced,
    worthUnpriced,
    unpriced: hasUnpriced ? worthUnpriced : 0,
    otherwise,
    isUnclear: own.isUnpriced && !payments.some((one) => one.request === undefined && isBalance(one)),
  }
}

/** What the sale itself took off balances, by what was told of it, or else by what that was worth. */
function ownPayments({ content }: CheckoutRecord, payments: readonly KeptPayment[], worthOf: SaleLook['worthOf']) {
  const made = (content.mutations ?? []).filter((one): one is BalanceMutation => one.kind === 'payment')
  if (made.length === 0) return { paid: 0, canPart: false, isUnpriced: false }
  const marked = payments.filter(({ redeemBalance, request }) => redeemBalance && request === undefined)
  const told = sumOf(marked)
  if (told > 0) {
    const isUnpriced = marked.some(({ paid }) => paid === 0)
    return { paid: told, canPart: !isUnpriced, isUnpriced }
  }
  const worths = made.map(({ valueType, amount }) => worthOf(valueType, -amount))
  const known = worths.reduce((sum: Minor, worth = 0) => sum + worth, 0)
  const named = sumOf(payments.filter((one) => one.request === undefined && isBalance(one)))
  const isUnpriced = worths.includes(undefined) && named <= known
  return { paid: Math.max(known, named), canPart: false, isUnpriced }
}

const isBalance = ({ redeemBalance, balanceType }: KeptPayment): boolean =>
  redeemBalance === true || balanceType !== undefined

const sumOf = (payments: readonly { readonly paid: Minor }[]): Minor =>
  payments.reduce((sum, { paid }) => sum + paid, 0)
