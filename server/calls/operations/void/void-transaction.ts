import type { Account } from '../../../domain/account/account.ts'
import { programOf } from '../../../domain/brand/value-types.ts'
import { CardBook } from '../../../domain/card/book.ts'
import type { Card } from '../../../domain/card/card.ts'
import { isExpiryCall } from '../../../domain/card/expiry.ts'
import { guardChild } from '../../../domain/card/guard.ts'
import { reverse } from '../../../domain/card/reverse.ts'
import { endStandIn, giftCall, toOpenLot } from '../../../domain/card/take-back.ts'
import type { CheckoutRecord, Shortfall } from '../../../domain/checkout/record.ts'
import type { Decision, DecisionContext } from '../../../domain/decision/decision.ts'
import { isUndecided, type Needs } from '../../../domain/decision/need.ts'
import type { PastRequest, RequestDetail } from '../../../domain/decision/past-request.ts'
import { obstacleTo } from '../../../domain/firing/effects/move-balance.ts'
import { dateTime, flag, id, text, type Values } from '../../../ground/contract/field.ts'
import type { CardStatus } from '../../../ground/kernel/card-status.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { isRefusal, type Refusal, refuse } from '../../../ground/kernel/errors.ts'
import { type CardId, isUuid } from '../../../ground/kernel/ids.ts'
import { type BooksById, openBooks } from '../open-books.ts'
import { command } from '../operation.ts'
import { changedCards, onHeirs, owingCards } from '../past-on-heirs.ts'
import { ReturnedBalances, referredPayments } from '../return/parts/return-balances.ts'
import { offersStillBack, takeOffersAgain } from '../return/parts/returned-offers.ts'
import { isOwedBy, withoutReturn } from '../return/parts/returned-so-far.ts'
import { freedBy } from '../return/parts/store-return.ts'
import { tierBackOf, withoutTierPart } from '../tier-part.ts'
import { withCard } from '../with-card.ts'
import {
  enableCouponsAgain,
  freeingReturns,
  reopens,
  takeCouponsAgain,
  usedAgainBy,
} from './parts/take-coupons-again.ts'
import { undoBudgets } from './parts/undo-budgets.ts'
import { type CouponRules, forgetAccount, offerCards, undoEffects } from './parts/undo-effects.ts'

const request = {
  requestRef: id('The call to void. For a two-stage checkout, the completing call.').required(),
  cardNumber: text('The card of that call. Required unless the call was anonymous.').max(100),
  childCardNumber: id('The child card of that call.'),
  disableIssuedCoupons: flag('Disable the coupons that the call issued.').default(true).v2(),
  failIfCouponsUsed: flag('Fail if coupons that the call issued were used.').default(false),
  usedCouponResets: flag('Make the coupons that the call used usable again.').default(false).v2(),
  customMutationTypeOverride: text('Your own name for the reversing changes.')
    .max(64)
    .enablement('customMutationTypes'),
  customRequestDate: dateTime('The date to show for this call.').enablement('customRequestDate'),
}

type VoidRequest = Values<typeof request>
type Context = DecisionContext<VoidRequest>
type Voided = Decision<Record<string, never>>

export const voidTransaction = command({
  name: 'voidTransaction',
  summary:
    'Void an earlier call: its changes of balances, offers, counters and events are reversed, and coupons as the flags say.',
  details: 'History shows it as VOID, or as VOID_CHECKOUT for a checkout.',
  callType: 'VOID',
  requestModel: 'VoidRequest',
  responseModel: 'VoidResponse',
  request,
  response: {},
  touches: ({ requestRef, cardNumber, childCardNumber }) => {
    const ref = requestRef.toLowerCase()
    const refs = isUuid(ref) ? [ref] : []
    return {
      ...(cardNumber && { cards: [cardNumber] }),
      ...(cardNumber && childCardNumber !== undefined && { children: [{ root: cardNumber, child: childCardNumber }] }),
      requests: refs,
      checkouts: refs,
      queue: ref,
    }
  },
  decide: decideVoidCall,
})

/** What becomes of a call that is to be undone. */
export function decideVoidCall(context: Context): Voided {
  const { cardNumber } = context.request
  if (!cardNumber) return voidAnonymous(context)
  const named = { ...context, request: { ...context.request, cardNumber } }
  return withCard(named, (card) => {
    const original = findOriginal(context)
    if (!original || !isOfCard(original, card, context)) return refuse(118)
    if (original.operation === 'allocateChildCard') return refuseVoid('the allocation of a child card stays')
    const child = findChild(card, original, context)
    if (child && isRefusal(child)) return child
    return decideVoid(original, child ? [card, child] : [card], context)
  })
}

function findOriginal({ request, pastRequest }: Context): PastRequest | undefined {
  return pastRequest(request.requestRef.toLowerCase())
}

function voidAnonymous(context: Context): Voided {
  if (context.brand.apiVersion === 1) return refuse(6)
  const original = findOriginal(context)
  if (!original) return refuse(118)
  return original.cardId === undefined ? decideVoid(original, [], context) : refuse(6)
}

/**
 * A call of a card that was transferred counts as one of the card that has what it had. A call of a child belongs to
 * that child, which may have come to another root.
 */
function isOfCard({ cardId, childId }: PastRequest, card: Card, { request, child, heirOf }: Context): boolean {
  if (cardId === undefined) return false
  const named = child({ root: card.number, child: request.childCardNumber ?? '' })
  return heirOf(cardId) === card.id || (childId !== undefined && heirOf(childId) === named?.id)
}

/** The child must be named exactly when the original named it. */
function findChild(root: Card, { childId }: PastRequest, context: Context): Card | Refusal | undefined {
  const { request, child, now, heirOf } = context
  const { childCardNumber } = request
  if (childCardNumber === undefined) return childId === undefined ? undefined : refuse(118)
  const found = guardChild(child({ root: root.number, child: childCardNumber }), now)
  if (isRefusal(found)) return found
  return childId !== undefined && found.id === heirOf(childId) ? found : refuse(118)
}

function decideVoid(original: PastRequest, own: readonly Card[], context: Context): Voided {
  if (original.errorCode !== undefined) return refuseVoid('it was refused, and changed nothing')
  if (original.voidedBy !== undefined) return refuseVoid(`it was voided before, by ${original.voidedBy}`)
  const refusal = refuseKind(original, context)
  if (refusal) return refusal
  const payments = referredPayments(original, context)
  if (isUndecided(payments)) return payments
  const left = [...payments, original].map((call) => withoutLevels(call, own[0], context))
  const former = formerBooks(left, context)
  if (isUndecided(former)) return former
  const calls = onHeirs(left, context)
  if (isUndecided(calls)) return calls
  const referrerId = referrerOf(original, calls.slice(0, -1), context)
  const open = calls.flatMap(changedCards).filter((id) => id !== referrerId || isOpenTo(id, context))
  const opened = openBooks([...open, ...offerCards(calls, context)], own, context)
  if (isUndecided(opened)) return opened
  const books = new Map([...former, ...opened])
  return undo(defined({ original, calls, voided: [...payments, original], books, own, referrerId }), context)
}

/** Of cards that were transferred. Nothing moves there: only what their lots still owe each other changes. */
function formerBooks(calls: readonly PastRequest[], context: Context): BooksById | Needs {
  const { cardById, now } = context
  const ids = [...new Set(owingCards(calls, context))]
  const cards = ids.flatMap((id) => cardById(id) ?? [])
  if (cards.length === ids.length) return new Map(cards.map((card) => [card.id, new CardBook(card, now)]))
  return { kind: 'needs', needs: [{ kind: 'more', touches: { cardIds: ids.filter((id) => !cardById(id)) } }] }
}

/** The call without what was given or taken back for levels in it: that is settled by what stands. */
function withoutLevels(call: PastRequest, root: Card | undefined, { brand }: Context): PastRequest {
  return root && programOf(brand, root)?.tiers ? withoutTierPart(call) : call
}

/** The card of the referrer, unless it has paid too: then it is as good as the customer's own. */
function referrerOf(original: PastRequest, payments: readonly PastRequest[], context: Context): CardId | undefined {
  const rewarded = context.checkout(original.ref)?.content.referrerId
  const referrer = rewarded === undefined ? undefined : context.heirOf(rewarded)
  return payments.flatMap(changedCards).includes(referrer ?? -1) ? undefined : referrer
}

/** A referrer's card that is locked or out of use is left alone: nobody's void fails for somebody else's card. */
function isOpenTo(referrerId: CardId, { cardById, now }: Context): boolean {
  const card = cardById(referrerId)
  return !card || !obstacleTo(card, now)
}

/** Says why, for whoever stands at the till. */
const refuseVoid = (why: string): Refusal => refuse(119, `The request cannot be voided: ${why}.`)

/** What cannot be voided: other kinds of calls, changes of status, what was used later or partly returned. */
function refuseKind(original: PastRequest, { cardById, checkout }: Context): Refusal | undefined {
  const { detail } = original
  switch (original.callType) {
    case 'UPDATE_BALANCE':
      if (original.operation === giftCall)
        return refuseVoid(
          'it took back what a campaign had given by mistake; if that was wrong, give the customer as much',
        )
      return detail?.newStatus ? refuseVoid('it changed the status of a card') : undefined
    case 'CHECKOUT_COMPLETE':
      return checkout(original.ref)?.returned?.returns.length
        ? refuseVoid('some of it was returned; void the returns first, or return the rest')
        : undefined
    case 'RETURN_MERCHANDISE':
      // One that was only simulated has left nothing to undo.
      return checkout(original.ref) ? undefined : refuseVoid('the return was only simulated')
    case 'TRIGGER_ONLY':
      return isExpiryCall(original.operation) ? refuseVoid('it is an expiry') : undefined
    case 'ALLOCATE': {
      if (detail?.foundBy !== undefined) return refuseVoid('it gave nothing out: the customer had the card already')
      const card = original.cardId === undefined ? undefined : cardById(original.cardId)
      if (detail?.isFindable)
        return refuseVoid('it was to be found by others, too, who may have been told the card; close the card instead')
      return detail?.formerStatus && original.cardSeq === card?.seq ? undefined : refuseVoid('the card was used since')
    }
    case 'CHECKOUT_SETUP':
      return refuseVoid('it is a setup; void the completing call, or cancel the setup')
    default:
      return refuseVoid('it changed nothing that a void could undo')
  }
}

interface Undoing {
  readonly original: PastRequest
  /** The original and the redemptions that paid it, which were made before it, as if made with the cards of today. */
  readonly calls: readonly PastRequest[]
  /** The same as they were made. */
  readonly voided: readonly PastRequest[]
  readonly books: BooksById
  /** The root card and the child that the original named. */
  readonly own: readonly Card[]
  /** Whose card must not stand in the way. */
  readonly referrerId?: CardId
}

function undo(undoing: Undoing, context: Context): Voided {
  const { original, calls, voided, books, own } = undoing
  const { request, call } = context
  const refusal = reverseAll(undoing, context)
  if (refusal) return refusal
  const shortfalls = undoReferrer(undoing, context)
  const rules = undoRules(undoing, context)
  if (isUndecided(rules)) return rules
  const { effects, again } = rules
  // A use of a public code is a count, and like all counts it is given back whatever becomes of coupons.
  const freedCodes = context.codeUsesOf(original.ref)
  const checkouts = checkoutsAfter(original, context)
  if (isUndecided(checkouts)) return checkouts
  const usedAgain = takeBackOffers(original, books, context)
  if (isUndecided(usedAgain)) return usedAgain
  const by = context.checkout(original.ref)?.of
  const restored = paymentsRestored(original, checkouts, context)
  if (isUndecided(restored)) return restored
  const budgetUses = undoBudgets({ calls, shortfalls, restored, ...returnOf(original, context) }, context)
  if (isUndecided(budgetUses)) return budgetUses
  const [root, child] = own.flatMap((card) => books.get(card.id) ?? [])
  const forgotten = root && original.callType === 'ALLOCATE' ? undoAllocation(root, original, context) : undefined
  if (forgotten && isUndecided(forgotten)) return forgotten
  const { customMutationTypeOverride, customRequestDate } = request
  const expired = [...books.values()].flatMap(({ settlements }) => settlements)
  const standIns = [...books.values()].flatMap((book) => book.standIns)
  const withLevels = voided.filter((call) => withoutLevels(call, own[0], context) !== call)
  const left = withLevels.flatMap(({ ref, postings }) => tierBackOf(ref, postings, -1))
  return {
    kind: 'outcome',
    ...(original.callType === 'CHECKOUT_COMPLETE' && { callType: 'VOID_CHECKOUT' }),
    response: {},
    ...(root && { subject: root.card }),
    ...(child && { child: child.card }),
    cards: [...books.values()].map((book) => book.card),
    postings: [...books.values()].flatMap((book) => book.postings),
    ...effects,
    ...(budgetUses.length > 0 && { budgetUses }),
    ...(freedCodes.length > 0 && { freedCodes }),
    ...(root && forgotten && { accounts: forgotten, vacated: [root.card.id] }),
    ...(by !== undefined && usedAgain.length > 0 && { offerUses: usedAgain.map((use) => ({ ...use, by })) }),
    checkouts,
    requests: [...voided.map((past) => ({ ...past, voidedBy: call.ref })), ...restored],
    detail: defined({
      voids: original.ref,
      ...(shortfalls.length > 0 && { shortfalls }),
      ...(expired.length > 0 && { expired }),
      ...(standIns.length > 0 && { standIns }),
      ...(left.length > 0 && { tierBack: left }),
      ...(withLevels.length > 0 && { withoutTier: true as const }),
      ...(usedAgain.length > 0 && { offersAgain: usedAgain }),
      ...freedBy({ ...effects, freedCodes }, context),
      ...usedAgainBy(again),
      ...unusualFlags(request),
      customMutationType: customMutationTypeOverride,
    }),
    ...(customRequestDate !== undefined && { customDate: customRequestDate }),
  }
}

/** Where all of a sale was back, and without this return is not, the offers that it used are its own again. */
function takeBackOffers(original: PastRequest, books: BooksById, context: Context) {
  const freeing = freeingReturns(original, context)
  if (isUndecided(freeing)) return freeing
  const { sale, returns } = freeing
  return takeOffersAgain(sale && reopens(original, sale) ? offersStillBack(sale, returns) : [], books, context)
}

/** Takes back what rules did beyond the ledger. What a return had freed is used again by the sale that stands again. */
function undoRules({ original, calls, books }: Undoing, context: Context) {
  const effects = undoEffects(calls, books, couponRules(context.request), context)
  if (isUndecided(effects)) return effects
  const again = takeCouponsAgain(original, context)
  if (isUndecided(again)) return again
  const enabled = enableCouponsAgain(original, context)
  if (isUndecided(enabled)) return enabled
  const { codeUses } = again
  const coupons = [...effects.coupons, ...again.coupons, ...enabled]
  return { kind: 'undone' as const, effects: { ...effects, coupons, ...(codeUses.length > 0 && { codeUses }) }, again }
}

function unusualFlags({ disableIssuedCoupons, usedCouponResets }: VoidRequest): Pick<RequestDetail, 'asked'> {
  const asked = {
    ...(!disableIssuedCoupons && { disableIssuedCoupons }),
    ...(usedCouponResets && { usedCouponResets }),
  }
  return Object.keys(asked).length > 0 ? { asked } : {}
}

function couponRules(flags: VoidRequest): CouponRules {
  return {
    by: 'void',
    disableIssued: flags.disableIssuedCoupons,
    failIfUsed: flags.failIfCouponsUsed,
    resetUsed: flags.usedCouponResets,
  }
}

/** Card by card over all calls: what one of them gave may have been spent in another, which gives it back first. */
function reverseAll({ calls, books, referrerId }: Undoing, { brand, now }: Context): Refusal | undefined {
  const reversal = { now, graceDays: brand.settings.reversalGraceDays }
  const postings = calls.flatMap((call) => call.postings).filter(({ cardId }) => cardId !== referrerId)
  for (const standIn of calls.flatMap(({ detail }) => detail?.standIns ?? [])) {
    const book = standIn.amount > 0 ? books.get(standIn.cardId) : undefined
    if (book) endStandIn(book, standIn)
  }
  for (const [cardId, own] of Map.groupBy(postings, (posting) => posting.cardId)) {
    const book = books.get(cardId)
    const refusal = book ? reverse(book, own, reversal) : refuse(118)
    if (refusal) return refusal
  }
  for (const settled of calls.flatMap(({ detail }) => detail?.expired ?? [])) {
    const book = books.get(settled.cardId)
    book?.settle(toOpenLot(book, settled), -settled.amount)
  }
  return undefined
}

/** Takes back what the referrer was given, as far as it is there; returns what is not. */
function undoReferrer({ calls, books, referrerId }: Undoing, { now }: Context): readonly Shortfall[] {
  const balances = new ReturnedBalances(books, now, 'Void')
  balances.undo(calls.flatMap((call) => call.postings).filter(({ cardId }) => cardId === referrerId))
  return balances.shortfalls
}

/** A voided sale counts no more; a voided return has given nothing back to its sale. */
function checkoutsAfter(original: PastRequest, { checkout }: Context): readonly CheckoutRecord[] | Refusal | Needs {
  const record = checkout(original.ref)
  if (!record) return []
  const voided = { ...record, isVoided: true }
  if (record.kind !== 'return' || record.of === undefined) return [voided]
  const sale = checkout(record.of)
  if (!sale)
    return { kind: 'needs', needs: [{ kind: 'more', touches: { checkouts: [record.of], requests: [record.of] } }] }
  if (isOwedBy(sale, original.ref))
    return refuseVoid(
      'a later return brought back more than was left, and would have had to take this; void that first',
    )
  return [voided, withoutReturn(sale, original.ref)]
}

/** The sale of a return that is voided, and what the return had given back to budgets. */
function returnOf({ ref }: PastRequest, { checkout, pastRequest }: Context) {
  const sale = checkout(checkout(ref)?.of ?? '')
  const back = sale?.returned?.returns.find((one) => one.ref === ref)?.budgets ?? []
  return { sale: sale && pastRequest(sale.ref), back }
}

/** The redemptions that a voided return had reversed with its payments are payments again. */
function paymentsRestored(
  original: PastRequest,
  checkouts: readonly CheckoutRecord[],
  { pastRequest }: Context,
): readonly PastRequest[] | Needs {
  const sale = original.callType === 'RETURN_MERCHANDISE' ? checkouts.find(({ kind }) => kind === 'sale') : undefined
  const refs = (sale?.content.payments ?? []).flatMap(({ request: ref }) => ref ?? [])
  const missing = refs.filter((ref) => !pastRequest(ref))
  if (missing.length > 0) return { kind: 'needs', needs: [{ kind: 'more', touches: { requests: missing } }] }
  const reversed = refs.flatMap((ref) => pastRequest(ref) ?? []).filter(({ voidedBy }) => voidedBy === original.ref)
  return reversed.map(({ voidedBy: _, ...restored }) => restored)
}

/**
 * An allocation goes back to the status before it, and to an account of nobody: whoever gets the card next must not
 * find who had it. A card that was given something since was not left unused.
 */
function undoAllocation(
  book: CardBook,
  { detail }: PastRequest,
  context: Context,
): readonly Account[] | Refusal | Needs {
  if (book.card.lots.some(({ amount }) => amount > 0)) return refuseVoid('there is balance on the card')
  const { activatedAt: _, expiresAt: __, owningLocation: ___, customNumber: ____, ...rest } = book.card
  book.card = { ...rest, status: detail?.formerStatus as CardStatus }
  return forgetAccount(book.card.id, context)
}
