import type { ValueType } from '../brand/brand.ts'
import { type Converted, convertToMain, overdrawInOriginal } from '../brand/exchange.ts'
import { findValueType, programOf } from '../brand/value-types.ts'
import { CardBook, type MutationType } from '../card/book.ts'
import type { Card, CheckoutLock, Purse } from '../card/card.ts'
import { guardChild } from '../card/guard.ts'
import { hasHolds } from '../card/holds.ts'
import { availableOf, delayedOf } from '../card/lots.ts'
import { hold, issue, redeem, redeemFromHold } from '../card/movements.ts'
import {
  dateTime,
  decimal,
  flag,
  id,
  integer,
  list,
  model,
  number,
  object,
  oneOf,
  text,
  utcDateTime,
  type Values,
} from '../contract/field.ts'
import { type Refusal, refuse } from '../kernel/errors.ts'
import { formatMinor, type Minor, toJsonNumber, toMinor } from '../kernel/money.ts'
import type { Instant } from '../kernel/time.ts'
import { viewBalances } from '../view/balance-view.ts'
import { findPurse } from './balance-bucket.ts'
import { cardBalance, cardBalanceAmount, checkoutKeyValue } from './balance-models.ts'
import { command, type Decision, type DecisionContext, type RequestDetail } from './operation.ts'
import { runRequestRules } from './request-rules.ts'
import { ruleParts } from './rule-outcome.ts'
import { checkUpdateBalance } from './update-balance-form.ts'
import { withCard } from './with-card.ts'

const adjustmentStatusDetails = model('AdjustmentStatusDetails', 'The status that an adjustment gives a card.', {
  newStatus: oneOf('The new status. The card cannot be used afterwards.', [
    'Lost',
    'Closed',
    'Expired',
    'Suspended',
    'Stolen',
  ]).required(),
})

const suspensionReasons = [
  'lostOrStolenAccount',
  'other',
  'dataPrivacyRequest',
  'duplicateAccount',
  'employee',
  'hacked',
  'customer',
  'spamPhishing',
] as const

const request = {
  cardNumber: id('The card.').required(6),
  action: oneOf('What to do. adjustOnly changes the status only, in an accounting adjustment.', [
    'issue',
    'redeem',
    'hold',
    'adjustOnly',
  ]).required(),
  amount: object('How much of which value type. Required for issue, redeem and hold.', cardBalanceAmount),
  isReturnRelated: flag('Issue: the balance comes from a return (store credit). It is redeemed first.').default(false),
  issuedBalanceExpiration: utcDateTime('Issue: when the balance expires, in UTC. Never, when absent.'),
  issuedBalanceActivation: dateTime('Issue: until when the balance cannot be used.').v2(),
  redeemMaxOnOverdraw: flag('Redeem: take what is there instead of failing. Not for hold.').default(false),
  redeemFromHoldTransactionId: id('Redeem: the hold to redeem from.').orEmpty(),
  releaseHoldRemainder: flag(
    'Redeem: release what remains of the hold. With an amount of 0 this cancels the hold.',
  ).default(false),
  isCashout: flag(
    'Redeem: pays the rest out in cash. The amount must be all there is, and nothing may be held.',
  ).default(false),
  isAccountingAdjustment: flag('Issue, redeem: a correction of the books. Allows negative amounts.').default(false),
  adjustStatus: object('Accounting adjustments: the status to give the card.', adjustmentStatusDetails),
  suspensionReason: oneOf('Why the status is changed.', suspensionReasons),
  returnBalances: flag('Answer the balances after the call.').default(false),
  returnBalanceExpirations: flag('With returnBalances: one element for each expiry.').default(false).v2(),
  returnDelayedBalances: flag('With returnBalances: also balance that is not active yet.').default(false).v2(),
  forcePinValidation: flag('Check the pin.').default(false),
  pin: text("The card's pin.").max(20),
  couponId: id("Change a coupon's own balance instead of the card's.").orEmpty().v2(),
  subtrackIndex: integer('Change the punches of one subtrack.').between(1, 1000).v2(),
  childCardNumber: id('Change a child card instead.').orEmpty().v2(),
  orderTotal: decimal('What the whole order costs; at least the redemption amount.').v2(),
  merchantName: text('Where this happened, when the location does not say it.').max(64).v2(),
  balanceReference: text('Issue: your reference of the balance.').max(25).needs('balanceReference'),
  customMutationType: text('Your own name for this kind of change.').max(64).needs('customMutationTypes'),
  customKeyValues: list('Custom inputs for campaign conditions.', checkoutKeyValue),
  customRequestDate: dateTime('The date to show for this call.').needs('customRequestDate'),
}

const response = {
  transactionId: text('The transaction, which is also the hold that was made.').required(),
  cardNumber: text('The card.').required(),
  balances: list('The balances after the call.', cardBalance),
  didOverdraw: flag('Whether less was redeemed than asked.').required(),
  overdrawAmount: number('What was not redeemed.'),
  overdrawAmountOriginalCurrency: number('What was not redeemed, in the currency of the request.'),
  convertedAmount: number("What was redeemed in the card's main currency after conversion.").v2(),
}

export type UpdateBalanceRequest = Values<typeof request>
type UpdateBalanceResponse = Values<typeof response>
type Context = DecisionContext<UpdateBalanceRequest>

export const updateBalance = command({
  name: 'updateBalance',
  summary: 'Issue, redeem, hold or adjust a balance.',
  callType: 'UPDATE_BALANCE',
  requestModel: 'UpdateBalanceRequest',
  responseModel: 'UpdateBalanceResponse',
  request,
  response,
  check: checkUpdateBalance,
  touches: ({ cardNumber, childCardNumber, couponId, forcePinValidation }) => ({
    cards: [cardNumber],
    ...(childCardNumber !== undefined && { children: [{ root: cardNumber, child: childCardNumber }] }),
    pins: forcePinValidation,
    ...(couponId !== undefined && { coupons: [couponId] }),
  }),
  decide: (context) => withCard(context, (root) => decideOn(root, context), passesLock(context)),
})

/** While a checkout has the card locked, balances of the value types that it left open can still be updated. */
function passesLock({ request, brand, card }: Context): (lock: CheckoutLock) => boolean {
  return ({ excluded }) => {
    const { amount, adjustStatus } = request
    const found = amount && card(request.cardNumber)
    const program = found && programOf(brand, found)
    const code = amount?.convertToMainCurrency ? program?.currency : amount?.balanceCode
    const name = amount && { balanceType: amount.balanceType, ...(code !== undefined && { balanceCode: code }) }
    const valueType = name && findValueType(program, name)
    return adjustStatus === undefined && valueType !== undefined && excluded.includes(valueType.id)
  }
}

function decideOn(root: Card, context: Context): Decision<UpdateBalanceResponse> {
  const { request, now } = context
  const { childCardNumber } = request
  const named = (number: string) => guardChild(context.child({ root: root.number, child: number }), now)
  const child = childCardNumber === undefined ? undefined : named(childCardNumber)
  if (child && 'kind' in child) return child
  const book = new CardBook(child ?? root, now)
  const moved = request.action === 'adjustOnly' ? nothingMoved : move(book, context)
  if (moved.kind === 'refusal') return moved
  if (request.adjustStatus) book.update({ status: request.adjustStatus.newStatus })
  const rootBook = child ? new CardBook(root, now) : book
  const rules = runRequestRules(context, {
    callType: 'UPDATE_BALANCE',
    root: rootBook,
    ...(child && { child: book }),
    keyValues: request.customKeyValues,
  })
  if (rules && 'kind' in rules) return rules
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
    detail: { ...detailOf(request, moved), ...parts.detail },
    ...(request.customRequestDate !== undefined && { customDate: request.customRequestDate }),
  }
}

/** What became of the amount that was asked for. */
interface Moved {
  readonly kind: 'moved'
  readonly scale: number
  readonly overdraw: Minor
  readonly redeemed: Minor
  readonly converted?: Converted
}

const nothingMoved: Moved = { kind: 'moved', scale: 0, overdraw: 0, redeemed: 0 }

interface Asked {
  readonly valueType: ValueType
  readonly purse: Purse
  readonly amount: Minor
  readonly converted?: Converted
}

/** Moves what the request says on the book, which is changed only when that can be done. */
export function move(book: CardBook, context: Context): Moved | Refusal {
  const asked = readAmount(book.card, context)
  if ('kind' in asked) return asked
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

const negated = (asked: Asked): Asked => ({ ...asked, amount: -asked.amount })

function readAmount(card: Card, context: Context): Asked | Refusal {
  const asked = readValue(card, context)
  if ('kind' in asked) return asked
  const purse = findPurse(card, asked.valueType, context)
  return 'kind' in purse ? purse : { ...asked, purse }
}

function readValue(card: Card, { brand, request }: Context): Omit<Asked, 'purse'> | Refusal {
  const { amount } = request
  if (!amount?.amount) return refuse(100, 'amount: is required')
  const program = programOf(brand, card)
  if (amount.convertToMainCurrency) {
    const converted = convertToMain(brand, program, { amount: amount.amount, currency: amount.balanceCode ?? '' })
    const isWorthless = converted.kind === 'converted' && converted.amount === 0 && converted.asked !== 0
    if (isWorthless) return refuse(100, 'amount.amount: is worth nothing in the main currency')
    return converted.kind === 'refusal'
      ? converted
      : { valueType: converted.valueType, amount: converted.amount, converted }
  }
  const valueType = findValueType(program, amount)
  if (!valueType) return refuse(115)
  if (amount.amount.scale > valueType.scale) return refuse(116)
  const minor = toMinor(amount.amount, valueType.scale)
  return minor === undefined ? refuse(100, 'amount.amount: is too large') : { valueType, amount: minor }
}

/** The limits of single issuances and redemptions; those of redemptions do not bind holds' use, cashouts and adjustments. */
function checkLimits({ valueType, amount }: Asked, request: UpdateBalanceRequest): Refusal | undefined {
  const { minIssue = 0, maxIssue = Infinity, minRedeem = 0, maxRedeem = Infinity } = valueType
  if (amount < 0) return undefined
  if (request.action === 'issue') return amount < minIssue || amount > maxIssue ? refuse(13) : undefined
  const unlimited =
    request.redeemFromHoldTransactionId !== undefined || request.isCashout || request.isAccountingAdjustment
  return !unlimited && (amount < minRedeem || amount > maxRedeem) ? refuse(13) : undefined
}

function kindOf(request: UpdateBalanceRequest): MutationType {
  if (request.isAccountingAdjustment) return 'Adjustment'
  return request.isCashout ? 'Cashout' : 'UpdateBalance'
}

function decideIssue(book: CardBook, asked: Asked, { request, now }: Context): Moved | Refusal {
  const { valueType, purse, amount, converted } = asked
  const { issuedBalanceExpiration: expiresAt, issuedBalanceActivation: activeAt } = request
  if (expiresAt !== undefined && expiresAt <= now) return refuse(100, 'issuedBalanceExpiration: must be in the future')
  if (isAfter(activeAt, expiresAt))
    return refuse(100, 'issuedBalanceActivation: must be before issuedBalanceExpiration')
  const refusal = issue(book, valueType, {
    purse,
    amount,
    kind: kindOf(request),
    now,
    returnRelated: request.isReturnRelated,
    ...(expiresAt !== undefined && { expiresAt }),
    ...(activeAt !== undefined && activeAt > now && { activeAt }),
  })
  const { scale } = valueType
  return refusal ?? { kind: 'moved', scale, overdraw: 0, redeemed: -amount, ...(converted && { converted }) }
}

const isAfter = (active?: Instant, expires?: Instant) =>
  active !== undefined && expires !== undefined && active >= expires

function decideRedeem(book: CardBook, asked: Asked, { request, now }: Context): Moved | Refusal {
  const { valueType, purse, amount, converted } = asked
  const movement = { purse, amount, kind: kindOf(request), now }
  const upTo = request.action === 'redeem' && request.redeemMaxOnOverdraw
  const refusal = request.isCashout ? checkCashout(book.card, asked, now) : undefined
  if (refusal) return refusal
  const { releaseHoldRemainder: releaseRest } = request
  const hold = request.redeemFromHoldTransactionId?.toLowerCase()
  const taken =
    hold === undefined
      ? redeem(book, { ...movement, upTo })
      : redeemFromHold(book, { ...movement, hold, upTo, releaseRest })
  if ('kind' in taken) return taken
  const { redeemed } = taken
  return {
    kind: 'moved',
    scale: valueType.scale,
    overdraw: amount - redeemed,
    redeemed,
    ...(converted && { converted }),
  }
}

/** A cashout leaves exactly nothing: nothing held on the card, nothing that becomes active later. */
function checkCashout(card: Card, { purse, amount }: Asked, now: Instant): Refusal | undefined {
  if (hasHolds(card)) return refuse(127)
  const isExact = amount === availableOf(card, purse, now) && delayedOf(card, purse, now) === 0
  return isExact ? undefined : refuse(13)
}

function decideHold(book: CardBook, { valueType, purse, amount }: Asked, { call, now }: Context): Moved | Refusal {
  const refusal = hold(book, { purse, amount, kind: 'Hold', now, ref: call.ref })
  return refusal ?? { ...nothingMoved, scale: valueType.scale }
}

function answer(card: Card, { request, brand, call, now }: Context, moved: Moved): UpdateBalanceResponse {
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
function detailOf(request: UpdateBalanceRequest, { converted, redeemed }: Moved): RequestDetail {
  const {
    merchantName,
    balanceReference,
    customMutationType,
    suspensionReason,
    adjustStatus,
    orderTotal,
    customKeyValues,
  } = request
  return {
    ...(merchantName !== undefined && { merchantName }),
    ...(balanceReference !== undefined && { balanceReference }),
    ...(customMutationType !== undefined && { customMutationType }),
    ...(suspensionReason !== undefined && { suspensionReason }),
    ...(adjustStatus && { newStatus: adjustStatus.newStatus }),
    ...(orderTotal && { orderTotal: formatMinor(orderTotal.units, orderTotal.scale) }),
    ...(customKeyValues && { customKeyValues }),
    ...(converted && {
      conversion: {
        currency: converted.currency,
        asked: converted.asked,
        scale: converted.askedScale,
        converted: redeemed,
      },
    }),
  }
}
