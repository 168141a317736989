import { reservationEnd, usesOf } from '../../../../domain/campaign/budgets.ts'
import type { PresentedCoupon } from '../../../../domain/campaign/call-facts.ts'
import type { Card, HeldOffer } from '../../../../domain/card/card.ts'
import { type Basket, discountOf } from '../../../../domain/checkout/basket.ts'
import { catalogueCostsOf } from '../../../../domain/checkout/catalogue-of.ts'
import { readAmount } from '../../../../domain/checkout/read-amounts.ts'
import type {
  CheckoutContent,
  CheckoutRecord,
  KeptLine,
  KeptPlan,
  KeptPreDiscount,
} from '../../../../domain/checkout/record.ts'
import type { Coupon } from '../../../../domain/coupon/coupon.ts'
import type { NewCodeUse } from '../../../../domain/coupon/public-code.ts'
import { disable, reserve, use } from '../../../../domain/coupon/transitions.ts'
import type { Decision } from '../../../../domain/decision/decision.ts'
import type { Outcome } from '../../../../domain/decision/outcome.ts'
import { defined } from '../../../../ground/kernel/defined.ts'
import { isRefusal, type Refusal } from '../../../../ground/kernel/errors.ts'
import type { RequestRef } from '../../../../ground/kernel/ids.ts'
import { formatMinor, type Minor } from '../../../../ground/kernel/money.ts'
import type { Instant } from '../../../../ground/kernel/time.ts'
import { keptEffects, ruleOutcome, tierEffects } from '../../rules/parts/rule-outcome.ts'
import { answerSale, ownCoupons } from './answer.ts'
import type { CheckoutContext, CheckoutRequest, CheckoutResponse } from './contract.ts'
import { excludedTypes, type Sale } from './sale-state.ts'

/** A standalone checkout: everything happens now. */
export function storeSale(sale: Sale, context: CheckoutContext): Decision<CheckoutResponse> {
  const { run, books } = sale
  const checkout = toRecord(sale, context, 'sale')
  const { call, now } = context
  const { couponIds, codes } = usedOf(run)
  const used = changeCoupons(couponIds, context, (coupon) => use(coupon, { now, by: call.ref }))
  if (isRefusal(used)) return used
  const own = Object.values(books)
  const paidBy = sale.payments.length === 0 ? noRefs : sale.payments.flatMap(({ kept }) => kept.request ?? [])
  return {
    kind: 'outcome',
    response: answerSale(sale, checkout, context),
    ...ruleOutcome(run, context.request.customRequestDate),
    // Even without any rule: that none was found is an answer too.
    trace: run.trace,
    ...subjectOf(sale, books.root?.card),
    cards: own.map((book) => book.card),
    coupons: [...used, ...run.result.issuedCoupons],
    ...codeUsesOf(codes, sale, context),
    ...referralOf(sale, context),
    postings: own.length === 1 ? (own[0]?.postings ?? []) : own.flatMap((book) => book.postings),
    checkout,
    sides: run.result.sides,
    ...(paidBy.length > 0 && { paidBy }),
    detail: { effects: keptEffects(run, paidBy) },
  }
}

/** A locked setup keeps the plan, reserves the coupons and locks the card; balances stay as they are. */
export function storeSetup(sale: Sale, context: CheckoutContext): Decision<CheckoutResponse> {
  const { run, cards } = sale
  const { call, now, request } = context
  const { root } = cards
  if (!root) throw new Error('a locking setup has a card')
  const excluded = excludedTypes(root, context)
  if (isRefusal(excluded)) return excluded
  const until = now + request.lockSetupDuration * 1000
  const { couponIds, codes } = usedOf(run)
  const reserved = changeCoupons(couponIds, context, (coupon) => reserve(coupon, { until, setup: call.ref }, now))
  if (isRefusal(reserved)) return reserved
  const checkout = toRecord(sale, context, 'setup')
  const locked: Card = { ...root, lock: { by: call.ref, until, excluded } }
  return {
    kind: 'outcome',
    callType: 'CHECKOUT_SETUP',
    response: answerSale(sale, checkout, context),
    ...subjectOf(sale, locked),
    cards: [locked],
    coupons: [...reserved, ...run.result.issuedCoupons.map(disabledBySetup)],
    ...codeUsesOf(codes, sale, context, until),
    ...referralOf(sale, context, until),
    postings: [],
    checkout,
    fired: run.result.firings.map((firing) => ({ ...firing, until })),
    ...(run.result.charges.length > 0 && { budgetUses: usesOf(run.result.charges, reservationEnd(until)) }),
    trace: run.trace,
    ...(call.key && { detail: { key: call.key.name } }),
    ...(request.customRequestDate !== undefined && { customDate: request.customRequestDate }),
  }
}

const noRefs: readonly RequestRef[] = []

interface Used {
  readonly couponIds: readonly string[]
  readonly codes: readonly PresentedCoupon[]
}

const nothingUsed: Used = { couponIds: [], codes: [] }

/** What rules used: coupons by their ids, and public codes. */
function usedOf({ result }: Sale['run']): Used {
  if (result.usedCoupons.length === 0) return nothingUsed
  const [codes = [], coupons = []] = [true, false].map((isCode) =>
    result.usedCoupons.filter(({ codeKey }) => (codeKey !== undefined) === isCode),
  )
  return { couponIds: coupons.map(({ id }) => id), codes }
}

/** The uses of public codes, each with the limit that the call was decided by. With `until` they are reservations. */
function codeUsesOf(
  codes: readonly PresentedCoupon[],
  { cards }: Sale,
  { brand }: CheckoutContext,
  until?: Instant,
): { readonly codeUses?: readonly NewCodeUse[] } {
  if (codes.length === 0) return {}
  const codeUses = codes.map(({ id: code, set, codeKey: key = '' }) =>
    defined({ key, code, set, uses: brand.codes.get(key)?.uses, cardId: cards.root?.id, until }),
  )
  return { codeUses }
}

type ReferralParts = Pick<Outcome<object>, 'referrals' | 'devices'>

/** Who brought the customer, and their device, where the brand asks for these. With `until` it is a reservation. */
function referralOf({ cards, device }: Sale, { brand }: CheckoutContext, until?: Instant): ReferralParts {
  const { referrals } = brand.document
  const { root, referrer } = cards
  if (!referrals || !root) return {}
  return {
    ...(referrer && { referrals: [defined({ referrerId: referrer.id, cardId: root.id, until })] }),
    ...(device !== undefined &&
      referrals.guards.includes('device') && { devices: [{ mark: device, cardId: root.id }] }),
  }
}

function subjectOf({ cards }: Sale, root: Card | undefined) {
  return { ...(root && { subject: root }), ...(cards.child && { child: cards.child }) }
}

function disabledBySetup(coupon: Coupon): Coupon {
  const disabled = disable(coupon, 'setup')
  if (isRefusal(disabled)) throw new Error('an issued coupon can be disabled')
  return disabled
}

/** Changes the coupons that rules used; they were found usable when they were presented. */
export function changeCoupons(
  ids: readonly string[],
  { coupon }: Pick<CheckoutContext, 'coupon'>,
  change: (coupon: Coupon) => Coupon | Refusal,
): readonly Coupon[] | Refusal {
  const changed: Coupon[] = []
  for (const id of ids) {
    const found = coupon(id)
    if (!found) throw new Error('a coupon that was used has been read')
    const after = change(found)
    if (isRefusal(after)) return after
    changed.push(after)
  }
  return changed
}

export function toRecord(sale: Sale, context: CheckoutContext, kind: 'sale' | 'setup'): CheckoutRecord {
  const { run, till, cards } = sale
  const { basket } = run.result
  if (!basket) throw new Error('a checkout has a basket')
  return {
    ref: context.call.ref,
    kind,
    ...(cards.root && { cardId: cards.root.id }),
    ...(cards.child && { childId: cards.child.id }),
    happenedAt: context.now,
    locationId: context.call.locationId,
    ...till,
    total: basket.total,
    discount: discountOf(basket),
    net: basket.netTotal,
    content: {
      ...contentOf(sale, context),
      ...askedOf(sale, context.request),
      ...(kind === 'setup' && { plan: planOf(sale, context) }),
    },
    isVoided: false,
  }
}

function contentOf(
  { run, payments, till, cards, device, bar }: Sale,
  { request, brand }: CheckoutContext,
): CheckoutContent {
  const { basket, mutations, referrerCoupons } = run.result
  const issuedCoupons = ownCoupons(run.result)
  const { orderAttributes } = run.state.input
  const { couponIds, codes } = usedOf(run)
  const preDiscounts = request.preDiscounts?.map((given, index) =>
    keptPreDiscount(given, till.scale, basket?.preDiscounts[index]),
  )
  return {
    lines: basket
      ? keptLines(basket, request, till.currency === brand.currency ? catalogueCostsOf(brand) : noCosts)
      : [],
    ...(basket && basket.shipping > 0 && { shipping: basket.shipping }),
    ...(basket && basket.tip > 0 && { tip: basket.tip }),
    ...(preDiscounts && preDiscounts.length > 0 && { preDiscounts }),
    ...(mutations.length > 0 && { mutations }),
    ...(payments.length > 0 && { payments: payments.map(({ kept }) => kept) }),
    ...(couponIds.length > 0 && { coupons: couponIds }),
    ...(codes.length > 0 && { codes: codes.map(({ id: code, set }) => ({ code, set })) }),
    ...(issuedCoupons.length > 0 && { issuedCoupons }),
    ...(referrerCoupons.length > 0 && { referrerCoupons }),
    ...(request.customKeyValues && { keyValues: request.customKeyValues }),
    ...(orderAttributes && { orderAttributes }),
    ...(cards.referrer && { referrerId: cards.referrer.id }),
    ...(bar && { barredReferrer: { cardId: bar.referrer.id, by: bar.by } }),
    ...(device !== undefined && { device }),
    ...(request.orderMode !== undefined && { orderMode: request.orderMode }),
    ...(request.barcode !== undefined && { barcode: request.barcode }),
    ...(request.receiptInformation !== undefined && { receiptInformation: request.receiptInformation }),
    ...(request.customRequestDate !== undefined && { customDate: request.customRequestDate }),
  }
}

function askedOf({ run, cards }: Sale, request: CheckoutRequest): Pick<CheckoutContent, 'asked'> {
  const { campaignChoices: choices = [], coupons: presented = [], useParentBalancesOnly, lockSetupDuration } = request
  const isUsual = choices.length === 0 && presented.length === 0 && !cards.child && !request.isSetup
  if (isUsual) return nothingAsked
  const isAllUsed = presented.every((id, place) => run.result.usedCoupons[place]?.id === id)
  const asked = {
    ...(choices.length > 0 && { choices }),
    ...(!isAllUsed && { coupons: presented }),
    ...(cards.child && useParentBalancesOnly && { usesRootOnly: true as const }),
    ...(request.isSetup && lockSetupDuration > 0 && { lockSeconds: lockSetupDuration }),
  }
  return Object.keys(asked).length > 0 ? { asked } : nothingAsked
}

const nothingAsked = {}

const noCosts: ReadonlyMap<string, string> = new Map()

/** A product of which the till does not say the cost has that of the catalogue, as it is now. */
function keptLines(
  { lines, left }: Basket,
  { products = [] }: CheckoutRequest,
  costs: ReadonlyMap<string, string>,
): KeptLine[] {
  return lines.map(({ sku, quantity, unitPrice, sequenceId, value, index, attributes, addedBy }) => {
    const given = products[index]?.unitCost
    const unitCost = given ? formatMinor(given.units, given.scale) : costs.get(sku)
    return {
      sku,
      quantity: String(quantity),
      unitPrice: String(unitPrice),
      sequenceId,
      value,
      net: left[index] ?? 0,
      ...(unitCost !== undefined && { unitCost }),
      ...(attributes && { attributes }),
      ...(addedBy && { addedBy }),
    }
  })
}

type GivenPreDiscount = NonNullable<CheckoutRequest['preDiscounts']>[number]

function keptPreDiscount(given: GivenPreDiscount, scale: number, taken: Minor | undefined): KeptPreDiscount {
  const { product, externalPromotionId, externalCampaignRuleId } = given
  const minor = readAmount(given.amount, scale, 'amount')
  const amount = typeof minor === 'number' ? minor : 0
  return {
    amount,
    ...(taken !== undefined && taken < amount && { taken }),
    ...product,
    ...(externalPromotionId !== undefined && { externalPromotionId }),
    ...(externalCampaignRuleId !== undefined && { externalCampaignRuleId }),
  }
}

function planOf({ run, books }: Sale, { now, tier }: CheckoutContext): KeptPlan {
  const { result } = run
  const { tier: ofLevel } = tierEffects(result)
  const given = new Set(result.givenOffers.map(({ offer }) => offer))
  const offers: readonly HeldOffer[] = books.root?.card.offers ?? []
  return {
    ...(run.state.input.usesRootOnly && { usesRootOnly: true as const }),
    fired: result.firings,
    ...(result.charges.length > 0 && { charged: result.charges }),
    messages: result.messages,
    replies: result.replies,
    options: run.options,
    events: result.events.map((event) => ({ ...event, happenedAt: now })),
    enrolled: result.enrolled,
    demographics: result.demographics,
    usedOffers: result.usedOffers,
    givenOffers: offers.filter(({ no, of }) => of === undefined && given.has(no)),
    ...(tier && { tier }),
    ...(ofLevel && { tierEffects: ofLevel }),
    trace: run.trace,
    ...(result.sides.length > 0 && { sides: result.sides }),
  }
}
