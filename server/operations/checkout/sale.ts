import type { Brand } from '../../brand/brand.ts'
import { findValueType, programOf } from '../../brand/value-types.ts'
import { CardBook } from '../../card/book.ts'
import type { Card } from '../../card/card.ts'
import { guardChild } from '../../card/guard.ts'
import { catalogueOf } from '../../checkout/catalogue-of.ts'
import { makeBasket } from '../../checkout/make-basket.ts'
import { RuleRun } from '../../firing/rule-run.ts'
import type { Books } from '../../firing/stage.ts'
import { currencyScale } from '../../kernel/currency.ts'
import { type Refusal, refuse } from '../../kernel/errors.ts'
import type { Decision, Needs } from '../operation.ts'
import { wantedRecommendations } from '../recommended.ts'
import { withCard } from '../with-card.ts'
import { answerSale } from './answer.ts'
import type { CheckoutContext, CheckoutResponse } from './checkout.ts'
import { type Presented, presentCoupons } from './coupons.ts'
import { type PaymentMethod, type ReadPayment, readPayments, redeemPayments, type Till } from './payments.ts'
import { applyOffers } from './personal-offers.ts'
import { storeSale, storeSetup, toRecord } from './store-sale.ts'

/** The cards of a checkout. An anonymous one has none. */
export interface SaleCards {
  readonly root?: Card
  readonly child?: Card
  readonly referrer?: Card
}

/** A checkout whose rules have run: what it would do, on books of its own. */
export interface Sale {
  readonly cards: SaleCards
  readonly books: Books
  readonly till: Till
  readonly presented: Presented
  readonly payments: readonly ReadPayment[]
  readonly run: RuleRun
}

/** A payment whose amount is found once the discounts are known. Rules that come before see it with an amount of 0. */
export interface LastPayment {
  readonly type: string
  readonly find: (run: RuleRun, till: Till) => PaymentMethod | Refusal | undefined
}

/** A standalone checkout, or a setup: the same decision, of which a setup keeps only the plan or nothing. */
export function decideSale(context: CheckoutContext, last?: LastPayment): Decision<CheckoutResponse> {
  const { cardNumber } = context.request
  if (cardNumber === undefined) return decideWith({}, context, last)
  const named = { ...context, request: { ...context.request, cardNumber } }
  return withCard(named, (root) => {
    const child = findChild(root, context)
    return child && 'kind' in child ? child : decideWith({ root, ...(child && { child }) }, context, last)
  })
}

/** The child card that the request names; 129 when there is none, 112 when it can no longer be used. */
function findChild(root: Card, { request, child, now }: CheckoutContext): Card | Refusal | undefined {
  const name = request.childCardNumber
  return name === undefined ? undefined : guardChild(child({ root: root.number, child: name }), now)
}

function decideWith(known: SaleCards, context: CheckoutContext, last?: LastPayment): Decision<CheckoutResponse> {
  const referrer = findReferrer(context)
  if (referrer && 'kind' in referrer) return referrer
  const sale = runSale({ ...known, ...(referrer && { referrer }) }, context, last)
  if ('kind' in sale) return sale
  const { isSetup, lockSetupDuration } = context.request
  if (!isSetup) return storeSale(sale, context)
  if (lockSetupDuration > 0) return storeSetup(sale, context)
  return {
    kind: 'outcome',
    response: answerSale(sale, toRecord(sale, context, 'sale'), context),
    cards: pinChecked(known.root, context),
    postings: [],
    trace: sale.run.trace,
    ...(known.root && { about: known.root }),
    ...(known.child && { child: known.child }),
  }
}

/** A plain setup leaves the card as it is, but for the count of wrong pins that a right one ends. */
function pinChecked(root: Card | undefined, { card }: CheckoutContext): readonly Card[] {
  return root && root !== card(root.number) ? [root] : []
}

function findReferrer({ request, card }: CheckoutContext): Card | Refusal | undefined {
  const { referringCardNumber: number } = request
  if (number === undefined) return undefined
  if (number === request.cardNumber) return refuse(100, 'referringCardNumber: is the card itself')
  const found = card(number)
  const exists = found && found.status !== 'Inventory' && found.status !== 'Distributed'
  return exists ? found : refuse(2, 'Could not find the referring card.')
}

/** What a checkout may come to at the most, given or calculated. */
const mostTotal = 10_000_000

/** Offers and discounts, then payments, then everything else: so issuances see the final total. */
function runSale(cards: SaleCards, context: CheckoutContext, last?: LastPayment): Sale | Refusal | Needs {
  const { request, brand, call, now } = context
  const till = tillOf(brand, call.locationId)
  const basket = makeBasket(request, till.scale, catalogueOf(brand))
  if ('kind' in basket) return basket
  if (basket.total > mostTotal * 10 ** till.scale)
    return refuse(100, `products: their sum must be at most ${mostTotal}`)
  const presented = presentCoupons(context)
  if ('kind' in presented) return presented
  const reading = { ...till, program: cards.root && programOf(brand, cards.root), redeeming: true }
  const given = readPayments(request.paymentMethods ?? [], reading, context)
  if ('kind' in given) return given
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
      checkout: { basket, ...(request.orderMode !== undefined && { orderMode: request.orderMode }) },
      payments: [...given.map(toFact), ...(last ? [{ type: last.type, amount: 0 }] : [])],
      coupons: presented.valid,
      keyValues: request.customKeyValues ?? [],
      choices: request.campaignChoices ?? [],
      isHypothetical: request.isSetup && request.lockSetupDuration <= 0,
      hasReplies: true,
    },
    context,
  )
  let payments = given
  const pay = () => {
    const method = last?.find(run, till)
    if (method && 'kind' in method) return method
    const found = method ? readPayments([method], reading, context) : []
    if ('kind' in found) return found
    payments = [...given, ...found]
    if (last) run.scene.situation.payments = payments.map(toFact)
    return redeemPayments(run, payments)
  }
  const refusal = runPhases(run, pay)
  const wanted = wantedRecommendations(cards.root, () => basket.lines.map(({ sku }) => sku), context)
  const needs = [...(run.needs ?? []), ...(refusal ? [] : wanted)]
  if (needs.length > 0) return { kind: 'needs', needs }
  if (refusal) return refusal
  const unused = presented.valid.filter(({ id }) => !run.happened.usedCoupons.includes(id))
  if (unused.length > 0 && request.failOnUnusedCoupons) return refuse(125)
  return { cards, books, till, presented, payments, run }
}

/** What rules see of a payment. */
const toFact = ({ kept }: ReadPayment) => ({ type: kept.type ?? '', amount: kept.paid })

/** A run that misses something is not carried further than it takes to know what else it misses. */
function runPhases(run: RuleRun, pay: () => Refusal | undefined): Refusal | undefined {
  if (run.needs) return undefined
  const offers = applyOffers(run)
  const refusal = run.runDiscounts() ?? pay() ?? run.runRewards()
  run.explainFirst(offers)
  return refusal
}

export function tillOf(brand: Brand, locationId: string): Till {
  const currency = brand.locations.get(locationId)?.currency ?? brand.currency
  return { currency, scale: currencyScale(currency) }
}

/** The numbers of the value types that a lock leaves open; 115 for one that the card's program does not have. */
export function excludedTypes(card: Card, { request, brand }: CheckoutContext): readonly number[] | Refusal {
  const program = programOf(brand, card)
  const found = (request.lockExcludedValueTypes ?? []).map((name) => findValueType(program, name)?.id)
  return found.includes(undefined) ? refuse(115) : found.filter((id) => id !== undefined)
}
