import { textArray } from '../../../ground/database/arrays.ts'
import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import { type BrandId, type CardId, uuidFloor } from '../../../ground/kernel/ids.ts'
import type { Minor } from '../../../ground/kernel/money.ts'
import { day, type Instant } from '../../../ground/kernel/time.ts'

/** Every rule that has fired, by going from one to the next in the index: there are few, and many firings of each. */
export async function listFiredRules(db: Sql, brand: BrandId): Promise<readonly string[]> {
  const rows = await db.rows<{ rule_id: string }>`
    with recursive known (rule_id) as (
      (select rule_id from rule_firing where brand_id = ${brand} order by rule_id limit 1)
      union all
      select (
        select next.rule_id from rule_firing as next
        where next.brand_id = ${brand} and next.rule_id > known.rule_id
        order by next.rule_id limit 1)
      from known
      where known.rule_id is not null)
    select rule_id from known where rule_id is not null`
  return rows.map(({ rule_id }) => rule_id)
}

/** Rules, and when they fired: from the first moment to before the second. */
export interface FiredIn {
  readonly rules: readonly string[]
  readonly from?: Instant | undefined
  readonly until?: Instant | undefined
}

/**
 * The references of the calls that may be meant, so that no others are read: they begin with when a call came in, by its server's
 * clock, which may be a day off. A firing of a locked setup is that of the call that completed it, up to a day later.
 */
const refsOf = ({ from, until }: Pick<FiredIn, 'from' | 'until'>) => ({
  first: from === undefined ? firstRef : uuidFloor(Math.min(Math.max(from - day, 0), lastInstant)),
  after: until === undefined ? lastRef : uuidFloor(Math.min(until + 2 * day, lastInstant)),
})

const firstRef = '00000000-0000-0000-0000-000000000000'
const lastRef = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
/** What 48 bits can tell. */
const lastInstant = 2 ** 48 - 1

/** How often these rules fired, counted up to a limit: it is asked before anything is joined or grouped. */
export async function countFirings(
  db: Sql,
  brand: BrandId,
  { rules, from, until }: FiredIn,
  limit: number,
): Promise<number> {
  const { first, after } = refsOf({ from, until })
  const [row] = await db.rows<{ count: number }>`
    select count(*) as count
    from (
      select 1
      from unnest(${textArray(rules)}::text[]) as wanted (rule_id)
      cross join lateral (
        select 1
        from rule_firing
        where brand_id = ${brand} and rule_firing.rule_id = wanted.rule_id
          and request_ref >= ${first}::uuid and request_ref < ${after}::uuid and until is null
          and (${toTimestamp(from)}::timestamptz is null or happened_at >= ${toTimestamp(from)}::timestamptz)
          and (${toTimestamp(until)}::timestamptz is null or happened_at < ${toTimestamp(until)}::timestamptz)
        limit ${limit}) as fired
      limit ${limit}) as counted`
  return row?.count ?? 0
}

export interface TouchedRow {
  readonly card_id: CardId
  readonly times: number
  readonly first_at: Instant
  readonly last_at: Instant
}

/** The cards in whose calls these rules gave something that stands, as they are now: of a transferred one, its heir. */
export function listTouchedCards(
  db: Sql,
  brand: BrandId,
  { rules, from, until }: FiredIn,
  limit: number,
): Promise<TouchedRow[]> {
  const { first, after } = refsOf({ from, until })
  return db.rows<TouchedRow>`
    with fired as materialized (
      select each.rule_id, each.request_ref, each.card_id, each.happened_at
      from unnest(${textArray(rules)}::text[]) as wanted (rule_id)
      cross join lateral (
        select rule_id, request_ref, card_id, happened_at
        from rule_firing
        where brand_id = ${brand} and rule_firing.rule_id = wanted.rule_id
          and request_ref >= ${first}::uuid and request_ref < ${after}::uuid and until is null
          and (${toTimestamp(from)}::timestamptz is null or happened_at >= ${toTimestamp(from)}::timestamptz)
          and (${toTimestamp(until)}::timestamptz is null or happened_at < ${toTimestamp(until)}::timestamptz)
        offset 0) as each)
    select coalesce(heir.heir_id, fired.card_id) as card_id, count(distinct fired.request_ref) as times,
      min(fired.happened_at) as first_at, max(fired.happened_at) as last_at
    from fired
    left join card_heir as heir on heir.brand_id = ${brand} and heir.card_id = fired.card_id
    where fired.card_id is not null
      and not exists (
        select from request
        where request.brand_id = ${brand} and request.request_ref = fired.request_ref
          and request.detail -> 'effects' -> 'idle' ? fired.rule_id)
    group by coalesce(heir.heir_id, fired.card_id)
    order by max(fired.happened_at) desc, coalesce(heir.heir_id, fired.card_id)
    limit ${limit}`
}

export interface GivenLotRow {
  readonly card_id: CardId
  readonly lot_no: number
  readonly value_type_id: number
  readonly given: Minor
  /** What is neither spent nor held of it. */
  readonly free: Minor
  readonly expires_at: Instant | null
  readonly at: Instant
}

/** What these rules gave in calls that stand, and what is left of it, on the card that has it now and in its smallest unit. */
export function listGivenLots(
  db: Sql,
  brand: BrandId,
  { rules, from, until }: FiredIn,
  limit: number,
): Promise<GivenLotRow[]> {
  const { first, after } = refsOf({ from, until })
  return db.rows<GivenLotRow>`
    with fired as materialized (
      select each.rule_id, each.request_ref, each.card_id, each.happened_at
      from unnest(${textArray(rules)}::text[]) as wanted (rule_id)
      cross join lateral (
        select rule_id, request_ref, card_id, happened_at
        from rule_firing
        where brand_id = ${brand} and rule_firing.rule_id = wanted.rule_id
          and request_ref >= ${first}::uuid and request_ref < ${after}::uuid and until is null
          and (${toTimestamp(from)}::timestamptz is null or happened_at >= ${toTimestamp(from)}::timestamptz)
          and (${toTimestamp(until)}::timestamptz is null or happened_at < ${toTimestamp(until)}::timestamptz)
        offset 0) as each)
    select coalesce(moved.card_id, heir.heir_id, own.card_id) as card_id, coalesce(moved.lot_no, own.lot_no) as lot_no,
      coalesce(moved.value_type_id, own.value_type_id) as value_type_id,
      trunc(given.amount * power(10::numeric, coalesce(other_type.scale, own_type.scale) - own_type.scale))::bigint as given,
      coalesce(moved.amount - moved.held, own.amount - own.held) as free,
      coalesce(moved.expires_at, own.expires_at) as expires_at, fired.happened_at as at
    from fired
    join ledger as given on given.brand_id = ${brand} and given.request_ref = fired.request_ref
      and given.origin ->> 'rule' = fired.rule_id and given.kind = 'Campaign' and given.amount > 0
      and given.issuance_index is not null
    join lot as own on own.brand_id = ${brand} and own.card_id = given.card_id and own.lot_no = given.lot_no
    left join card_heir as heir on heir.brand_id = ${brand} and heir.card_id = own.card_id
    left join lateral (
      select lot.card_id, lot.lot_no, lot.value_type_id, lot.amount, lot.held, lot.expires_at
      from lot
      where lot.brand_id = ${brand} and lot.card_id = heir.heir_id and lot.from_card = given.card_id
        and lot.from_lot = given.lot_no
      order by lot.is_open desc, lot.lot_no desc
      limit 1) as moved on true
    join value_type as own_type on own_type.brand_id = ${brand} and own_type.value_type_id = given.value_type_id
    left join value_type as other_type on other_type.brand_id = ${brand} and other_type.value_type_id = moved.value_type_id
    limit ${limit}`
}
