import type { Brand } from '../../../domain/brand/brand.ts'
import { refuseTooMuch } from '../../../domain/card/balance-limits.ts'
import type { Card } from '../../../domain/card/card.ts'
import { guardChild } from '../../../domain/card/guard.ts'
import { totalOf } from '../../../domain/card/lots.ts'
import { readReturn } from '../../../domain/checkout/read-return.ts'
import type { CheckoutRecord, PaidBack, Shortfall } from '../../../domain/checkout/record.ts'
import { type ReturnShares, type ReturnsInAll, shareReturn } from '../../../domain/checkout/return-shares.ts'
import type { ReturnedGoods } from '../../../domain/checkout/returned-lines.ts'
import type { Decision } from '../../../domain/decision/decision.ts'
import { isUndecided, type Needs } from '../../../domain/decision/need.ts'
import type { PastRequest } from '../../../domain/decision/past-request.ts'
import { obstacleTo } from '../../../domain/firing/effects/move-balance.ts'
import { isRefusal, type Refusal, refuse, refuseField } from '../../../ground/kernel/errors.ts'
import { type CardId, isUuid, type RequestRef } from '../../../ground/kernel/ids.ts'
import { type Minor, minorMax } from '../../../ground/kernel/money.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import { tillOf } from '../checkout/parts/sale-state.ts'
import { strangeInLines, withKnownAttributes } from '../checkout/parts/sent-attributes.ts'
import { type BooksById, openBooks } from '../open-books.ts'
import { command } from '../operation.ts'
import { changedCards, onHeirs } from '../past-on-heirs.ts'
import { withoutTierPart } from '../tier-part.ts'
import { type CouponRules, undoCoupons } from '../void/parts/undo-effects.ts'
import { withCard } from '../with-card.ts'
import { type ReturnContext, type ReturnRequest, returnRequest } from './parts/contract.ts'
import { type GivenInSale, givenMutations, ReturnedBalances, referredPayments } from './parts/return-balances.ts'
import { budgetsBack, budgetUsesOf } from './parts/returned-budgets.ts'
import { discountsTaken } from './parts/returned-discounts.ts'
import { giveBackOffers } from './parts/returned-offers.ts'
import { type PaymentsBack, readPaymentsBack, refusePaymentForm } from './parts/returned-payments.ts'
import { discountBack, inAllOf, toKeptReturn, withMadeReturn } from './parts/returned-so-far.ts'
import { storeReturn, toReturnRecord, worthOf } from './parts/store-return.ts'

type Decided = Decision<Record<string, never>>

export const returnMerchandise = command({
  name: 'returnMerchandise',
  summary: 'Register returned merchandise, and take back what campaigns gave for it.',
  callType: 'RETURN_MERCHANDISE',
  requestModel: 'ReturnRequest',
  responseModel: 'ReturnResponse',
  request: returnRequest,
  response: {},
  check: checkForm,
  findStrange: ({ returnedProducts }, brand, most) => strangeInLines(returnedProducts, 'returnedProducts', brand, most),
  touches: ({ cardNumber, childCardNumber, checkoutRequestRef = '' }) => {
    const ref = checkoutRequestRef.toLowerCase()
    const refs = isUuid(ref) ? [ref] : []
    return {
      ...(cardNumber !== undefined && { cards: [cardNumber] }),
      ...(cardNumber !== undefined &&
        childCardNumber !== undefined && { children: [{ root: cardNumber, child: childCardNumber }] }),
      requests: refs,
      checkouts: refs,
      queue: ref,
    }
  },
  decide: (context) => {
    const { cardNumber } = context.request
    if (cardNumber === undefined) return decideReturn([], context)
    const named = { ...context, request: { ...context.request, cardNumber } }
    return withCard(named, (root) => {
      const child = findChild(root, context)
      if (child && isRefusal(child)) return child
      return decideReturn(child ? [root, child] : [root], context)
    })
  },
})

function checkForm(request: ReturnRequest): Refusal | undefined {
  const { cardNumber, childCardNumber, returnedProducts = [], additionalReturnAmount, checkoutRequestRef } = request
  if (childCardNumber !== undefined && cardNumber === undefined) return refuse(6)
  const index = returnedProducts.findIndex(({ amountPurchased }) => !amountPurchased)
  if (index >= 0) return refuseField(100, `returnedProducts[${index}].amountPurchased`, 'is required')
  if ((additionalReturnAmount?.units ?? 0) < 0)
    return refuseField(100, 'additionalReturnAmount', 'must not be negative')
  if (request.reversePayments && checkoutRequestRef === undefined)
    return refuseField(100, 'reversePayments', 'needs checkoutRequestRef')
  return refusePaymentForm(request)
}

function findChild(root: Card, { request, child, now }: ReturnContext): Card | Refusal | undefined {
  const { childCardNumber } = request
  if (childCardNumber === undefined) return undefined
  return guardChild(child({ root: root.number, child: childCardNumber }), now)
}

function decideReturn(own: readonly Card[], context: ReturnContext): Decided {
  const { checkoutRequestRef } = context.request
  return checkoutRequestRef === undefined
    ? registerOnly(own, context)
    : returnSale(checkoutRequestRef.toLowerCase(), own, context)
}

/** Without its checkout nothing is taken back: the return is counted, and that is all. */
function registerOnly(own: readonly Card[], context: ReturnContext): Decided {
  const till = tillOf(context.brand, context.call.locationId)
  const returned = readProducts(context.request, till.scale, context.brand)
  if (isRefusal(returned)) return returned
  const { products, additional } = returned
  const exact = products.reduce((total, { quantity, unitPrice = 0n }) => total + quantity * unitPrice, 0n)
  const value = worthOf(exact, till.scale) + additional
  if (value > minorMax) return refuseWorth()
  const books = openBooks([], own, context)
  if (isUndecided(books)) return books
  const record = toReturnRecord({ value, till, returned }, own, context)
  return storeReturn({ own, books, record }, context)
}

const refuseWorth = () => refuseField(100, 'returnedProducts', 'their sum is too large')

function readProducts(
  { returnedProducts = [], additionalReturnAmount }: ReturnRequest,
  scale: number,
  brand: Brand,
): ReturnedGoods | Refusal {
  const products = withKnownAttributes(returnedProducts, brand).map(({ amountPurchased = none, ...product }) => ({
    ...product,
    amountPurchased,
  }))
  return readReturn({ returnedProducts: products, additionalReturnAmount }, scale)
}

const none = { units: 0, scale: 0 }

interface Original {
  readonly past: PastRequest
  readonly sale: CheckoutRecord
}

function findOriginal(ref: RequestRef, own: readonly Card[], context: ReturnContext): Original | Refusal {
  const past = context.pastRequest(ref)
  const sale = context.checkout(ref)
  if (!past || sale?.kind !== 'sale') return refuse(118)
  if (own.length === 0 && sale.cardId !== undefined) return refuse(6)
  if (!isSaleOf(sale, own, context)) return refuse(118)
  return past.voidedBy !== undefined || sale.isVoided ? refuse(119, 'The sale was voided.') : { past, sale }
}

/** After a transfer the sale is one of the card that has everything now; that of a child follows the child. */
function isSaleOf({ cardId, childId }: CheckoutRecord, [root, child]: readonly Card[], { heirOf }: ReturnContext) {
  const holderOf = (id: CardId | undefined) => (id === undefined ? undefined : heirOf(id))
  if (holderOf(childId) !== child?.id) return false
  return childId !== undefined || holderOf(cardId) === root?.id
}

/** Takes back what the sale gave for what is returned, and gives back what was paid for it as far as that is asked. */
function returnSale(ref: RequestRef, own: readonly Card[], context: ReturnContext): Decided {
  const { request, call } = context
  const original = findOriginal(ref, own, context)
  if (isRefusal(original)) return original
  const { past, sale } = original
  const shared = shareOut(sale, context)
  if (isRefusal(shared)) return shared
  const payments = request.reversePayments ? referredPayments(past, context) : []
  if (isUndecided(payments)) return payments
  const calls = onHeirs([past, ...payments], context)
  if (isUndecided(calls)) return calls
  const books = openReturnBooks(own, calls, sale.content.referrerId, context)
  if (isUndecided(books)) return books
  const moved = moveBalances(books, calls, shared, context)
  if (isRefusal(moved)) return moved
  const { shortfalls, takenBack, paymentsBackTo } = moved
  const { returned, shares } = shared
  const rules = couponRules(request, shares.full)
  // What was given for a level goes with that.
  const coupons = undoCoupons([withoutTierPart(past)], rules, context)
  if (isUndecided(coupons)) return coupons
  // A code is counted for what it gave: as long as some of the sale stands, so does its use.
  const freedCodes = rules.resetUsed && shares.full ? context.codeUsesOf(past.ref) : []
  // What comes back in full was not sold: the offers that were used for it can be used again.
  const isNowFull = shares.full && !sale.returned?.isFull
  const returnedOffers = isNowFull ? giveBackOffers(past, books, context) : []
  if (isUndecided(returnedOffers)) return returnedOffers
  const made = { ...shared, shortfalls, takenBack, paymentsBackTo, discounts: discountsTaken(sale, shared.inAll) }
  const budgets = budgetsBack(sale, past, made, context.brand)
  const kept = toKeptReturn(sale, { ref: call.ref, ...made, budgets, keepsCoupons: !rules.disableIssued })
  const removesEvents = request.removeCustomEvents && past.detail?.effects?.events
  const saleAfter = withMadeReturn(sale, kept, {
    inAll: shared.inAll,
    reversesPayments: request.reversePayments,
  })
  const ofSale = {
    coupons,
    budgetUses: budgetUsesOf(past, budgets, payments),
    ...(freedCodes.length > 0 && { freedCodes }),
    checkouts: [saleAfter],
    requests: payments.map((payment) => ({ ...payment, voidedBy: call.ref })),
    ...(removesEvents && { removesEventsOf: [past.ref] }),
    ...(returnedOffers.length > 0 && { removesOfferUsesOf: [past.ref] }),
    // Nobody wants to be asked how they like what they brought back.
    ...(isNowFull && past.detail?.effects?.messages && { cancelsLaterOf: [past.ref] }),
  }
  const net = (saleAfter.returned?.total ?? 0) - (sale.returned?.total ?? 0)
  const discount = discountBack(saleAfter) - discountBack(sale)
  const record = toReturnRecord({ value: shares.value, net, discount, till: sale, returned, sale, kept }, own, context)
  return storeReturn({ own, books, record, ofSale, shortfalls, returnedOffers }, context)
}

/** Returns of a sale, and products in them: every return looks at all of them. */
const returnedMax = 10_100

interface Shared {
  readonly returned: ReturnedGoods
  readonly given: readonly GivenInSale[]
  readonly inAll: ReturnsInAll
  readonly shares: ReturnShares
  readonly paymentsBack: PaymentsBack
}

/** What comes back, and how much of everything that was given goes with it. */
function shareOut(sale: CheckoutRecord, { request, brand }: ReturnContext): Shared | Refusal {
  const returned = readProducts(request, sale.scale, brand)
  if (isRefusal(returned)) return returned
  const before = sale.returned?.returns ?? []
  if ([...before, returned].reduce((count, { products }) => count + 1 + products.length, 0) > returnedMax)
    return refuseField(100, 'returnedProducts', 'the sale has too many returned products')
  const given = givenMutations(sale)
  const inAll = inAllOf(sale, returned)
  const shares = shareReturn(
    inAll,
    given.map(({ share }) => share),
  )
  if (shares.over && request.failIfOverReturn && sale.cardId !== undefined) return refuse(120)
  if (shares.value > minorMax) return refuseWorth()
  const paymentsBack = readPaymentsBack(sale, request)
  return isRefusal(paymentsBack) ? paymentsBack : { returned, given, inAll, shares, paymentsBack }
}

interface ReturnedValue {
  readonly kind: 'moved'
  readonly shortfalls: readonly Shortfall[]
  /** Of each mutation that was given. */
  readonly takenBack: readonly Minor[]
  /** Of each balance that had paid. */
  readonly paymentsBackTo: readonly PaidBack[]
}

/** First gives back, then takes: what comes back is there to be taken. Answers what was not. */
function moveBalances(
  books: BooksById,
  [sale, ...payments]: readonly PastRequest[],
  shared: Shared,
  { now }: ReturnContext,
): ReturnedValue | Refusal {
  if (!sale) return { kind: 'moved', shortfalls: [], takenBack: [], paymentsBackTo: [] }
  const balances = new ReturnedBalances(books, now)
  const { paymentsBack } = shared
  const isBack = paymentsBack.isReversal || paymentsBack.now > 0
  const paymentsBackTo = isBack ? balances.giveBackPayments(sale, payments, paymentsBack) : []
  const takenBack = balances.takeBack(sale, shared.given, shared.shares.takeBack)
  if (isTooMuch(books, now)) return refuseTooMuch()
  return { kind: 'moved', shortfalls: balances.shortfalls, takenBack, paymentsBackTo }
}

/** A referrer's card that is locked or out of use is left alone: nobody's return fails for somebody else's card. */
function openReturnBooks(
  own: readonly Card[],
  [sale, ...payments]: readonly PastRequest[],
  referrerId: CardId | undefined,
  context: ReturnContext,
): BooksById | Refusal | Needs {
  const referrer = referrerId === undefined ? undefined : context.heirOf(referrerId)
  const rewarded = (sale ? changedCards(sale) : []).filter((id) => {
    const card = id === referrer ? context.cardById(id) : undefined
    return !card || !obstacleTo(card, context.now)
  })
  return openBooks([...rewarded, ...payments.flatMap(changedCards)], own, context)
}

/** No balance counts further than this, also when what was paid comes back to it. */
function isTooMuch(books: BooksById, now: Instant): boolean {
  return [...books.values()].some(({ card }) => card.balances.some((balance) => totalOf(card, balance, now) > minorMax))
}

function couponRules(request: ReturnRequest, isFull: boolean): CouponRules {
  const { usedCouponResets, disableIssuedCoupons, failIfCouponsUsed } = request
  const resetUsed = usedCouponResets === 'Always' || (usedCouponResets === 'OnlyOnFullReturn' && isFull)
  return { by: 'return', disableIssued: disableIssuedCoupons, failIfUsed: failIfCouponsUsed, resetUsed }
}
