import { netShare } from '../../../../calls/operations/return/parts/returned-so-far.ts'
import type { CheckoutRecord, KeptReturn } from '../../../../domain/checkout/record.ts'
import type { Minor } from '../../../../ground/kernel/money.ts'
import { type PaidSale, paidFor, type SaleLook } from './paid-sale.ts'

/** Where money goes first that may go to the card or over the counter. */
export type MoneyWay = 'card' | 'cash'

/** A return as it would be made: what it is worth, and whether everything is back with it. */
export interface TriedReturn {
  readonly worth: Minor
  readonly isFull: boolean
}

/** The way of the money of a return, in the sale's currency. */
interface MoneyBack {
  readonly owed: Minor
  readonly toCard: Minor
  readonly toOthers: Minor
  readonly toHandOver: Minor
  readonly hasChoice: boolean
  /** All payments of the sale are reversed; otherwise so much of those that balances made in it. */
  readonly reversesAll: boolean
  readonly part: Minor
  /** Some of it comes back only with the whole sale: it cannot be returned like this. */
  readonly needsWhole: boolean
}

/**
 * What was paid by card goes back to it, and what was paid otherwise is handed over. As long as enough was paid
 * otherwise, whoever serves may choose; what a card paid is never handed over while it could go back, and never more is
 * handed over than was paid otherwise and has not been handed over before.
 */
export function moneyBack(look: SaleLook, { worth, isFull }: TriedReturn, first: MoneyWay): MoneyBack {
  const { sale } = look
  const paid = paidFor(look)
  const left = leftOf(sale, paid)
  const available = Math.max(0, paid.otherwise - handedOver(sale, paid))
  const { others, unpriced } = paid
  // Tips and shipping were paid, too, and are no part of what the goods were worth.
  const besides = Math.max(0, allPaid(sale) - sale.net)
  const isReversed = sale.returned?.paymentsReversedBy !== undefined
  const byBalances = left + others + unpriced
  const hasBalances = byBalances > 0 || paid.hasUnpriced
  if (isFull && !isReversed && hasBalances && byBalances <= worth + besides) {
    const toHandOver = Math.min(available, Math.max(0, worth - byBalances))
    const owed = left + others + toHandOver
    const { isUnclear: needsWhole } = paid
    return {
      owed,
      toCard: left,
      toOthers: others,
      toHandOver,
      hasChoice: false,
      reversesAll: true,
      part: 0,
      needsWhole,
    }
  }
  const most = paid.canPart ? Math.min(worth, left) : 0
  const least = Math.min(most, Math.max(0, worth - available))
  const part = first === 'card' ? most : least
  const toHandOver = Math.min(worth - part, available)
  const isBound = byBalances > part && worth > part + toHandOver
  return {
    owed: part + toHandOver,
    toCard: part,
    toOthers: 0,
    toHandOver,
    hasChoice: least < most,
    reversesAll: false,
    part,
    needsWhole: isBound || (paid.isUnclear && !isReversed),
  }
}

/** What its own balances paid and have not got back. */
function leftOf({ returned }: CheckoutRecord, paid: PaidSale): Minor {
  if (returned?.paymentsReversedBy !== undefined) return 0
  return Math.max(0, paid.own - (returned?.returns ?? []).reduce((sum, { paymentsBack = 0 }) => sum + paymentsBack, 0))
}

/** What returns that stand were worth beyond what they gave to cards, each by itself: none gives back for another. */
function handedOver(sale: CheckoutRecord, paid: PaidSale): Minor {
  const { returns = [], isFull = false } = sale.returned ?? {}
  let [value, before, sum] = [0, 0, 0]
  for (const [index, made] of returns.entries()) {
    value += made.value
    const upTo = isFull && index === returns.length - 1 ? sale.net : netShare(sale, value)
    sum += Math.max(0, upTo - before - givenToCards(made, sale, paid))
    before = upTo
  }
  return sum
}

function givenToCards({ ref, paymentsBack }: KeptReturn, { returned }: CheckoutRecord, paid: PaidSale): Minor {
  return ref === returned?.paymentsReversedBy
    ? (paymentsBack ?? paid.own) + paid.reversedOthers + paid.worthUnpriced
    : (paymentsBack ?? 0)
}

const allPaid = ({ content }: CheckoutRecord): Minor =>
  (content.payments ?? []).reduce((sum, { paid }) => sum + paid, 0)
