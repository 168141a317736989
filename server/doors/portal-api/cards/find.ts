import type { Brand } from '../../../domain/brand/brand.ts'
import { integer, list, model, oneOf, text } from '../../../ground/contract/field.ts'
import { callTypes } from '../../../ground/kernel/call-type.ts'
import { codeKey } from '../../../ground/kernel/code-key.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { isUuid } from '../../../ground/kernel/ids.ts'
import { listCardsOfPlaces } from '../../../storage/store/portal/card-places.sql.ts'
import {
  type FoundCall,
  listCallsNamed,
  listCouponsNamed,
  listNumbersBeginning,
  listNumbersByCustom,
  listNumbersByTerms,
} from '../../../storage/store/portal/find.sql.ts'
import { findCards, listMeantNumbers } from '../../../storage/store/queries/card-view.sql.ts'
import { type BrandVisit, brandRoute } from '../route.ts'
import { cardItem } from './parts/models.ts'
import { filterVisible, placesOf } from './parts/own-places.ts'
import { readerOf } from './parts/reading.ts'
import { showCardItems } from './parts/show.ts'
import { type SoughtText, toSought } from './parts/sought.ts'

const foundCall = model('PortalFoundCall', 'A call that was found.', {
  requestRef: text('The call.').required(),
  callType: oneOf('The type of call.', callTypes).required(),
  at: integer('When it happened, in milliseconds since 1970.').required(),
  cardNumber: text('The card.'),
  place: text('Where.'),
})

const foundCoupon = model('PortalFoundCoupon', 'A coupon or a public code that was found.', {
  couponId: text('The coupon or code.').required(),
  set: text("Its set's name.").required(),
  cardNumber: text('The card that has it.'),
  state: oneOf('What became of it.', ['free', 'given', 'used', 'disabled', 'code']).required(),
})

const foundCampaign = model('PortalFoundCampaign', 'A campaign that was found.', {
  id: text('The campaign.').required(),
  name: text('Its name.').required(),
})

type Visited = BrandVisit<{ readonly text: string }>

/** So many of each kind are answered; of cards a few more are looked at where not all of them may be seen. */
const eachMax = 6
const lookedAtMax = 40

export const find = brandRoute({
  name: 'find',
  summary: 'Find cards, people, calls, coupons and campaigns by whatever somebody types.',
  permission: 'cards.see',
  isConfirmed: false,
  reach: 'place',
  request: { text: text('What to look for.').max(200).required() },
  response: {
    cards: list('Cards.', cardItem).required(),
    calls: list('Calls.', foundCall).required(),
    coupons: list('Coupons and codes.', foundCoupon).required(),
    campaigns: list('Campaigns.', foundCampaign).required(),
  },
  run: async (visit) => {
    const sought = toSought(visit.request.text, visit.brand)
    if (sought.text.length < 2) return { cards: [], calls: [], coupons: [], campaigns: [] }
    const [cards, calls, coupons] = await Promise.all([
      findFoundCards(sought, visit),
      findCalls(sought, visit),
      findCoupons(sought, visit),
    ])
    return { cards, calls, coupons, campaigns: findCampaigns(sought, visit) }
  },
})

async function findFoundCards(sought: SoughtText, visit: Visited) {
  const { brand, standing } = visit
  const limit = standing.locations ? lookedAtMax : eachMax
  const reader = readerOf(visit)
  const compact = sought.text.replaceAll(' ', '')
  const found = await Promise.all([
    listMeantNumbers(reader, brand.id, compact, limit),
    ...(sought.beginning ? [listNumbersBeginning(reader, brand.id, sought.beginning, limit)] : []),
    ...(standing.permissions.has('customers.see') ? listByPerson(sought, visit, limit) : []),
  ])
  const numbers = [...new Set(found.flat())].slice(0, lookedAtMax)
  const views = new Map((await findCards(reader, brand.id, numbers)).map((view) => [view.card.number, view]))
  const ordered = numbers.flatMap((number) => views.get(number) ?? [])
  const visible = await filterVisible(ordered, visit)
  return showCardItems(visible.slice(0, eachMax), visit)
}

function listByPerson({ text, phones, email, names }: SoughtText, visit: Visited, limit: number): Promise<string[]>[] {
  const reader = readerOf(visit)
  const by = (fields: readonly string[], one: string, other?: { field: string; text: string }) =>
    listNumbersByTerms(reader, visit.brand.id, { fields, text: one, ...(other && { other }) }, limit)
  const [first = '', second] = names
  return [
    // Many a custom number is somebody's phone number.
    listNumbersByCustom(reader, visit.brand.id, text, limit),
    ...phones.map((phone) => by(['mobilePhone', 'phone'], phone)),
    ...(email === undefined ? [] : [by(['email'], email)]),
    ...(names.length === 1 ? [by(['lastName', 'firstName'], first)] : []),
    ...(second === undefined
      ? []
      : [
          by(['lastName'], second, { field: 'firstName', text: first }),
          by(['lastName'], first, { field: 'firstName', text: second }),
          by(['lastName', 'firstName'], `${first} ${second}`),
        ]),
  ]
}

async function findCalls({ text }: SoughtText, visit: Visited) {
  const { brand, standing } = visit
  const ref = text.toLowerCase()
  const named = { ref: isUuid(ref) ? ref : undefined, externalId: text }
  const calls = await listCallsNamed(readerOf(visit), brand.id, named, eachMax)
  return calls.filter((call) => isOfPlaces(call, standing.locations)).map((call) => showCall(call, brand))
}

const isOfPlaces = ({ location_id }: FoundCall, locations?: ReadonlySet<string>) =>
  !locations || (location_id !== null && locations.has(location_id))

function showCall({ request_ref, call_type, shown_at, card_number, location_id }: FoundCall, brand: Brand) {
  return defined({
    requestRef: request_ref,
    callType: call_type,
    at: shown_at,
    cardNumber: card_number ?? undefined,
    place: location_id === null ? undefined : (brand.locations.get(location_id)?.name ?? location_id),
  })
}

async function findCoupons({ text }: SoughtText, visit: Visited) {
  const { brand, standing } = visit
  if (!standing.permissions.has('coupons.see')) return []
  const code = brand.codes.get(codeKey(text))
  const known = code ? [{ couponId: code.code, set: setName(code.set, brand), state: 'code' as const }] : []
  const coupons = await listCouponsNamed(readerOf(visit), brand.id, [...new Set([text, text.toUpperCase()])])
  const visible = await withVisibleCards(
    coupons.map((one) => one.card_number),
    visit,
  )
  const shown = coupons
    .filter(({ card_number }) => card_number === null || visible.has(card_number))
    .map((one) =>
      defined({
        couponId: one.coupon_id,
        set: setName(one.coupon_set_id, brand),
        cardNumber: one.card_number ?? undefined,
        state: stateOf(one),
      }),
    )
  return [...known, ...shown]
}

const setName = (id: string, { couponSets }: Brand) => couponSets.get(id)?.name ?? id

function stateOf(coupon: { used_at: unknown; disabled: unknown; allocated_at: unknown }) {
  if (coupon.used_at !== null) return 'used'
  if (coupon.disabled !== null) return 'disabled'
  return coupon.allocated_at === null ? 'free' : 'given'
}

/** Of the cards that have coupons, those that the visitor may see. */
async function withVisibleCards(numbers: readonly (string | null)[], visit: Visited): Promise<ReadonlySet<string>> {
  const given = numbers.filter((number) => number !== null)
  const places = placesOf(visit)
  if (!places) return new Set(given)
  const views = await findCards(readerOf(visit), visit.brand.id, given)
  const ids = views.map(({ card }) => card.id)
  const visible = await listCardsOfPlaces(readerOf(visit), visit.brand.id, ids, places)
  return new Set(views.filter(({ card }) => visible.has(card.id)).map(({ card }) => card.number))
}

function findCampaigns({ text }: SoughtText, { brand, standing }: Visited) {
  if (!standing.permissions.has('campaigns.see')) return []
  const lower = text.toLowerCase()
  return brand.document.campaigns
    .filter(({ id, name }) => name.toLowerCase().includes(lower) || id.toLowerCase().includes(lower))
    .slice(0, eachMax)
    .map(({ id, name }) => ({ id, name }))
}
