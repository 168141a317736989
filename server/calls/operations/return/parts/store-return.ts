import type { Brand } from '../../../../domain/brand/brand.ts'
import type { OfferUse } from '../../../../domain/campaign/kept-effects.ts'
import type { OwnReturn } from '../../../../domain/campaign/needs.ts'
import type { Posting } from '../../../../domain/card/book.ts'
import type { Card } from '../../../../domain/card/card.ts'
import { catalogueOf } from '../../../../domain/checkout/catalogue-of.ts'
import { halfUp, oneUnit, powerOfTen } from '../../../../domain/checkout/exact.ts'
import { withSent } from '../../../../domain/checkout/make-basket.ts'
import {
  type BalanceMutation,
  type CheckoutRecord,
  type KeptLine,
  type KeptReturn,
  type Shortfall,
  unitsLeft,
} from '../../../../domain/checkout/record.ts'
import type { ReturnedGoods, ReturnedProduct } from '../../../../domain/checkout/returned-lines.ts'
import type { Decision, DecisionContext } from '../../../../domain/decision/decision.ts'
import { isUndecided } from '../../../../domain/decision/need.ts'
import type { Outcome } from '../../../../domain/decision/outcome.ts'
import type { RequestDetail } from '../../../../domain/decision/past-request.ts'
import { defined } from '../../../../ground/kernel/defined.ts'
import type { Minor } from '../../../../ground/kernel/money.ts'
import type { BooksById } from '../../open-books.ts'
import { runRequestRules } from '../../rules/parts/request-rules.ts'
import { ruleParts } from '../../rules/parts/rule-outcome.ts'
import type { ReturnContext, ReturnRequest } from './contract.ts'

/** A return that is decided, but for the rules that run after it. */
export interface DecidedReturn {
  /** The root card and the child that were named. */
  readonly own: readonly Card[]
  readonly books: BooksById
  readonly record: CheckoutRecord
  /** What becomes of the sale and of what belongs to it. */
  readonly ofSale?: Pick<
    Outcome<object>,
    | 'coupons'
    | 'budgetUses'
    | 'freedCodes'
    | 'checkouts'
    | 'requests'
    | 'removesEventsOf'
    | 'removesOfferUsesOf'
    | 'cancelsLaterOf'
  >
  readonly shortfalls?: readonly Shortfall[]
  readonly returnedOffers?: readonly OfferUse[]
}

/** Nothing at all when it was only simulated; else the return, and what rules do after it. */
export function storeReturn(decided: DecidedReturn, context: ReturnContext): Decision<Record<string, never>> {
  const { own, books, record, ofSale = {}, shortfalls = [], returnedOffers = [] } = decided
  const { merchantName, customRequestDate, simulateOnly } = context.request
  const [about, aboutChild] = own
  if (simulateOnly) {
    const named = defined({ about, child: aboutChild })
    return { kind: 'outcome', response: {}, cards: [], postings: [], ...named }
  }
  const [root, child] = own.flatMap((card) => books.get(card.id) ?? [])
  // What the return itself did: rules that run after it are no part of it.
  const taken = [...books.values()].flatMap((book) => book.postings)
  const expired = [...books.values()].flatMap(({ settlements }) => settlements)
  const standIns = [...books.values()].flatMap((book) => book.standIns)
  const rules = runRequestRules(context, {
    callType: 'RETURN_MERCHANDISE',
    root,
    child,
    ownReturn: toOwnReturn(decided),
    removesEventsOf: ofSale.removesEventsOf?.[0],
  })
  if (rules && isUndecided(rules)) return rules
  const parts = ruleParts(rules)
  return {
    kind: 'outcome',
    response: {},
    ...parts.outcome,
    ...(root && { subject: root.card }),
    ...(child && { child: child.card }),
    cards: [...books.values()].map((book) => book.card),
    postings: [...books.values()].flatMap((book) => book.postings),
    ...ofSale,
    budgetUses: [...(ofSale.budgetUses ?? []), ...(parts.outcome.budgetUses ?? [])],
    coupons: [...(ofSale.coupons ?? []), ...parts.coupons],
    checkout: withMutations(record, own, taken),
    detail: {
      ...(merchantName !== undefined && { merchantName }),
      ...(shortfalls.length > 0 && { shortfalls }),
      ...(returnedOffers.length > 0 && { returnedOffers }),
      ...freedBy(ofSale, context),
      ...(expired.length > 0 && { expired }),
      ...(standIns.length > 0 && { standIns }),
      ...unusualFlags(context.request),
      ...parts.detail,
    },
    ...(customRequestDate !== undefined && { customDate: customRequestDate }),
  }
}

/** What a void or return makes usable again, as its record keeps it. */
export function freedBy(
  { coupons = [], freedCodes = [] }: Pick<Outcome<object>, 'coupons' | 'freedCodes'>,
  { coupon: before }: Pick<DecisionContext<unknown>, 'coupon'>,
): Pick<RequestDetail, 'freed'> {
  const codes = freedCodes.map(({ key }) => key)
  const unused = coupons.filter(({ id, use }) => !use && before(id)?.use).map(({ id }) => id)
  if (codes.length + unused.length === 0) return {}
  return { freed: { ...(codes.length > 0 && { codes }), ...(unused.length > 0 && { coupons: unused }) } }
}

function unusualFlags(request: ReturnRequest): Pick<RequestDetail, 'asked'> {
  const { disableIssuedCoupons, usedCouponResets, removeCustomEvents, reversePayments } = request
  const asked = {
    ...(reversePayments && { reversePayments }),
    ...(!disableIssuedCoupons && { disableIssuedCoupons }),
    ...(usedCouponResets !== 'OnlyOnFullReturn' && { usedCouponResets }),
    ...(removeCustomEvents && { removeCustomEvents }),
  }
  return Object.keys(asked).length > 0 ? { asked } : {}
}

/** The return as rules see it in the card's past: as what is left of its sale, or by itself. */
function toOwnReturn({ record, ofSale }: DecidedReturn): OwnReturn {
  const sale = ofSale?.checkouts?.find(({ ref }) => ref === record.of)
  if (sale?.returned) {
    const { total, isFull, units } = sale.returned
    return { kind: 'sale', ref: sale.ref, total, isFull, units, quantity: unitsLeft(sale) }
  }
  const { currency, scale, net, content } = record
  return {
    kind: 'loose',
    currency,
    scale,
    net,
    lines: content.lines.map(({ sku, unitPrice, net: worth, attributes }) =>
      defined({ sku, unitPrice, net: worth, attributes }),
    ),
  }
}

/** The changes of balances, each value type of a card in one, as search shows them with the return. */
function withMutations(
  record: CheckoutRecord,
  [root, child]: readonly Card[],
  postings: readonly Posting[],
): CheckoutRecord {
  const groups = Map.groupBy(postings, ({ cardId, valueType, bucket }) => `${cardId}\0${valueType}\0${bucket}`)
  const mutations = [...groups.values()].flatMap((group): BalanceMutation[] => {
    const [first] = group
    const amount = group.reduce((sum, posting) => sum + posting.amount, 0)
    if (!first || amount === 0) return []
    const { cardId, valueType, bucket } = first
    const holder = cardId === root?.id ? 'root' : cardId === child?.id ? 'child' : 'referrer'
    return [{ kind: amount > 0 ? 'issue' : 'redeem', holder, valueType, bucket, amount }]
  })
  return mutations.length === 0 ? record : { ...record, content: { ...record.content, mutations } }
}

/** What a return is recorded with: its worth, the currency it is counted in, and what came back. */
export interface RegisteredReturn {
  readonly value: Minor
  readonly till: { readonly currency: string; readonly scale: number }
  readonly returned: ReturnedGoods
  /** What of the sale's net total that is. Its whole value when there is no sale. */
  readonly net?: Minor
  /** What of the sale's discounts that is, without those that the till had given before. */
  readonly discount?: Minor
  /** The sale, whose prices hold where none is given, and what it keeps of the return until that is voided. */
  readonly sale?: CheckoutRecord
  readonly kept?: KeptReturn
}

/** The opposite of a checkout: its amounts and quantities are negative. */
export function toReturnRecord(
  { value, till, returned, sale, kept, net = value, discount = 0 }: RegisteredReturn,
  [root, child]: readonly Card[],
  { call, now, request, brand }: ReturnContext,
): CheckoutRecord {
  const { merchantName, customRequestDate } = request
  return {
    ref: call.ref,
    kind: 'return',
    ...(root && { cardId: root.id }),
    ...(child && { childId: child.id }),
    happenedAt: now,
    locationId: call.locationId,
    currency: till.currency,
    scale: till.scale,
    total: -value,
    discount: -discount,
    net: -net,
    ...(sale && { of: sale.ref }),
    content: defined({
      lines: returned.products.map((product, index) => toLine(product, index, { scale: till.scale, sale, brand })),
      merchantName,
      referrerId: sale?.content.referrerId,
      customDate: customRequestDate,
      ...(kept && { asked: { returned: withoutRef(kept) } }),
    }),
    isVoided: false,
  }
}

function withoutRef({ ref: _, ...kept }: KeptReturn): Omit<KeptReturn, 'ref'> {
  return kept
}

function toLine(
  product: ReturnedProduct,
  index: number,
  { scale, sale, brand }: { scale: number; sale: CheckoutRecord | undefined; brand: Brand },
): KeptLine {
  const { sku, quantity, sequenceId } = product
  const sold = sale?.content.lines.find(
    (line) => line.sku === sku && (sequenceId === undefined || line.sequenceId === sequenceId),
  )
  const unitPrice = product.unitPrice ?? BigInt(sold?.unitPrice ?? 0)
  const value = -worthOf(quantity * unitPrice, scale)
  const attributes = withSent(sale ? sold?.attributes : catalogueOf(brand).get(sku)?.attributes, product.attributes)
  return {
    sku,
    quantity: String(-quantity),
    unitPrice: String(unitPrice),
    sequenceId: sequenceId ?? index + 1,
    value,
    net: value,
    ...(attributes && { attributes }),
  }
}

/** Quantity times unit price, both in millionths, in minor units. */
export function worthOf(product: bigint, scale: number): Minor {
  return Number(halfUp(product * powerOfTen(scale), oneUnit * oneUnit))
}
