import { channelSubscription } from '../../../../calls/operations/channel/channel-subscription.ts'
import type { Account } from '../../../../domain/account/account.ts'
import type { Brand } from '../../../../domain/brand/brand.ts'
import { programOf } from '../../../../domain/brand/value-types.ts'
import type { Card } from '../../../../domain/card/card.ts'
import { isDelayed, isLotExpired } from '../../../../domain/card/lots.ts'
import type { ConsentSaid } from '../../../../domain/channel/consent-said.ts'
import type { Values } from '../../../../ground/contract/field.ts'
import { defined } from '../../../../ground/kernel/defined.ts'
import { isRefusal } from '../../../../ground/kernel/errors.ts'
import { toJsonNumber } from '../../../../ground/kernel/money.ts'
import type { Instant } from '../../../../ground/kernel/time.ts'
import { listChannels } from '../../../../storage/store/batch/channel.sql.ts'
import { findCallPlaces } from '../../../../storage/store/portal/card-places.sql.ts'
import { listOpenLots } from '../../../../storage/store/portal/card-state.sql.ts'
import { listCouponsNamed } from '../../../../storage/store/portal/find.sql.ts'
import { channelsOf } from '../../../../storage/store/privacy/person.sql.ts'
import { type CardView, findChildren } from '../../../../storage/store/queries/card-view.sql.ts'
import { listCommunication } from '../../../../storage/store/queries/communication.sql.ts'
import { listActiveCoupons } from '../../../../storage/store/queries/coupon-view.sql.ts'
import { findRequest } from '../../../../storage/store/queries/request-view.sql.ts'
import type { BrandVisit } from '../../route.ts'
import type { shownConsent } from './page-models.ts'
import { askQuery, type Looking, readerOf } from './reading.ts'
import { type ShownAmount, showAmount, showBalances, showPlace } from './show.ts'

type Visited = Pick<BrandVisit<unknown>, 'services' | 'brand' | 'standing'>

const lotsMax = 200
const messagesMax = 20
const holdsMax = 20

export async function showLots({ card }: CardView, visit: Visited) {
  const { brand } = visit
  const lots = await listOpenLots(readerOf(visit), brand.id, card.id, lotsMax)
  return lots.flatMap((lot) => {
    const type = brand.valueTypes.get(lot.value_type_id)
    if (!type) return []
    return [
      defined({
        ...showAmount(type, lot.amount, lot.bucket),
        held: lot.held > 0 ? toJsonNumber(lot.held, type.scale) : undefined,
        issuedAt: lot.issued_at,
        activeAt: lot.active_at ?? undefined,
        expiresAt: lot.expires_at ?? undefined,
        isReturnRelated: lot.return_related || undefined,
      }),
    ]
  })
}

/** What of the free balance expires, and when: the soonest first. */
export function showExpiries({ card, now }: CardView, brand: Brand): (ShownAmount & { at: Instant })[] {
  const expiring = card.lots.filter(
    (lot) => lot.expiresAt !== undefined && lot.amount > lot.held && !isLotExpired(lot, now) && !isDelayed(lot, now),
  )
  const groups = Map.groupBy(expiring, ({ valueType, bucket, expiresAt }) => `${expiresAt}\0${valueType}\0${bucket}`)
  return [...groups.values()]
    .flatMap((lots) => {
      const [first] = lots
      const type = first && brand.valueTypes.get(first.valueType)
      if (!type || first.expiresAt === undefined) return []
      const free = lots.reduce((sum, { amount, held }) => sum + amount - held, 0)
      return [{ ...showAmount(type, free, first.bucket), at: first.expiresAt }]
    })
    .toSorted((a, b) => a.at - b.at)
    .slice(0, 20)
}

/** What is on hold, by the call that holds it. Of a hold at another location, it is not said where. */
export async function showHolds({ card }: CardView, visit: Visited) {
  const { brand, standing } = visit
  const lots = new Map(card.lots.map((lot) => [lot.no, lot]))
  const groups = Map.groupBy(card.portions, ({ hold, lot }) => {
    const of = lots.get(lot)
    return `${hold}\0${of?.valueType}\0${of?.bucket}`
  })
  const shown = [...groups.values()].slice(0, holdsMax).flatMap((portions) => {
    const [first] = portions
    const lot = first && lots.get(first.lot)
    const type = lot && brand.valueTypes.get(lot.valueType)
    const amount = portions.reduce((sum, portion) => sum + portion.amount, 0)
    return type ? [{ ...showAmount(type, amount, lot.bucket), requestRef: first.hold }] : []
  })
  return Promise.all(
    shown.map(async (hold) => {
      const call = await findRequest(readerOf(visit), brand.id, hold.requestRef)
      const location = call?.shown.locationId
      const isOwn = !standing.locations || (location !== undefined && standing.locations.has(location))
      return defined({ ...hold, at: call?.happenedAt, place: isOwn ? showPlace(location, brand) : undefined })
    }),
  )
}

interface FoundTier {
  readonly name?: string
  readonly rank: number
  readonly missing?: number
  readonly keptUntil?: string
}

/** The level with the way to the next: from where the level before begins to where the next one does. */
export function showTier(tier: FoundTier | undefined, card: Card, brand: Brand) {
  const tiers = programOf(brand, card)?.tiers
  if (!tier || !tiers) return undefined
  const { levels, by } = tiers
  const { name, rank, missing } = tier
  const next = levels[rank]
  const from = Number(levels[rank - 1]?.at ?? 0)
  const way = next ? Number(next.at) - from : 0
  const share = next && missing !== undefined && way > 0 ? Math.min(1, Math.max(0, 1 - missing / way)) : undefined
  const keptUntil = tier.keptUntil === undefined ? undefined : Date.parse(`${tier.keptUntil.replace(' ', 'T')}Z`)
  const currency = by.fact === 'history.spend' ? brand.currency : undefined
  const shownNext = missing === undefined ? undefined : next?.name
  return defined({ name, rank, next: shownNext, missing, currency, share, keptUntil })
}

export async function showCoupons({ card }: CardView, visit: Pick<Looking, 'services' | 'brand'>) {
  const { brand } = visit
  const reader = readerOf(visit)
  const coupons = (await listActiveCoupons(reader, brand.id, [card.id])).get(card.id) ?? []
  const known = await listCouponsNamed(
    reader,
    brand.id,
    coupons.map(({ couponId }) => couponId),
  )
  const sets = new Map(known.map((one) => [one.coupon_id, one.coupon_set_id]))
  return coupons.map(({ couponId, expiresAt }) => {
    const set = sets.get(couponId) ?? ''
    return defined({ couponId, name: brand.couponSets.get(set)?.name ?? set, expiresAt })
  })
}

/** The newest messages; for somebody who is restricted, those that calls at their locations caused. */
export async function showMessages({ card }: CardView, visit: Visited) {
  const { brand, standing } = visit
  const reader = readerOf(visit)
  const rows = await listCommunication(reader, brand.id, card.id, { limit: messagesMax, offset: 0 })
  const places = standing.locations
    ? await findCallPlaces(
        reader,
        brand.id,
        rows.map((row) => row.request_ref),
      )
    : undefined
  const isVisible = (ref: string) => !places || standing.locations?.has(places.get(ref) ?? '')
  const seesPeople = standing.permissions.has('customers.see')
  return rows
    .filter((row) => isVisible(row.request_ref))
    .map((row) =>
      defined({
        requestRef: row.request_ref,
        at: row.created_at,
        channel: row.channel,
        state: row.state,
        reason: row.last_error ?? undefined,
        template: brand.document.templates.find(({ id }) => id === row.template_id)?.name,
        // Subjects greet people by their names.
        subject: seesPeople ? (row.subject ?? undefined) : undefined,
        sentAt: row.sent_at ?? undefined,
      }),
    )
}

export async function showChildren({ card }: CardView, visit: Visited) {
  const children = await findChildren(readerOf(visit), visit.brand.id, [card.id])
  return children.slice(0, 100).map((child) => ({
    cardNumber: child.card.number,
    status: child.card.status,
    balances: showBalances(child, visit.brand),
  }))
}

type Consent = Values<(typeof shownConsent)['fields']>

/** What each address and phone number of the person agreed to. */
export async function showConsents(account: Account, visit: Visited): Promise<Consent[]> {
  const names = channelsOf([account]).slice(0, 10)
  const [shown, kept] = await Promise.all([
    Promise.all(names.map(({ channel, user }) => askQuery(channelSubscription, { channel, channelUser: user }, visit))),
    listChannels(readerOf(visit), visit.brand.id, names),
  ])
  const said = new Map(kept.map((one) => [`${one.channel} ${one.user}`, one.said]))
  return shown.flatMap((one) => {
    if (isRefusal(one)) return []
    const { channel, channelUser, globalOptIn, transactionalOptIn, doubleOptIn, doubleOptInConfirmed } = one
    const isUnconfirmed = doubleOptIn && !doubleOptInConfirmed
    const how = said.get(`${channel} ${channelUser}`)
    return [
      defined({
        channel,
        channelUser,
        globalOptIn,
        transactionalOptIn,
        isUnconfirmed,
        categories: one.categories,
        said: how && showSaid(how, visit.brand),
      }),
    ]
  })
}

function showSaid({ way, at, locationId = '', employeeId, user, key, text }: ConsentSaid, brand: Brand) {
  const employee = brand.locations.get(locationId)?.employees.get(employeeId ?? '')?.name ?? employeeId
  return defined({ way, at, place: showPlace(locationId, brand), employee, user, key, text })
}

/** The brand's own fields, in the order of its file, with what the customer has in them. */
export function showFields({ demographics }: Account, { document }: Brand) {
  return document.demographicFields.map(({ name, type, list, labels = {} }) => ({
    name,
    type,
    isList: list,
    values: (demographics[name] ?? []).map(String),
    choices: Object.entries(labels[document.brand.language] ?? Object.values(labels)[0] ?? {}).map(
      ([value, label]) => ({ value, label }),
    ),
  }))
}
