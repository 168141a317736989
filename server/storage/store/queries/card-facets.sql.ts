import type { CheckoutContent } from '../../../domain/checkout/record.ts'
import { plainArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, CardId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

/** Cards are few where these are read: a page of a search. */
type Cards = readonly CardId[]

export interface EventView {
  readonly card_id: CardId
  readonly happened_at: Instant
  readonly event_type: string
  readonly category_id: string
  readonly specific_id: string | null
  readonly payload: string | null
  readonly properties: Readonly<Record<string, string>> | null
}

/** The events of cards and of those whose heirs they are, the newest first: at most 100 of each. */
export function listEvents(db: Sql, brand: BrandId, cards: Cards): Promise<EventView[]> {
  return db.rows<EventView>`
    select newest.*
    from unnest(${plainArray(cards)}::bigint[]) as wanted (card_id)
    cross join lateral (
      select wanted.card_id, happened_at, event_type, category_id, specific_id, payload, properties
      from event
      where event.brand_id = ${brand} and (event.card_id = wanted.card_id or event.card_id in (
        select card_id from card_heir where brand_id = ${brand} and heir_id = wanted.card_id))
      order by happened_at desc, request_ref desc, line desc
      limit 100) as newest`
}

/** The cards whose last event of the two kinds says that messages come back; a bounce of no channel is one of e-mail. */
export async function listBounced(
  db: Sql,
  brand: BrandId,
  cards: Cards,
  channel: 'email' | 'mms',
): Promise<ReadonlySet<CardId>> {
  const isMms = channel === 'mms'
  const rows = await db.rows<{ card_id: CardId }>`
    select last.card_id
    from unnest(${plainArray(cards)}::bigint[]) as wanted (card_id)
    cross join lateral (
      select card_id, event_type
      from event
      where event.brand_id = ${brand} and event.card_id = wanted.card_id and event_type in ('BOUNCED', 'UNBOUNCED')
        and (lower(category_id) in ('mms', 'sms', 'phone')) = ${isMms}
      order by happened_at desc, request_ref desc, line desc
      limit 1) as last
    where last.event_type = 'BOUNCED'`
  return new Set(rows.map((row) => row.card_id))
}

export interface CheckoutView {
  readonly card_id: CardId
  readonly request_ref: RequestRef
  readonly kind: 'sale' | 'return'
  readonly shown_at: Instant
  readonly location_id: string
  readonly currency: string
  readonly scale: number
  readonly total: number
  readonly content: CheckoutContent
  readonly external_transaction_id: string | null
}

/** The checkouts and returns of cards that were not voided, the newest first: at most 20 of each; of a root its children's too, and those of cards whose heir it is. */
export function listCardCheckouts(db: Sql, brand: BrandId, cards: Cards): Promise<CheckoutView[]> {
  return db.rows<CheckoutView>`
    select wanted.card_id, newest.request_ref, kind, coalesce(custom_date, newest.happened_at) as shown_at,
      newest.location_id, currency, scale, total, content, external_transaction_id
    from unnest(${plainArray(cards)}::bigint[]) as wanted (card_id)
    cross join lateral (
      select array(select card_id from card_heir where brand_id = ${brand} and heir_id = wanted.card_id) as former
      ) as holder
    cross join lateral (
      select request_ref, kind, happened_at, location_id, currency, scale, total, content
      from checkout
      where checkout.brand_id = ${brand} and (checkout.card_id = wanted.card_id or checkout.child_id = wanted.card_id
          or checkout.card_id = any(holder.former) or checkout.child_id = any(holder.former))
        and kind in ('sale', 'return') and not is_voided
      order by happened_at desc, request_ref desc
      limit 20) as newest
    join request on request.brand_id = ${brand} and request.request_ref = newest.request_ref
    order by wanted.card_id, newest.happened_at desc, newest.request_ref desc`
}

export interface CounterView {
  readonly card_id: CardId
  readonly rule_id: string
  readonly count: number
  readonly recent: readonly Instant[]
}

/** How often each rule fired for cards and for those whose heirs they are, and when it did the last ten times, in milliseconds. */
export function listCounters(db: Sql, brand: BrandId, cards: Cards): Promise<CounterView[]> {
  return db.rows<CounterView>`
    select holder_id as card_id, rule_id, count(*) as count,
      (array_agg((extract(epoch from happened_at) * 1000)::float8 order by happened_at desc))[1:10] as recent
    from (
      select unnest(${plainArray(cards)}::bigint[]) as holder_id, unnest(${plainArray(cards)}::bigint[]) as card_id
      union all
      select heir_id, card_id from card_heir where brand_id = ${brand} and heir_id = any(${plainArray(cards)}::bigint[])
      ) as holder
    join rule_firing on rule_firing.brand_id = ${brand} and rule_firing.card_id = holder.card_id
    where until is null or until > clock_timestamp()
    group by holder_id, rule_id
    order by holder_id, rule_id`
}

export interface MailingView {
  readonly card_id: CardId
  readonly template_id: string | null
  readonly rule_id: string | null
  readonly sent_at: Instant
}

/** Mails and text messages that were sent to cards, the newest first: at most 20 of each. */
export function listMailings(db: Sql, brand: BrandId, cards: Cards): Promise<MailingView[]> {
  return db.rows<MailingView>`
    select newest.*
    from unnest(${plainArray(cards)}::bigint[]) as wanted (card_id)
    cross join lateral (
      select card_id, template_id, rule_id, coalesce(sent_at, created_at) as sent_at
      from message
      where message.brand_id = ${brand} and message.card_id = wanted.card_id and state = 'sent'
        and channel in ('email', 'sms')
      order by 4 desc
      limit 20) as newest`
}
