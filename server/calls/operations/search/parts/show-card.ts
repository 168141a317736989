import type { Brand } from '../../../../domain/brand/brand.ts'
import { convertAmount } from '../../../../domain/brand/exchange.ts'
import { programOf } from '../../../../domain/brand/value-types.ts'
import { decimalOfMicro } from '../../../../domain/campaign/tier/measure.ts'
import type { ShownTier } from '../../../../domain/campaign/tier/tier-in-call.ts'
import type { Card, HeldOffer } from '../../../../domain/card/card.ts'
import { statusAt } from '../../../../domain/card/guard.ts'
import type { BalanceMutation, KeptMutation } from '../../../../domain/checkout/record.ts'
import { type BalanceElement, viewBalances } from '../../../../domain/view/balance-view.ts'
import { showBalanceMutation } from '../../../../domain/view/mutation-view.ts'
import { defined } from '../../../../ground/kernel/defined.ts'
import { isRefusal, type Refusal, refuse } from '../../../../ground/kernel/errors.ts'
import { parseDecimal, toJsonNumber } from '../../../../ground/kernel/money.ts'
import { formatDateTime, type Instant } from '../../../../ground/kernel/time.ts'
import type { CardScores } from '../../../../storage/store/facts/score.sql.ts'
import type {
  CheckoutView,
  CounterView,
  EventView,
  MailingView,
} from '../../../../storage/store/queries/card-facets.sql.ts'
import type { CardView } from '../../../../storage/store/queries/card-view.sql.ts'
import { isOpen } from '../../checkout/parts/personal-offers.ts'
import { showRecommended } from '../../checkout/parts/recommended.ts'
import { toCardCoupon } from '../../coupon/parts/coupon-fields.ts'
import type { SearchRequest } from './contract.ts'
import { scoreLabel } from './score-label.ts'
import { type FoundCard, type SearchView, showDay } from './search-view.ts'
import { showAccount } from './show-account.ts'

/** A card with the fields that were asked for; a child card, too, which has no set of its own. */
export function showCard({ card, now }: CardView, shown: SearchView): FoundCard | Refusal {
  const { request, brand, pins, facets } = shown
  const fields = request.returnFields
  const balances = fields?.balances ? showBalances(card, shown, now) : undefined
  if (balances && isRefusal(balances)) return balances
  return defined({
    cardNumber: card.number,
    ...(!card.root && { cardSetId: card.setId }),
    balances,
    ...(fields?.activationDate &&
      card.activatedAt !== undefined && { activationDate: `${showDay(card.activatedAt, brand)} 00:00:00` }),
    ...(fields?.customCardNumber && card.customNumber !== undefined && { customCardNumber: card.customNumber }),
    ...(request.includeInactive && { cardStatus: statusAt(card, now) }),
    ...(facets.accounts && showAccount(card, shown)),
    ...(fields && showFacets(card, { ...shown, now })),
    ...(fields?.pin && card.pin && { pin: pins.open(brand.id, (card.root ?? card).number, card.pin) }),
  })
}

function showFacets(card: Card, { request, brand, facets, now }: SearchView & { now: Instant }) {
  const fields = request.returnFields
  const { id } = card
  const time = (instant: Instant) => formatDateTime(instant, brand.interfaceTimeZone)
  const program = programOf(brand, card)
  return {
    ...(facets.coupons && {
      coupons: (facets.coupons.get(id) ?? []).map((coupon) => toCardCoupon(coupon, brand.interfaceTimeZone)),
    }),
    ...(facets.events && { events: (facets.events.get(id) ?? []).map((event) => showEvent(event, time)) }),
    ...(facets.emailBounced && { emailBounced: facets.emailBounced.has(id) }),
    ...(facets.mmsBounced && { mmsBounced: facets.mmsBounced.has(id) }),
    ...(facets.checkouts && {
      checkouts: (facets.checkouts.get(id) ?? []).map((one) => showCheckout(one, { request, brand, time })),
    }),
    ...(facets.counters && { campaignCounters: (facets.counters.get(id) ?? []).map((one) => showCounter(one, time)) }),
    ...(facets.mailings && { mailings: (facets.mailings.get(id) ?? []).map((one) => showMailing(one, brand, time)) }),
    ...(facets.offers && {
      personalOffers: (facets.offers.get(id) ?? [])
        .filter((one) => isUsableLater(one, now))
        .map((one) => showOffer(one, time)),
    }),
    ...(facets.passes && { walletPassStatus: facets.passes.get(id) ?? ('none' as const) }),
    ...(fields?.metaData && program && { metaData: { ...showProgram(program, brand), ...showOwner(card, brand) } }),
    ...(facets.segments && { segments: showSegments(facets.segments.get(id) ?? [], brand) }),
    ...showScore(facets.scores?.get(id)),
    ...showLevel(facets.tiers?.get(card.root?.id ?? id), time),
    ...(fields?.recommendationAmount !== undefined && {
      recommendedProducts: showRecommended(facets.recommended?.get(id) ?? [], brand),
    }),
  }
}

/** As the file has them; a segment that is gone is not shown, though its members may not be removed yet. */
function showSegments(ids: readonly string[], brand: Brand) {
  return brand.document.segments
    .filter(({ id }) => ids.includes(id))
    .map(({ id, name, description }) => defined({ id, name, description }))
}

/** Who has bought nothing in a year has no score. */
function showScore(score: CardScores | undefined) {
  if (!score) return {}
  return {
    score: {
      monetaryScore: score.monetary,
      recencyScore: score.recency,
      frequencyScore: score.frequency,
      totalScore: score.total,
      scoreLabel: scoreLabel(score.total),
    },
  }
}

/** Cards of programs without levels show nothing. */
function showLevel(shown: ShownTier | undefined, time: Time) {
  if (!shown) return {}
  const { id, name, rank, missing, keptUntil } = shown
  const left = missing === undefined ? undefined : decimalOfMicro(missing)
  return {
    tier: defined({
      id,
      name,
      rank,
      missing: left && toJsonNumber(left.units, left.scale),
      keptUntil: keptUntil === undefined ? undefined : time(keptUntil),
    }),
  }
}

/** Offers that have not begun yet are shown, too: the customer will have them. */
const isUsableLater = (offer: HeldOffer, now: Instant) => isOpen({ ...offer, activeAt: now }, now)

function showProgram({ type, name, currency }: { type: string; name: string; currency: string }, brand: Brand) {
  return { programType: type, programName: name, cardCurrency: currency, baseCurrency: brand.currency }
}

/** Where the card signed up; a location that is gone has no name any more. */
function showOwner({ owningLocation = '' }: Card, brand: Brand): { owningLocationName?: string } {
  const location = brand.locations.get(owningLocation)
  return location ? { owningLocationName: location.name } : {}
}

type Time = (instant: Instant) => string

function showEvent(event: EventView, time: Time) {
  const properties = Object.entries(event.properties ?? {}).map(([key, value]) => ({ key, value }))
  return {
    eventDate: time(event.happened_at),
    eventType: event.event_type,
    categoryId: event.category_id,
    ...(event.specific_id !== null && { specificId: event.specific_id }),
    ...(event.payload !== null && { payload: event.payload }),
    ...(properties.length > 0 && { properties }),
  }
}

/** What it did to the card itself: neither discounts nor what a referrer got. */
function isOwnChange(mutation: KeptMutation): mutation is BalanceMutation {
  return mutation.kind !== 'discount' && mutation.holder !== 'referrer'
}

function showCheckout(
  view: CheckoutView,
  { request, brand, time }: { request: SearchRequest; brand: Brand; time: Time },
) {
  const moved = (view.content.mutations ?? []).filter(isOwnChange)
  return defined({
    ...(view.external_transaction_id !== null && { externalReference: view.external_transaction_id }),
    transactionReference: view.request_ref,
    isReturn: view.kind === 'return',
    checkoutDate: time(view.shown_at),
    locationId: view.location_id,
    checkoutTotal: toJsonNumber(view.total, view.scale),
    merchantName: view.content.merchantName,
    ...(request.returnFields?.checkoutMutations && {
      mutations: moved.map((mutation) => showBalanceMutation(mutation, brand)),
    }),
  })
}

function showCounter({ rule_id, count, recent }: CounterView, time: Time) {
  return { campaignCounterId: rule_id, lifetimeCount: count, recentFirings: recent.map(time) }
}

function showMailing({ template_id, sent_at }: MailingView, brand: Brand, time: Time) {
  const template = brand.document.templates.find(({ id }) => id === template_id)
  return {
    ...(template_id !== null && { mailingListId: template_id }),
    ...(template && { name: template.name }),
    sentDate: time(sent_at),
  }
}

function showOffer(offer: HeldOffer, time: Time) {
  return {
    offerIndex: offer.no,
    ...offer.terms,
    ...(offer.activeAt !== undefined && { activationDate: time(offer.activeAt) }),
    expirationDate: time(offer.expiresAt),
    maxUsageCount: offer.maxUses,
    usageCount: offer.uses,
    ...(offer.customId !== undefined && { customId: offer.customId }),
  }
}

function showBalances(
  card: Card,
  { request, brand }: SearchView,
  now: Instant,
): readonly (BalanceElement & { convertedAmount?: number })[] | Refusal {
  const fields = request.returnFields
  // What tells such parts from others is new in version 2: without it balance that waits would look redeemable.
  const isNew = brand.apiVersion !== 1
  const options = {
    expirations: isNew && (fields?.balanceExpirations ?? false),
    delayed: isNew && (fields?.delayedBalances ?? false),
  }
  const balances = viewBalances(card, brand, now, options)
  const target = request.convertToCurrency
  if (target === undefined) return balances
  const currency = programOf(brand, card)?.currency
  const converted = []
  for (const balance of balances) {
    const isNative = balance.balanceType === 'Currency' && balance.balanceCode === currency
    const amount = isNative ? convertBalance(balance, target, brand) : undefined
    if (typeof amount === 'object') return amount
    converted.push(amount === undefined ? balance : { ...balance, convertedAmount: amount })
  }
  return converted
}

/** Undefined when the amount would have more digits than a JSON number keeps. */
function convertBalance(balance: BalanceElement, target: string, brand: Brand): number | Refusal | undefined {
  const amount = parseDecimal(String(balance.amount))
  if (!amount) return refuse(133)
  const from = balance.balanceCode ?? ''
  const converted = convertAmount(brand, { amount, from, fromScale: balance.scale, to: target })
  if (converted.kind === 'refusal') return converted.code === 133 ? converted : undefined
  return toJsonNumber(converted.amount, converted.scale)
}
