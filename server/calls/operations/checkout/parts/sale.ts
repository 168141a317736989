import { programOf } from '../../../../domain/brand/value-types.ts'
import type { PresentedCoupon } from '../../../../domain/campaign/call-facts.ts'
import type { Trace } from '../../../../domain/campaign/trace.ts'
import { CardBook } from '../../../../domain/card/book.ts'
import type { Card } from '../../../../domain/card/card.ts'
import { guardChild } from '../../../../domain/card/guard.ts'
import { checkoutTotalMax, isTooLarge } from '../../../../domain/checkout/add-line.ts'
import { catalogueOf } from '../../../../domain/checkout/catalogue-of.ts'
import { makeBasket } from '../../../../domain/checkout/make-basket.ts'
import { type Decision, type DecisionRefusal, withTrace } from '../../../../domain/decision/decision.ts'
import { isUndecided, type Needs } from '../../../../domain/decision/need.ts'
import { RuleRun } from '../../../../domain/firing/rule-run.ts'
import { defined } from '../../../../ground/kernel/defined.ts'
import { isRefusal, type Refusal, refuse, refuseField } from '../../../../ground/kernel/errors.ts'
import { withCard } from '../../with-card.ts'
import { answerSale } from './answer.ts'
import type { CheckoutContext, CheckoutResponse } from './contract.ts'
import { countUnknown, presentCoupons } from './coupons.ts'
import { deviceOf } from './device.ts'
import { dueOf, findOverpaid } from './owed.ts'
import { type ReadPayment, readPayments, redeemPayments, type Till } from './payments.ts'
import { applyOffers } from './personal-offers.ts'
import { wantedRecommendations } from './recommended.ts'
import { findReferral, type Referral } from './referrer.ts'
import { type LastPayment, type Sale, type SaleCards, tillOf } from './sale-state.ts'
import { knownOrderAttributes, withKnownAttributes } from './sent-attributes.ts'
import { storeSale, storeSetup, toRecord } from './store-sale.ts'

/** A standalone checkout, or a setup: the same decision, of which a setup keeps only the plan or nothing. */
export function decideSale(context: CheckoutContext, last?: LastPayment): Decision<CheckoutResponse> {
  const { brand, pins, now, card } = context
  const { cardNumber, forcePinValidation, pin } = context.request
  if (cardNumber === undefined) return decideWith({}, context, last)
  return withCard({ brand, pins, now, card, request: { cardNumber, forcePinValidation, pin } }, (root) => {
    const child = findChild(root, context)
    return child && isRefusal(child) ? child : decideWith(defined({ root, child }), context, last)
  })
}

/** The child card that the request names; 129 when there is none, 112 when it can no longer be used. */
function findChild(root: Card, { request, child, now }: CheckoutContext): Card | Refusal | undefined {
  const name = request.childCardNumber
  return name === undefined ? undefined : guardChild(child({ root: root.number, child: name }), now)
}

/** Whoever sees what becomes of the call learns which coupons do not exist, whatever else it comes to. */
function decideWith(known: SaleCards, context: CheckoutContext, last?: LastPayment): Decision<CheckoutResponse> {
  const decided = decideKnown(known, context, last)
  if (decided.kind === 'needs' || !context.request.coupons) return decided
  const unknownCoupons = countUnknown(context)
  return unknownCoupons === 0 ? decided : { ...decided, unknownCoupons }
}

function decideKnown(known: SaleCards, context: CheckoutContext, last?: LastPayment): Decision<CheckoutResponse> {
  const device = deviceOf(context)
  if (typeof device === 'object') return device
  const referral = findReferral(known.root, device, context)
  if (isUndecided(referral)) return referral
  const sale = runSale({ ...known, ...referral, ...(device !== undefined && { device }) }, context, last)
  if (isUndecided(sale)) return sale
  const { isSetup, lockSetupDuration } = context.request
  if (!isSetup || lockSetupDuration > 0) {
    const stored = isSetup ? storeSetup(sale, context) : storeSale(sale, context)
    return isRefusal(stored) ? withTrace(stored, sale.run.trace) : stored
  }
  const record = toRecord(sale, context, 'sale')
  return defined({
    kind: 'outcome',
    response: answerSale(sale, record, context),
    supposes: record,
    cards: pinChecked(known.root, context),
    postings: [],
    trace: sale.run.trace,
    about: known.root,
    child: known.child,
  })
}

/** A plain setup leaves the card as it is, but for the count of wrong pins that a right one ends. */
function pinChecked(root: Card | undefined, { card }: CheckoutContext): readonly Card[] {
  return root && root !== card(root.number) ? [root] : []
}

const noProducts: NonNullable<CheckoutContext['request']['products']> = []

interface Beginning extends SaleCards, Pick<Referral, 'bar'> {
  readonly device?: string
}

/** Offers and discounts, then payments, then everything else: so issuances see the final total. */
function runSale(beginning: Beginning, context: CheckoutContext, last?: LastPayment): Sale | DecisionRefusal | Needs {
  const { bar, device, ...cards } = beginning
  const { request, brand, call, now } = context
  const till = tillOf(brand, call.locationId)
  const products = withKnownAttributes(request.products ?? noProducts, brand)
  const orderAttributes = knownOrderAttributes(request.orderAttributes, brand)
  const basket = makeBasket({ ...request, products }, till.scale, catalogueOf(brand), context.work)
  if (isRefusal(basket)) return basket
  if (isTooLarge(basket)) return refuseField(100, 'products', `their sum must be at most ${checkoutTotalMax}`)
  const presented = presentCoupons(cards.root, context)
  if (isRefusal(presented)) return presented
  const reading = { ...till, program: cards.root && programOf(brand, cards.root), redeeming: true }
  const given = readPayments(request.paymentMethods ?? [], reading, context)
  if (isRefusal(given)) return given
  const books = {
    ...(cards.root && { root: new CardBook(cards.root, now) }),
    ...(cards.child && { child: new CardBook(cards.child, now) }),
    ...(cards.referrer && { referrer: new CardBook(cards.referrer, now) }),
  }
  const run = new RuleRun(
    {
      trigger: 'checkout',
      callType: 'CHECKOUT_COMPLETE',
      books,
      usesRootOnly: request.useParentBalancesOnly,
      checkout: defined({ basket, orderMode: request.orderMode }),
      payments: [...given.map(toFact), ...(last ? [{ type: last.type, amount: 0 }] : [])],
      coupons: presented.valid,
      ...(presented.blockedCodes.length > 0 && { blockedCodes: presented.blockedCodes }),
      ...(device !== undefined && { device }),
      keyValues: request.customKeyValues ?? [],
      ...(orderAttributes && { orderAttributes }),
      choices: request.campaignChoices ?? [],
      isHypothetical: request.isSetup && request.lockSetupDuration <= 0,
      hasReplies: true,
    },
    context,
  )
  let payments = given
  const pay = () => {
    const method = last?.find(run, till)
    if (method && isRefusal(method)) return method
    const found = method ? readPayments([method], reading, context) : []
    if (isRefusal(found)) return found
    payments = [...given, ...found]
    if (last) run.state.facts.payments = payments.map(toFact)
    return refuseOverpaid(payments, run, till) ?? redeemPayments(run, payments)
  }
  const refusal = runPhases(run, pay, bar ? [{ rule: 'referral', not: { kind: 'barred', by: bar.by } }] : [])
  const wanted = wantedRecommendations(cards.root, () => skusIn(run), context)
  const needs = [...(run.needs ?? []), ...(refusal ? [] : wanted)]
  if (needs.length > 0) return { kind: 'needs', needs }
  const unused = presented.valid.filter((coupon) => !run.result.usedCoupons.includes(coupon))
  const refused = refusal ?? (request.failOnUnusedCoupons ? refuseUnused(unused) : undefined)
  if (refused) return withTrace(refused, run.trace)
  return { cards, books, till, presented, payments, run, ...defined({ device, bar }) }
}

const skusIn = ({ result }: RuleRun) => (result.basket?.lines ?? []).map(({ sku }) => sku)

function refuseOverpaid(payments: readonly ReadPayment[], { result }: RuleRun, till: Till): Refusal | undefined {
  return payments.length > 0 && result.basket ? findOverpaid(payments, dueOf(result.basket), till) : undefined
}

function refuseUnused(unused: readonly PresentedCoupon[]): Refusal | undefined {
  const names = unused.map(({ id }) => id)
  if (names.length < 2) return names[0] === undefined ? undefined : refuse(125, `No campaign used coupon ${names[0]}.`)
  return refuse(125, `No campaign used the coupons ${names.join(', ')}.`)
}

/** What rules see of a payment. */
const toFact = ({ kept }: ReadPayment) => ({ type: kept.type ?? '', amount: kept.paid })

/** A run that misses something is not carried further than it takes to know what else it misses. */
function runPhases(run: RuleRun, pay: () => Refusal | undefined, first: Trace): Refusal | undefined {
  if (run.needs) return undefined
  const offers = applyOffers(run)
  const refusal = run.runDiscounts() ?? pay() ?? run.runRewards()
  run.explainFirst(first.length === 0 ? offers : [...first, ...offers])
  return refusal
}
