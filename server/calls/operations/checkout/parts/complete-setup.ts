import type { Account } from '../../../../domain/account/account.ts'
import { emptyAccount } from '../../../../domain/account/account.ts'
import { withField } from '../../../../domain/account/demographics.ts'
import { programOf } from '../../../../domain/brand/value-types.ts'
import { givenBack } from '../../../../domain/campaign/budgets.ts'
import type { KeptEffects } from '../../../../domain/campaign/kept-effects.ts'
import { idleRulesIn } from '../../../../domain/campaign/trace.ts'
import { CardBook } from '../../../../domain/card/book.ts'
import { type Card, type HeldOffer, lockOf, nextOfferNo } from '../../../../domain/card/card.ts'
import { readAmount } from '../../../../domain/checkout/read-amounts.ts'
import type { CheckoutRecord, KeptMutation, KeptPayment, KeptPlan } from '../../../../domain/checkout/record.ts'
import type { Coupon } from '../../../../domain/coupon/coupon.ts'
import { enable, useReservation } from '../../../../domain/coupon/transitions.ts'
import type { Decision } from '../../../../domain/decision/decision.ts'
import type { Need, Needs } from '../../../../domain/decision/need.ts'
import type { Outcome } from '../../../../domain/decision/outcome.ts'
import type { Touches } from '../../../../domain/decision/touches.ts'
import { obstacleTo } from '../../../../domain/firing/effects/move-balance.ts'
import { executeMutations } from '../../../../domain/firing/execute-mutations.ts'
import type { Books } from '../../../../domain/firing/run-input.ts'
import { defined } from '../../../../ground/kernel/defined.ts'
import { isRefusal, type Refusal, refuse } from '../../../../ground/kernel/errors.ts'
import type { CardId, RequestRef } from '../../../../ground/kernel/ids.ts'
import type { Minor } from '../../../../ground/kernel/money.ts'
import { toKeptEvent } from '../../rules/parts/rule-outcome.ts'
import { withCard } from '../../with-card.ts'
import { checkoutAnswer } from './answer.ts'
import { carriedPlan } from './carried-plan.ts'
import type { CheckoutContext, CheckoutResponse } from './contract.ts'
import { dueOfSetup, findOverpaid } from './owed.ts'
import { readPayments } from './payments.ts'
import { used } from './personal-offers.ts'
import { wantedRecommendations } from './recommended.ts'
import { changeCoupons } from './store-sale.ts'

/** Does what the locked setup showed: nothing is judged again, whatever the configuration is now. */
export function completeSetup(context: CheckoutContext): Decision<CheckoutResponse> {
  const { cardNumber, relatedSetupTransactionId = '' } = context.request
  if (cardNumber === undefined) return refuse(6)
  const setupRef = relatedSetupTransactionId.toLowerCase()
  const named = { ...context, request: { ...context.request, cardNumber } }
  return withCard(
    named,
    (root) => {
      const setup = context.checkout(setupRef)
      const plan = setup?.content.plan
      if (!setup || !plan || lockOf(root, context.now)?.by !== setupRef) return refuse(114)
      return complete({ root, setup, plan }, context)
    },
    { passesLock: () => true },
  )
}

interface Locked {
  readonly root: Card
  readonly setup: CheckoutRecord
  readonly plan: KeptPlan
}

function complete(found: Locked, context: CheckoutContext): Decision<CheckoutResponse> {
  const locked = { ...found, plan: renumbered(found.plan, found.root) }
  const { setup, plan } = locked
  const { call, request } = context
  const tip = request.checkoutTipTotal && readAmount(request.checkoutTipTotal, setup.scale, 'checkoutTipTotal')
  if (typeof tip === 'object') return tip
  const payments = paymentsOf(locked, tip, context)
  if (isRefusal(payments)) return payments
  const missing = missingOf(locked, payments, context)
  if (missing) return missing
  if (paidByOf(payments).some((ref) => isSpent(ref, context)))
    return refuse(119, 'A redemption was voided, or is a payment already.')
  const books = booksOf(locked, context)
  const executed = executeMutations(setup.content.mutations ?? [], books, context)
  if (isRefusal(executed)) return executed
  const obstacle = referrerObstacle(setup, books, context)
  const coupons = couponsAfter(setup, obstacle, context)
  if (isRefusal(coupons)) return coupons
  const { lock: _, ...unlocked } = books.root.card
  books.root.card = withOffers(unlocked, plan, call.ref)
  const record = toSale(setup, { mutations: executed.done, payments, tip, obstacle, context })
  const left = defined({ mutations: executed.left, referrerId: setup.content.referrerId, obstacle })
  const carried = carriedPlan(plan, left, context.brand)
  return outcomeOf({ root: locked.root, setup, plan: carried, books, coupons, payments, record }, context)
}

/** Why the referrer can no longer be given what the setup promised. */
function referrerObstacle(
  { content }: CheckoutRecord,
  { referrer }: Books,
  { now }: CheckoutContext,
): 'locked' | 'lost' | undefined {
  if (content.referrerId === undefined) return undefined
  return referrer ? obstacleTo(referrer.card, now) : 'lost'
}

/** Reserved coupons are used, those that were issued disabled are enabled: a referrer's only if it can be given one. */
function couponsAfter(
  { ref, content }: CheckoutRecord,
  obstacle: 'locked' | 'lost' | undefined,
  context: CheckoutContext,
): readonly Coupon[] | Refusal {
  const moment = { now: context.now, by: context.call.ref }
  const used = changeCoupons(content.coupons ?? [], context, (coupon) => useReservation(coupon, moment, ref))
  if (isRefusal(used)) return used
  const { issuedCoupons = [], referrerCoupons = [] } = content
  const issued = obstacle ? issuedCoupons : [...issuedCoupons, ...referrerCoupons]
  const enabled = changeCoupons(issued, context, (coupon) => (coupon.disabled === 'setup' ? enable(coupon) : coupon))
  return isRefusal(enabled) ? enabled : [...used, ...enabled]
}

interface Completed extends Locked {
  readonly books: RootedBooks
  readonly coupons: readonly Coupon[]
  readonly payments: readonly KeptPayment[]
  readonly record: CheckoutRecord
}

function outcomeOf(completed: Completed, context: CheckoutContext): Outcome<CheckoutResponse> {
  const { setup, plan, books, coupons, payments, record } = completed
  const { customRequestDate } = context.request
  const paidBy = paidByOf(payments)
  return defined({
    kind: 'outcome',
    response: respond(completed, context),
    subject: books.root.card,
    ...(books.child && { child: books.child.card }),
    cards: Object.values(books).map((book) => book.card),
    coupons,
    postings: Object.values(books).flatMap((book) => book.postings),
    checkout: record,
    confirms: setup.ref,
    ...referralOf(completed, context),
    ...budgetParts(completed),
    messages: plan.messages,
    events: plan.events.map((event) => ({ ...event, happenedAt: context.now })),
    accounts: accountsOf(plan, context),
    offerUses: plan.usedOffers,
    ...(paidBy.length > 0 && { paidBy }),
    trace: plan.trace,
    sides: plan.sides,
    detail: { effects: effectsOf(record, plan, paidBy) },
    customDate: customRequestDate,
  })
}

/** What a referrer could not be given is not spent. */
function budgetParts({ setup, plan }: Completed): Pick<Outcome<object>, 'confirmsBudgets' | 'budgetUses'> {
  const reserved = setup.content.plan?.charged
  if (!reserved) return {}
  const left = reserved.map((charge, index) => ({
    ...charge,
    amount: charge.amount - (plan.charged?.[index]?.amount ?? 0),
  }))
  const back = givenBack(left.filter(({ amount }) => amount > 0))
  return { confirmsBudgets: setup.ref, ...(back.length > 0 && { budgetUses: back }) }
}

/** What the setup had reserved is final. */
function referralOf({ setup, books }: Completed, { brand }: CheckoutContext) {
  const { referrerId } = setup.content
  if (referrerId === undefined || !brand.document.referrals) return {}
  return { endsReferralsOf: [setup.ref], referrals: [{ referrerId, cardId: books.root.card.id }] }
}

function respond({ setup, plan, books, record }: Completed, context: CheckoutContext): CheckoutResponse {
  const { issuedCoupons = [] } = setup.content
  const { mutations = [] } = record.content
  const holder = books.child && !plan.usesRootOnly ? books.child : books.root
  const shown = {
    root: books.root.card,
    balancesOf: holder.card,
    ...(books.child && { childNumber: books.child.card.number }),
    record,
    mutations,
    replies: plan.replies,
    options: plan.options,
    issuedCoupons,
    blocking: [],
  }
  return checkoutAnswer(shown, context)
}

function paidByOf(payments: readonly KeptPayment[]): readonly RequestRef[] {
  return payments.flatMap((payment) => payment.request ?? [])
}

/** Payments that are given replace those of the setup, for reports and for what they refer to. */
function paymentsOf(
  { root, setup }: Locked,
  tip: Minor | undefined,
  context: CheckoutContext,
): readonly KeptPayment[] | Refusal {
  const { paymentMethods } = context.request
  if (!paymentMethods) return paidAtSetup(setup, tip)
  const program = programOf(context.brand, root)
  const { currency, scale } = setup
  const till = { currency, scale, program, redeeming: false }
  const read = readPayments(paymentMethods, till, context)
  if (isRefusal(read)) return read
  return findOverpaid(read, dueOfSetup(setup, tip), till) ?? read.map(({ kept }) => kept)
}

/** They were no more than the setup owed; with a smaller tip it owes less. */
function paidAtSetup(setup: CheckoutRecord, tip: Minor | undefined): readonly KeptPayment[] | Refusal {
  const { payments = [] } = setup.content
  if (tip === undefined) return payments
  const read = payments.map((kept) => (kept.request === undefined ? { kept } : { kept, referred: kept.paid }))
  return findOverpaid(read, dueOfSetup(setup, tip), setup) ?? payments
}

function isSpent(ref: RequestRef, { pastRequest }: CheckoutContext): boolean {
  const past = pastRequest(ref)
  return past?.voidedBy !== undefined || past?.paymentOf !== undefined
}

/** What the setup names and the request does not: the child, the referrer, coupons and redemptions. */
function missingOf(
  { root, setup, plan }: Locked,
  payments: readonly KeptPayment[],
  context: CheckoutContext,
): Needs | undefined {
  const { coupons = [], issuedCoupons = [], referrerCoupons = [] } = setup.content
  const cards = [setup.childId, setup.content.referrerId].filter((id): id is CardId => id !== undefined)
  const refs = paidByOf(payments)
  const touches: Touches = {
    coupons: [...coupons, ...issuedCoupons, ...referrerCoupons].filter((id) => !context.coupon(id)),
    cardIds: cards.filter((id) => !context.cardById(id)),
    requests: refs.filter((ref) => !context.pastRequest(ref)),
  }
  const isComplete = Object.values(touches).every((list) => list.length === 0)
  if (!isComplete) return { kind: 'needs', needs: [{ kind: 'more', touches }] }
  const account = accountsNeeded(plan).find((id) => !context.past(id).account)
  const accounts: readonly Need[] =
    account === undefined ? [] : [{ kind: 'facts', card: account, facts: [{ kind: 'account' }] }]
  const skus = () => setup.content.lines.map(({ sku }) => sku)
  const needs = [...accounts, ...wantedRecommendations(root, skus, context)]
  return needs.length > 0 ? { kind: 'needs', needs } : undefined
}

type RootedBooks = Books & { readonly root: CardBook }

function booksOf({ root, setup }: Locked, { cardById, now }: CheckoutContext): RootedBooks {
  const child = setup.childId === undefined ? undefined : cardById(setup.childId)
  const referrer = setup.content.referrerId === undefined ? undefined : cardById(setup.content.referrerId)
  return {
    root: new CardBook(root, now),
    ...(child && { child: new CardBook(child, now) }),
    ...(referrer && { referrer: new CardBook(referrer, now) }),
  }
}

/**
 * The plan with the numbers that its offers get now: after whatever the card has been given since the setup. What is kept
 * of the call names them by these, or a void would withdraw somebody else's.
 */
function renumbered(plan: KeptPlan, card: Card): KeptPlan {
  if (plan.givenOffers.length === 0) return plan
  const first = nextOfferNo(card.offers ?? [])
  const numbers = new Map(plan.givenOffers.map(({ no }, index) => [no, first + index]))
  const now = (no: number) => numbers.get(no) ?? no
  const ofLevel = plan.tierEffects?.givenOffers?.map((use) => ({ ...use, offer: now(use.offer) }))
  return {
    ...plan,
    givenOffers: plan.givenOffers.map((offer) => ({ ...offer, no: now(offer.no) })),
    ...(plan.tierEffects && ofLevel && { tierEffects: { ...plan.tierEffects, givenOffers: ofLevel } }),
  }
}

/** Offers that were used count, and those that rules gave are given now. */
function withOffers(card: Card, { usedOffers, givenOffers }: KeptPlan, by: RequestRef): Card {
  if (usedOffers.length === 0 && givenOffers.length === 0) return card
  const isUsed = ({ no, of = card.id }: HeldOffer) =>
    usedOffers.some(({ cardId, offer }) => cardId === of && offer === no)
  const before = (card.offers ?? []).map((offer) => (isUsed(offer) ? used(offer) : offer))
  return {
    ...card,
    offers: [...before, ...givenOffers.map((offer) => ({ ...offer, by }))],
  }
}

function accountsNeeded({ enrolled, demographics }: KeptPlan): readonly CardId[] {
  return [...new Set([...enrolled, ...demographics].map(({ cardId }) => cardId))]
}

function accountsOf(plan: KeptPlan, { past, now }: CheckoutContext): readonly Account[] {
  return accountsNeeded(plan).map((cardId) => {
    const account = past(cardId).account ?? emptyAccount(cardId)
    const programs = plan.enrolled.filter((one) => one.cardId === cardId).map(({ program }) => [program, now] as const)
    const changes = plan.demographics.filter((one) => one.cardId === cardId)
    return {
      ...account,
      programs: { ...Object.fromEntries(programs), ...account.programs },
      demographics: changes.reduce((fields, { name, after }) => withField(fields, name, after), account.demographics),
    }
  })
}

interface SaleParts {
  readonly mutations: readonly KeptMutation[]
  readonly payments: readonly KeptPayment[]
  readonly tip: number | undefined
  /** Why the referrer did not get the coupons that the setup had for them. */
  readonly obstacle: 'locked' | 'lost' | undefined
  readonly context: CheckoutContext
}

function toSale(setup: CheckoutRecord, parts: SaleParts): CheckoutRecord {
  const { mutations, payments, tip, obstacle, context } = parts
  const { plan: _, mutations: __, payments: ___, customDate: ____, referrerCoupons, ...content } = setup.content
  const { customRequestDate } = context.request
  return {
    ...setup,
    ref: context.call.ref,
    kind: 'sale',
    happenedAt: context.now,
    of: setup.ref,
    content: {
      ...content,
      ...(referrerCoupons && !obstacle && { referrerCoupons }),
      ...(mutations.length > 0 && { mutations }),
      ...(payments.length > 0 && { payments }),
      ...(tip !== undefined && { tip }),
      ...(customRequestDate !== undefined && { customDate: customRequestDate }),
    },
  }
}

function effectsOf(sale: CheckoutRecord, plan: KeptPlan, paidBy: readonly RequestRef[]): KeptEffects {
  const { coupons = [], issuedCoupons: own = [], referrerCoupons = [] } = sale.content
  const issuedCoupons = [...own, ...referrerCoupons]
  const idle = idleRulesIn(plan.trace)
  return {
    fired: plan.fired,
    ...(idle.length > 0 && { idle }),
    ...(plan.charged && { charged: plan.charged }),
    ...(coupons.length > 0 && { usedCoupons: coupons }),
    ...(issuedCoupons.length > 0 && { issuedCoupons }),
    ...(referrerCoupons.length > 0 && { referrerCoupons }),
    ...(plan.events.length > 0 && { events: plan.events.map(toKeptEvent) }),
    ...(plan.messages.length > 0 && { messages: true as const }),
    ...(plan.usedOffers.length > 0 && { usedOffers: plan.usedOffers }),
    ...(plan.givenOffers.length > 0 && {
      givenOffers: plan.givenOffers.map(({ no }) => ({ cardId: sale.cardId ?? 0, offer: no })),
    }),
    ...(plan.demographics.length > 0 && { demographics: plan.demographics }),
    ...(plan.enrolled.length > 0 && { enrolled: plan.enrolled }),
    ...(paidBy.length > 0 && { paidBy }),
    ...(plan.tierEffects && { tier: plan.tierEffects }),
  }
}
