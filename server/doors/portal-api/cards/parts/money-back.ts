import { paidByBalances, paymentsBackSoFar } from '../../../../calls/operations/return/parts/returned-payments.ts'
import type { CheckoutRecord } from '../../../../domain/checkout/record.ts'
import type { Minor } from '../../../../ground/kernel/money.ts'

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
}

/**
 * What was paid by card goes back to it, and what was paid otherwise is handed over. As long as enough was paid
 * otherwise, whoever serves may choose; what a card paid is never handed over while it could go back.
 */
export function moneyBack(sale: CheckoutRecord, { worth, isFull }: TriedReturn, first: MoneyWay): MoneyBack {
  const paid = paidByBalances(sale)
  const back = paymentsBackSoFar(sale)
  const left = paid - back
  const others = sale.returned?.paymentsReversedBy === undefined ? paidByOthers(sale) : 0
  // Tips and shipping were paid, too, and are no part of what the goods were worth.
  const besides = Math.max(0, allPaid(sale) - sale.net)
  const isOwed = left + others <= worth + besides
  if (isFull && left + others > 0 && isOwed && sale.returned?.paymentsReversedBy === undefined) {
    const owed = Math.max(worth, left + others)
    const toHandOver = owed - left - others
    return { owed, toCard: left, toOthers: others, toHandOver, hasChoice: false, reversesAll: true, part: 0 }
  }
  const handedOver = (sale.returned?.total ?? 0) - back
  const otherwise = Math.max(0, sale.net - paid - paidByOthers(sale) - handedOver)
  const most = Math.min(worth, left)
  const least = Math.min(most, Math.max(0, worth - otherwise))
  const part = first === 'card' ? most : least
  return {
    owed: worth,
    toCard: part,
    toOthers: 0,
    toHandOver: worth - part,
    hasChoice: least < most,
    reversesAll: false,
    part,
  }
}

/** What redemptions paid that are calls of their own: they come back with all of the sale, or by a void. */
const paidByOthers = ({ content }: CheckoutRecord): Minor =>
  (content.payments ?? []).reduce((sum, { paid, request }) => sum + (request === undefined ? 0 : paid), 0)

const allPaid = ({ content }: CheckoutRecord): Minor =>
  (content.payments ?? []).reduce((sum, { paid }) => sum + paid, 0)
