import { type Sql, toTimestamp } from '../../ground/database/connection.ts'
import { type Fragment, nothing, runFragment, sql } from '../../ground/database/fragment.ts'
import { type BrandId, uuidFloor } from '../../ground/kernel/ids.ts'
import type { ExportRow } from './column.ts'
import type { ExportPeriod } from './period.ts'
import type { SourceName } from './source.ts'

/** Rows of one part, the next after a row that is known. */
export interface PageQuery {
  readonly brand: BrandId
  readonly period: ExportPeriod
  /** Of a part by cards: from this one on, up to but without the other. */
  readonly cards?: { readonly from: number; readonly until: number }
  readonly after: ExportRow | undefined
  readonly limit: number
  readonly withPersons: boolean
}

/** One page of a part, in the order of its key. A page is a short statement of its own: tills never wait for an export. */
export function listPage(db: Sql, source: SourceName, query: PageQuery): Promise<ExportRow[]> {
  return runFragment<ExportRow>(db, statements[source](query))
}

const statements: Readonly<Record<SourceName, (query: PageQuery) => Fragment>> = {
  ledger: (query) => sql`
    select one.*${numbers(query, sql`, number.card_number`)}
    from reporting.ledger as one
    ${numbers(query, ofCard(query))}
    where one.brand_id = ${query.brand} and ${inPeriod(query)} and (one.request_ref, one.line) > (${afterRef(query)}::uuid, ${afterPlace(query, 'line')}::integer)
    order by one.request_ref, one.line
    limit ${query.limit}`,
  requests: (query) => sql`
    select one.*${numbers(query, sql`, number.card_number, kept.external_transaction_id, kept.note`)}
    from reporting.requests as one
    ${numbers(query, ofCard(query))}
    ${numbers(query, sql`join request as kept on kept.brand_id = ${query.brand} and kept.request_ref = one.request_ref`)}
    where one.brand_id = ${query.brand} and ${inPeriod(query)} and one.request_ref > ${afterRef(query)}::uuid
    order by one.request_ref
    limit ${query.limit}`,
  checkouts: (query) => sql`
    select one.*${numbers(query, sql`, number.card_number`)}
    from reporting.checkouts as one
    ${numbers(query, ofCard(query))}
    where one.brand_id = ${query.brand} and ${inPeriod(query)} and one.request_ref > ${afterRef(query)}::uuid
    order by one.request_ref
    limit ${query.limit}`,
  lines: (query) => sql`
    select one.*${numbers(query, sql`, number.card_number`)}
    from reporting.checkout_lines as one
    ${numbers(query, ofCard(query))}
    where one.brand_id = ${query.brand} and ${inPeriod(query)} and (one.request_ref, one.line) > (${afterRef(query)}::uuid, ${afterPlace(query, 'line')}::integer)
    order by one.request_ref, one.line
    limit ${query.limit}`,
  discounts: (query) => sql`
    select one.*${numbers(query, sql`, number.card_number`)}
    from reporting.discounts as one
    ${numbers(query, ofCard(query))}
    where one.brand_id = ${query.brand} and ${inPeriod(query)} and (one.request_ref, one.position) > (${afterRef(query)}::uuid, ${afterPlace(query, 'position')}::integer)
    order by one.request_ref, one.position
    limit ${query.limit}`,
  payments: (query) => sql`
    select one.*${numbers(query, sql`, number.card_number`)}
    from reporting.payments as one
    ${numbers(query, ofCard(query))}
    where one.brand_id = ${query.brand} and ${inPeriod(query)} and (one.request_ref, one.position) > (${afterRef(query)}::uuid, ${afterPlace(query, 'position')}::integer)
    order by one.request_ref, one.position
    limit ${query.limit}`,
  events: (query) => sql`
    select one.*${numbers(query, sql`, number.card_number`)}
    from reporting.events as one
    ${numbers(query, ofCard(query))}
    where one.brand_id = ${query.brand} and ${inPeriod(query)} and (one.request_ref, one.line) > (${afterRef(query)}::uuid, ${afterPlace(query, 'line')}::integer)
    order by one.request_ref, one.line
    limit ${query.limit}`,
  balances: (query) => sql`
    select one.*${numbers(query, sql`, number.card_number`)}
    from reporting.balances as one
    ${ofCard(query)}
    where one.brand_id = ${query.brand} and ${ofCards(query)} and (one.card_id, one.value_type_id, one.bucket)
        > (${lastCard(query)}::bigint, ${lastType(query)}::integer, ${lastBucket(query)}::text)
    order by one.card_id, one.value_type_id, one.bucket
    limit ${query.limit}`,
  tiers: (query) => sql`
    select one.*${numbers(query, sql`, number.card_number`)}
    from reporting.tiers as one
    ${ofCard(query)}
    where one.brand_id = ${query.brand} and ${ofCards(query)} and one.card_id > ${lastCard(query)}::bigint
    order by one.card_id
    limit ${query.limit}`,
  'tier-changes': (query) => sql`
    select one.*${numbers(query, sql`, number.card_number`)}
    from reporting.tier_changes as one
    ${ofCard(query)}
    where one.brand_id = ${query.brand} and ${ofCards(query)}
      and (one.card_id, one.seq) > (${lastCard(query)}::bigint, ${lastSeq(query)}::integer)
    order by one.card_id, one.seq
    limit ${query.limit}`,
  // The view has no numbers of coupons, which pages need: the columns are the same.
  coupons: (query) => sql`
    select one.brand_id, coupon_set_id, promotion_id, one.card_id, one.origin, one.created_at, allocated_at, allocated_by,
      one.expires_at, used_at, used_by, reserved_until, disabled, array_to_string(tags, ',') as tags,
      one.coupon_id${numbers(query, sql`, number.card_number`)}
    from coupon as one
    ${ofCard(query)}
    where one.brand_id = ${query.brand} and ${ofCards(query)} and one.card_id >= ${query.cards?.from ?? 0}::bigint
      and (one.card_id, one.coupon_id) > (${lastCard(query)}::bigint, ${lastCoupon(query)}::text)
    order by one.card_id, one.coupon_id
    limit ${query.limit}`,
  // Firings lie by rule: the rules are gone through one by one, each from the first of the period on, until a page is full.
  firings: (query) => sql`
    with recursive fired (rule_id, before) as (
      (select rule_id, 0::bigint from rule_firing where brand_id = ${query.brand} and rule_id >= ${lastRule(query)}::text
        order by rule_id limit 1)
      union all
      select (select rule_id from rule_firing where brand_id = ${query.brand} and rule_id > fired.rule_id
        order by rule_id limit 1),
        fired.before + (
          select count(*)
          from (
            select from rule_firing as own
            where own.brand_id = ${query.brand} and own.rule_id = fired.rule_id and ${firedNext(query)}
            limit ${query.limit}) as counted)
      from fired
      where fired.rule_id is not null and fired.before < ${query.limit})
    select one.*${numbers(query, sql`, number.card_number`)}
    from fired
    cross join lateral (
      select * from reporting.firings as own
      where own.brand_id = ${query.brand} and own.rule_id = fired.rule_id and ${firedNext(query)}
      order by own.request_ref
      limit ${query.limit}) as one
    ${numbers(query, ofCard(query))}
    where one.brand_id = ${query.brand} and fired.before < ${query.limit}
    order by one.rule_id, one.request_ref
    limit ${query.limit}`,
  customers: (query) => sql`
    select one.*${numbers(query, person)}
    from reporting.customers as one
    ${numbers(query, ofCard(query))}
    ${numbers(query, sql`left join account on account.brand_id = ${query.brand} and account.card_id = one.card_id`)}
    where one.brand_id = ${query.brand} and one.card_id > ${lastCard(query)}::bigint
      and one.card_id < ${query.cards?.until ?? 0}::bigint
      and one.activated_at >= ${toTimestamp(query.period.from)}::timestamptz
      and one.activated_at < ${toTimestamp(query.period.until)}::timestamptz
    order by one.card_id
    limit ${query.limit}`,
}

const numbers = ({ withPersons }: PageQuery, part: Fragment): Fragment => (withPersons ? part : nothing)

const ofCard = ({ brand }: PageQuery): Fragment =>
  sql`left join card as number on number.brand_id = ${brand} and number.card_id = one.card_id`

const person = sql`, number.card_number, number.custom_card_number, account.customer ->> 'firstName' as first_name,
      account.customer ->> 'lastName' as last_name, account.customer ->> 'email' as email,
      coalesce(account.customer ->> 'mobilePhone', account.customer ->> 'phone') as phone,
      account.customer ->> 'birthday' as birthday, account.customer, account.demographics`

/** References are in the order of time. The bound from below is the last row, too: partitions are chosen by it. */
const inPeriod = (query: PageQuery): Fragment =>
  sql`one.request_ref >= ${afterRef(query)}::uuid and one.request_ref < ${uuidFloor(query.period.until)}::uuid`

/** Nothing has the place 0, so that the first row of the period comes after it; and no call has the smallest reference. */
const afterRef = ({ after, period }: PageQuery) => String(after?.request_ref ?? uuidFloor(period.from))
const afterPlace = ({ after }: PageQuery, key: string) => Number(after?.[key] ?? 0)
const lastCard = ({ after, cards }: PageQuery) => Number(after?.card_id ?? (cards?.from ?? 0) - 1)

/** Of a row of the same card that was the last; before the first, every type and bucket of its card is yet to come. */
const lastType = ({ after }: PageQuery) => Number(after?.value_type_id ?? 2_147_483_647)
const lastBucket = ({ after }: PageQuery) => String(after?.bucket ?? '')

const lastSeq = ({ after }: PageQuery) => Number(after?.seq ?? 2_147_483_647)
const lastCoupon = ({ after }: PageQuery) => String(after?.coupon_id ?? '')
const lastRule = ({ after }: PageQuery) => String(after?.rule_id ?? '')
const lastRef = ({ after }: PageQuery) => String(after?.request_ref ?? noRef)
const noRef = '00000000-0000-0000-0000-000000000000'

/** Firings of the period that come after the last row. */
const firedNext = (query: PageQuery): Fragment =>
  sql`own.request_ref >= ${uuidFloor(query.period.from)}::uuid and own.request_ref < ${uuidFloor(query.period.until)}::uuid
        and (own.rule_id, own.request_ref) > (${lastRule(query)}::text, ${lastRef(query)}::uuid)`

/** Cards of the part that were given to somebody in the period. */
const ofCards = ({ cards, period }: PageQuery): Fragment =>
  sql`one.card_id < ${cards?.until ?? 0}::bigint and number.activated_at >= ${toTimestamp(period.from)}::timestamptz
      and number.activated_at < ${toTimestamp(period.until)}::timestamptz`

/** The first and the last card of a brand; nothing, if it has none. */
export async function findCardRange(db: Sql, brand: BrandId): Promise<{ first: number; last: number } | undefined> {
  const [row] = await db.rows<{ first: number | null; last: number | null }>`
    select min(card_id) as first, max(card_id) as last from card where brand_id = ${brand}`
  return row && row.first !== null && row.last !== null ? { first: row.first, last: row.last } : undefined
}
