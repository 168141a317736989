import type { NewAuditEntry } from '../../../domain/audit/entry.ts'
import type { ValueType } from '../../../domain/brand/brand.ts'
import { type Converted, convertToMain, overdrawInOriginal } from '../../../domain/brand/exchange.ts'
import { findValueType, programOf, refuseValueType, tooManyDecimals } from '../../../domain/brand/value-types.ts'
import { checkSize, refuseCashoutOfReturns, refuseInexactCashout } from '../../../domain/card/balance-limits.ts'
import { CardBook, type MutationType } from '../../../domain/card/book.ts'
import type { Card, CheckoutLock, Purse } from '../../../domain/card/card.ts'
import { guardChild } from '../../../domain/card/guard.ts'
import { hasHolds } from '../../../domain/card/holds.ts'
import { availableOf, delayedOf, spendableLots } from '../../../domain/card/lots.ts'
import { hold, issue, redeem, redeemFromHold } from '../../../domain/card/movements.ts'
import type { Decision, DecisionContext } from '../../../domain/decision/decision.ts'
import { isUndecided } from '../../../domain/decision/need.ts'
import type { RequestDetail } from '../../../domain/decision/past-request.ts'
import { viewBalances } from '../../../domain/view/balance-view.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { isRefusal, type Refusal, refuse, refuseField } from '../../../ground/kernel/errors.ts'
import { formatMinor, type Minor, toJsonNumber, toMinor } from '../../../ground/kernel/money.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import { balanceAdjusted, balanceGiven, statusAdjusted } from '../adjusted.ts'
import { command } from '../operation.ts'
import { runRequestRules } from '../rules/parts/request-rules.ts'
import { ruleParts } from '../rules/parts/rule-outcome.ts'
import { withCard } from '../with-card.ts'
import { findPurse } from './parts/balance-bucket.ts'
import {
  type UpdateBalanceRequest,
  type UpdateBalanceResponse,
  updateBalanceRequest,
  updateBalanceResponse,
} from './parts/contract.ts'
import { checkUpdateBalance } from './parts/update-balance-form.ts'

type Context = DecisionContext<UpdateBalanceRequest>

export const updateBalance = command({
  name: 'updateBalance',
  summary: 'Issue, redeem, hold or adjust a balance.',
  callType: 'UPDATE_BALANCE',
  requestModel: 'UpdateBalanceRequest',
  responseModel: 'UpdateBalanceResponse',
  request: updateBalanceRequest,
  response: updateBalanceResponse,
  check: checkUpdateBalance,
  touches: ({ cardNumber, childCardNumber, couponId, forcePinValidation }) => ({
    cards: [cardNumber],
    ...(childCardNumber !== undefined && { children: [{ root: cardNumber, child: childCardNumber }] }),
    pins: forcePinValidation,
    ...(couponId !== undefined && { coupons: [couponId] }),
  }),
  decide: (context) => withCard(context, (root) => decideOn(root, context), { passesLock: passesLock(context) }),
})

/** The same for a job: nobody made a request, so that no rule runs after it. */
export const updateBalanceQuietly = (context: Context): Decision<UpdateBalanceResponse> =>
  withCard(context, (root) => decideOn(root, context, { isQuiet: true }), { passesLock: passesLock(context) })

/** While a checkout has the card locked, balances of the value types that it left open can still be updated. */
function passesLock({ request, brand, card }: Context): (lock: CheckoutLock) => boolean {
  return ({ excluded }) => {
    const { amount, adjustStatus } = request
    const found = amount && card(request.cardNumber)
    const program = found && programOf(brand, found)
    const code = amount?.convertToMainCurrency ? program?.currency : amount?.balanceCode
    const name = amount && defined({ balanceType: amount.balanceType, balanceCode: code })
    const valueType = name && findValueType(program, name)
    return adjustStatus === undefined && valueType !== undefined && excluded.includes(valueType.id)
  }
}

function decideOn(root: Card, context: Context, { isQuiet = false } = {}): Decision<UpdateBalanceResponse> {
  const { request, now } = context
  const { childCardNumber } = request
  const toChild = (number: string) => guardChild(context.child({ root: root.number, child: number }), now)
  const child = childCardNumber === undefined ? undefined : toChild(childCardNumber)
  if (child && isRefusal(child)) return child
  const book = new CardBook(child ?? root, now)
  const moved = request.action === 'adjustOnly' ? nothingMoved : move(book, context)
  if (moved.kind === 'refusal') return moved
  if (request.adjustStatus) book.update({ status: request.adjustStatus.newStatus })
  const rootBook = child ? new CardBook(root, now) : book
  const named = { root: rootBook, ...(child && { child: book }), keyValues: request.customKeyValues }
  const rules = isQuiet ? undefined : runRequestRules(context, { callType: 'UPDATE_BALANCE', ...named })
  if (rules && isUndecided(rules)) return rules
  const books = child ? [rootBook, book] : [book]
  const parts = ruleParts(rules)
  return {
    kind: 'outcome',
    response: answer(book.card, context, moved),
    ...parts.outcome,
    subject: rootBook.card,
    ...(child && { child: book.card }),
    cards: books.map(({ card }) => card),
    postings: books.flatMap(({ postings }) => postings),
    coupons: parts.coupons,
    detail: {
      ...detailOf(request, moved),
      ...(book.standIns.length > 0 && { standIns: book.standIns }),
      ...parts.detail,
    },
    ...auditsOf(child ?? root, book.card, context),
    ...(request.customRequestDate !== undefined && { customDate: request.customRequestDate }),
  }
}

/** What is corrected, and what somebody gives by hand in the portal. What tills do every day leaves no entry. */
function auditsOf(before: Card, after: Card, { request, brand, call, now }: Context): { audits?: NewAuditEntry[] } {
  if (request.isAccountingAdjustment)
    return {
      audits: [
        ...(request.action === 'adjustOnly' ? [] : [balanceAdjusted(before, after, { brand, call, now })]),
        ...(request.adjustStatus ? [statusAdjusted(before, after, call)] : []),
      ],
    }
  return call.user && request.action === 'issue' && request.amount
    ? { audits: [balanceGiven(after, request.amount, { brand, call, isGoodwill: request.isGoodwill === true })] }
    : {}
}

/** What became of the amount that was asked for. */
interface BalanceMove {
  readonly kind: 'moved'
  readonly scale: number
  readonly overdraw: Minor
  readonly redeemed: Minor
  readonly converted?: Converted
}

const nothingMoved: BalanceMove = { kind: 'moved', scale: 0, overdraw: 0, redeemed: 0 }

interface AskedBalance {
  readonly valueType: ValueType
  readonly purse: Purse
  readonly amount: Minor
  readonly converted?: Converted
}

/** Moves what the request says on the book, which is changed only when that can be done. */
export function move(book: CardBook, context: Context): BalanceMove | Refusal {
  const asked = readAmount(book.card, context)
  if (isRefusal(asked)) return asked
  const refusal = checkLimits(asked, context.request)
  if (refusal) return refusal
  switch (context.request.action) {
    case 'issue':
      return asked.amount > 0 ? decideIssue(book, asked, context) : decideRedeem(book, negated(asked), context)
    case 'redeem':
      return asked.amount < 0 ? decideIssue(book, negated(asked), context) : decideRedeem(book, asked, context)
    case 'hold':
      return decideHold(book, asked, context)
    case 'adjustOnly':
      return nothingMoved
  }
}

const negated = (asked: AskedBalance): AskedBalance => ({ ...asked, amount: -asked.amount })

function readAmount(card: Card, context: Context): AskedBalance | Refusal {
  const asked = readValue(card, context)
  if (isRefusal(asked)) return asked
  const purse = findPurse(card, asked.valueType, context)
  return isRefusal(purse) ? purse : { ...asked, purse }
}

function readValue(card: Card, { brand, request }: Context): Omit<AskedBalance, 'purse'> | Refusal {
  const { amount } = request
  if (!amount?.amount) return refuseField(100, 'amount', 'is required')
  const program = programOf(brand, card)
  if (amount.convertToMainCurrency) {
    const converted = convertToMain(brand, program, { amount: amount.amount, currency: amount.balanceCode ?? '' })
    const isWorthless = converted.kind === 'converted' && converted.amount === 0 && converted.asked !== 0
    if (isWorthless) return refuseField(100, 'amount.amount', 'is worth nothing in the main currency')
    return converted.kind === 'refusal'
      ? converted
      : { valueType: converted.valueType, amount: converted.amount, converted }
  }
  const valueType = findValueType(program, amount)
  if (!valueType) return refuseValueType(amount, program)
  if (amount.amount.scale > valueType.scale) return tooManyDecimals('amount.amount', valueType)
  const minor = toMinor(amount.amount, valueType.scale)
  return minor === undefined ? refuseField(100, 'amount.amount', 'is too large') : { valueType, amount: minor }
}

/** The limits of single issuances and redemptions; they do not bind adjustments, cashouts and the use of holds. */
function checkLimits({ valueType, amount }: AskedBalance, request: UpdateBalanceRequest): Refusal | undefined {
  if (request.isAccountingAdjustment) return undefined
  if (request.action === 'issue') return checkSize(amount, valueType, 'issue')
  const isUnlimited = request.redeemFromHoldTransactionId !== undefined || request.isCashout
  return isUnlimited ? undefined : checkSize(amount, valueType, 'redeem')
}

function kindOf(request: UpdateBalanceRequest): MutationType {
  if (request.isAccountingAdjustment) return 'Adjustment'
  return request.isCashout ? 'Cashout' : 'UpdateBalance'
}

function decideIssue(book: CardBook, asked: AskedBalance, { request, now }: Context): BalanceMove | Refusal {
  const { valueType, purse, amount, converted } = asked
  const { issuedBalanceExpiration: expiresAt, issuedBalanceActivation: activeAt } = request
  if (expiresAt !== undefined && expiresAt <= now)
    return refuseField(100, 'issuedBalanceExpiration', 'must be in the future')
  if (isAfter(activeAt, expiresAt))
    return refuseField(100, 'issuedBalanceActivation', 'must be before issuedBalanceExpiration')
  const refusal = issue(
    book,
    valueType,
    defined({
      purse,
      amount,
      kind: kindOf(request),
      now,
      returnRelated: request.isReturnRelated,
      expiresAt,
      ...(activeAt !== undefined && activeAt > now && { activeAt }),
    }),
  )
  const { scale } = valueType
  return refusal ?? defined({ kind: 'moved', scale, overdraw: 0, redeemed: -amount, converted })
}

const isAfter = (active?: Instant, expires?: Instant) =>
  active !== undefined && expires !== undefined && active >= expires

function decideRedeem(book: CardBook, asked: AskedBalance, context: Context): BalanceMove | Refusal {
  const { request, now } = context
  const { valueType, purse, amount, converted } = asked
  const movement = { purse, amount, kind: kindOf(request), now }
  const upTo = request.action === 'redeem' && request.redeemMaxOnOverdraw
  const refusal = request.isCashout ? checkCashout(book.card, asked, context) : undefined
  if (refusal) return refusal
  const { releaseHoldRemainder: releaseRest } = request
  const hold = request.redeemFromHoldTransactionId?.toLowerCase()
  const taken =
    hold === undefined
      ? redeem(book, { ...movement, upTo })
      : redeemFromHold(book, { ...movement, hold, upTo, releaseRest })
  if (isRefusal(taken)) return taken
  const { redeemed } = taken
  return defined({
    kind: 'moved',
    scale: valueType.scale,
    overdraw: amount - redeemed,
    redeemed,
    converted,
  })
}

/** A cashout leaves exactly nothing: nothing held on the card, nothing that becomes active later. */
function checkCashout(card: Card, { purse, amount }: AskedBalance, { brand, now }: Context): Refusal | undefined {
  if (hasHolds(card)) return refuse(127)
  const isExact = amount === availableOf(card, purse, now) && delayedOf(card, purse, now) === 0
  if (!isExact) return refuseInexactCashout()
  const isReturned = spendableLots(card, purse, now).some(({ returnRelated }) => returnRelated)
  return isReturned && !brand.settings.cashoutReturns ? refuseCashoutOfReturns() : undefined
}

function decideHold(
  book: CardBook,
  { valueType, purse, amount }: AskedBalance,
  { call, now }: Context,
): BalanceMove | Refusal {
  const refusal = hold(book, { purse, amount, kind: 'Hold', now, ref: call.ref })
  return refusal ?? { ...nothingMoved, scale: valueType.scale }
}

function answer(card: Card, { request, brand, call, now }: Context, moved: BalanceMove): UpdateBalanceResponse {
  const { overdraw, converted, scale } = moved
  const views = { expirations: request.returnBalanceExpirations, delayed: request.returnDelayedBalances }
  return {
    transactionId: call.ref,
    cardNumber: request.cardNumber,
    ...(request.returnBalances && { balances: viewBalances(card, brand, now, views) }),
    didOverdraw: overdraw > 0,
    ...(overdraw > 0 && { overdrawAmount: toJsonNumber(overdraw, scale) }),
    ...(overdraw > 0 &&
      converted && {
        overdrawAmountOriginalCurrency: toJsonNumber(overdrawInOriginal(converted, overdraw), converted.askedScale),
      }),
    ...(converted && { convertedAmount: toJsonNumber(moved.redeemed, scale) }),
  }
}

/** What the record keeps of the request beyond the ledger; undefined when there is nothing. */
function detailOf(request: UpdateBalanceRequest, { converted, redeemed }: BalanceMove): RequestDetail {
  const {
    merchantName,
    balanceReference,
    customMutationType,
    suspensionReason,
    adjustStatus,
    orderTotal,
    customKeyValues,
    action,
  } = request
  const isNegative = (request.amount?.amount?.units ?? 0) < 0
  return defined({
    merchantName,
    balanceReference,
    customMutationType,
    suspensionReason,
    ...(adjustStatus && { newStatus: adjustStatus.newStatus }),
    ...(request.isGoodwill && { isGoodwill: true as const }),
    ...(action === 'issue' && isNegative && { negativeIssue: true as const }),
    ...(orderTotal && { orderTotal: formatMinor(orderTotal.units, orderTotal.scale) }),
    customKeyValues,
    ...(converted && {
      conversion: {
        currency: converted.currency,
        asked: converted.asked,
        scale: converted.askedScale,
        converted: redeemed,
      },
    }),
  })
}
