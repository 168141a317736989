import type { Brand } from '../brand/brand.ts'
import { type BalanceElement, viewBalances } from '../card/balance-view.ts'
import type { Card } from '../card/card.ts'
import { isUsable } from '../card/guard.ts'
import type { PinKeeper } from '../card/pin-keeper.ts'
import { date, flag, id, integer, list, model, object, oneOf, text, type Values } from '../contract/field.ts'
import { cardStatuses } from '../kernel/card-status.ts'
import { type Refusal, refuse } from '../kernel/errors.ts'
import { parseDecimal, toJsonNumber } from '../kernel/money.ts'
import { formatDateTime, type Instant } from '../kernel/time.ts'
import { listCardNumbers } from '../store/card-search.sql.ts'
import { findCards } from '../store/card-view.sql.ts'
import { type ActiveCoupon, listActiveCoupons } from '../store/coupon-view.sql.ts'
import type { CardView } from '../store/reader.ts'
import { cardBalance } from './balance-models.ts'
import { checkCardPin } from './check-card-pin.ts'
import { convertAmount } from './conversion.ts'
import { cardCoupon, toCardCoupon } from './coupon-fields.ts'
import { type QueryContext, query } from './operation.ts'

const customDemographicFilter = model('CustomDemographicFilter', 'A value of a custom demographic field.', {
  fieldName: text('The field.').required(),
  textValue: text('Its value.').required(),
})

const customerFilter = (about: string) => id(`${about} Whole, in any case.`)

const searchFilters = model('SearchFilters', 'What cards must match. All filters that are given must hold.', {
  cardNumber: id('The card number.'),
  customCardNumber: id('The custom card number, in any case.').max(64),
  cardSetId: id('The card set.'),
  firstName: customerFilter("The customer's first name."),
  lastName: customerFilter("The customer's last name."),
  email: customerFilter("The customer's e-mail address."),
  phone: customerFilter("The customer's phone number."),
  mobilePhone: customerFilter("The customer's mobile phone number."),
  postal: customerFilter("The customer's postal code."),
  birthday: date("The customer's birthday, yyyy-MM-dd."),
  customDemographics: list('Custom demographic values.', customDemographicFilter).max(20),
})

const returnFlag = (about: string) => flag(about).default(false)

const searchReturnFields = model('SearchReturnFields', 'What to answer of each card.', {
  balances: returnFlag('Its balances.'),
  balanceExpirations: returnFlag('With balances: one element for each expiry.').v2(),
  delayedBalances: returnFlag('With balances: also balance that is not active yet.').v2(),
  activationDate: returnFlag('When it was activated.').v2(),
  customCardNumber: returnFlag('Its custom card number.'),
  isEnrolled: returnFlag('Whether its customer is enrolled.'),
  coupons: returnFlag('Its coupons that can still be used.'),
  metaData: returnFlag('Its program and currencies.').v2(),
  pin: returnFlag('Its pin.').v2().needs('pin'),
})

const cardMetaData = model('CardMetaData', 'Where a card belongs.', {
  programType: text('The type of its program.'),
  programName: text('The name of its program.').required(),
  cardCurrency: text('Its main currency.'),
  baseCurrency: text("The brand's main currency."),
})

const cardModel = model('Card', 'A card; which fields depends on returnFields.', {
  cardNumber: text('The card number.').required(),
  cardSetId: text('Its card set.'),
  customCardNumber: text('Its custom card number.'),
  cardStatus: oneOf('Its status. Only with includeInactive.', cardStatuses),
  activationDate: text('When it was activated, yyyy-MM-dd 00:00:00.').v2(),
  isEnrolled: flag('Whether its customer is enrolled.'),
  balances: list('Its balances.', cardBalance),
  coupons: list('Its coupons that can still be used, the newest first: at most 20.', cardCoupon),
  metaData: object('Its program and currencies.', cardMetaData).v2(),
  pin: text('Its pin.').v2(),
})

const request = {
  filters: object('What cards must match; may be empty.', searchFilters).required(),
  returnFields: object('What to answer of each card.', searchReturnFields),
  includeInactive: flag('Also find cards that are not active.').default(false),
  convertToCurrency: text("Answer balances of a card's main currency also in this currency.").max(3),
  forcePinValidation: flag('Check the pin. Needs a cardNumber filter.').default(false),
  pin: text("The card's pin.").max(20),
  limit: integer('How many cards at the most.').between(1, 100).default(25),
  offset: integer('How many cards to pass over.').between(0, 1000).default(0),
}

type SearchRequest = Values<typeof request>
type FoundCard = Values<typeof cardModel.fields>

export const search = query({
  name: 'search',
  summary: 'Find cards, or look one up.',
  callType: 'SEARCH',
  requestModel: 'SearchRequest',
  responseModel: 'SearchResponse',
  request,
  response: {
    cards: list('The cards.', cardModel).required(),
    usedCache: flag('Always false: balances and people are read fresh.').required(),
  },
  check: ({ filters, forcePinValidation }) =>
    forcePinValidation && filters.cardNumber === undefined
      ? refuse(100, 'filters.cardNumber: is required to check a pin')
      : undefined,
  guardedBy: ({ forcePinValidation }) => (forcePinValidation ? checkCardPin : undefined),
  answer: async (context) => {
    const views = await findMatching(context)
    const coupons = await findCoupons(views, context)
    const cards: FoundCard[] = []
    for (const view of views) {
      const card = toFoundCard(view, { ...context, ...(coupons && { coupons: coupons.get(view.card.id) ?? [] }) })
      if ('kind' in card) return card
      cards.push(card)
    }
    const only = views.length === 1 ? views[0] : undefined
    return { kind: 'answer', response: { cards, usedCache: false }, ...(only && { cardId: only.card.id }) }
  },
})

async function findMatching({ request, brand, reader }: QueryContext<SearchRequest>): Promise<CardView[]> {
  const { cardNumber, customCardNumber, cardSetId, ...people } = request.filters
  // Cards have no customers yet, so a filter on one matches none.
  if (Object.keys(people).length > 0) return []
  if (cardNumber !== undefined) {
    const found = await reader.findCard(brand.id, cardNumber)
    return found && request.offset === 0 && matches(found, request) ? [found] : []
  }
  if (cardSetId !== undefined && !brand.cardSets.has(cardSetId)) return []
  const { includeInactive, limit, offset } = request
  const page = {
    includeInactive,
    limit,
    offset,
    ...(customCardNumber && { customCardNumber }),
    ...(cardSetId && { cardSetId }),
  }
  const numbers = await listCardNumbers(reader, brand.id, page)
  const views = new Map((await findCards(reader, brand.id, numbers)).map((view) => [view.card.number, view]))
  return numbers.flatMap((number) => views.get(number) ?? []).filter((view) => matches(view, request))
}

function matches({ card, now }: CardView, { filters, includeInactive }: SearchRequest): boolean {
  if (!includeInactive && !isUsable(card, now)) return false
  if (filters.cardSetId !== undefined && card.setId !== filters.cardSetId) return false
  const custom = filters.customCardNumber
  return custom === undefined || card.customNumber?.toLowerCase() === custom.toLowerCase()
}

function findCoupons(views: readonly CardView[], { request, brand, reader }: QueryContext<SearchRequest>) {
  const cards = views.map(({ card }) => card.id)
  return request.returnFields?.coupons ? listActiveCoupons(reader, brand.id, cards) : undefined
}

interface Shown {
  readonly request: SearchRequest
  readonly brand: Brand
  readonly pins: PinKeeper
  /** The card's coupons, if they were asked for. */
  readonly coupons?: readonly ActiveCoupon[]
}

function toFoundCard({ card, now }: CardView, { request, brand, pins, coupons }: Shown): FoundCard | Refusal {
  const fields = request.returnFields
  const program = brand.cardSets.get(card.setId)
  const balances = fields?.balances ? showBalances(card, { request, brand, pins }, now) : undefined
  if (balances && 'kind' in balances) return balances
  return {
    cardNumber: card.number,
    cardSetId: card.setId,
    ...(fields?.customCardNumber && card.customNumber !== undefined && { customCardNumber: card.customNumber }),
    ...(request.includeInactive && { cardStatus: shownStatus(card, now) }),
    ...(fields?.activationDate &&
      card.activatedAt !== undefined && { activationDate: showDay(card.activatedAt, brand) }),
    ...(fields?.isEnrolled && { isEnrolled: false }),
    ...(balances && { balances }),
    ...(coupons && { coupons: coupons.map((coupon) => toCardCoupon(coupon, brand.interfaceTimeZone)) }),
    ...(fields?.metaData && program && { metaData: showProgram(program, brand) }),
    ...(fields?.pin && card.pin && { pin: pins.open(brand.id, card.number, card.pin) }),
  }
}

/** A card past its expiry is expired, whether or not that was booked. */
function shownStatus(card: Card, now: Instant): Card['status'] {
  const active = card.status === 'Activated' || card.status === 'Demo'
  return active && !isUsable(card, now) ? 'Expired' : card.status
}

const showDay = (instant: Instant, brand: Brand) =>
  `${formatDateTime(instant, brand.interfaceTimeZone).slice(0, 10)} 00:00:00`

function showProgram({ type, name, currency }: { type: string; name: string; currency: string }, brand: Brand) {
  return { programType: type, programName: name, cardCurrency: currency, baseCurrency: brand.currency }
}

function showBalances(
  card: Card,
  { request, brand }: Shown,
  now: Instant,
): readonly (BalanceElement & { convertedAmount?: number })[] | Refusal {
  const fields = request.returnFields
  const options = { expirations: fields?.balanceExpirations ?? false, delayed: fields?.delayedBalances ?? false }
  const balances = viewBalances(card, brand, now, options)
  const target = request.convertToCurrency
  if (target === undefined) return balances
  const currency = brand.cardSets.get(card.setId)?.currency
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
