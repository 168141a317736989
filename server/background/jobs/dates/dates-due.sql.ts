import type { HomeZone } from '../../../domain/campaign/home-zone.ts'
import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import { type Fragment, nothing, runFragment, sql } from '../../../ground/database/fragment.ts'
import type { BrandId, CardId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

export interface DueSearch {
  readonly brand: BrandId
  /** campaignId/ruleId */
  readonly rule: string
  readonly occurrence: string
  /** The day, `yyyy-MM-dd`, that dates must fall on. Later dates are still in the future. */
  readonly day: string
  /** Cards that have expired by then can no longer be used. */
  readonly now: Instant
  /** The cards whose clock it is. Absent: all. */
  readonly homes?: HomeZone['cards'] | undefined
}

/** A card that the search found, whether the rule is due for it, and where to go on after it. */
export interface DateDueCard {
  readonly card_id: CardId
  readonly card_number: string
  /** It is a root card that can be used, and the rule has not been considered for it in this occurrence. */
  readonly is_due: boolean
  /** The instant or reference that the page is ordered by; absent if ordered by card alone. */
  readonly place?: string
}

/** A period of time: `from` is inclusive, `until` exclusive. */
export interface DueTime {
  readonly from: Instant
  readonly until: Instant
}

/** A shorter page is the last one. The statements contain the number itself, because the planner needs to know it. */
export const pageSize = 1000

/** A page of cards in the order of an index. */
interface IndexPage {
  /** Selects card_id and, unless the order is by card alone, place. */
  readonly rows: Fragment
  readonly order: PageOrder
  /** What else must be true of a row for the rule to be due. */
  readonly isMeant?: Fragment
}

interface PageOrder {
  readonly by: Fragment
  readonly shown: Fragment
}

const byCard: PageOrder = { by: sql`page.card_id`, shown: nothing }
const byPlace: PageOrder = { by: sql`page.place, page.card_id`, shown: sql`, page.place::text as place` }
const byReference: PageOrder = { by: sql`page.place`, shown: sql`, page.place::text as place` }

/**
 * Takes a page in the order of an index, starting after the previous page, and only then checks which of its cards are
 * due. That stays fast even if most cards are done. Whether a card is due is checked again under its lock.
 */
function findDue(db: Sql, search: DueSearch, { rows, order, isMeant = sql`true` }: IndexPage): Promise<DateDueCard[]> {
  const { brand, rule, occurrence, now, homes } = search
  return runFragment<DateDueCard>(
    db,
    sql`
    select page.card_id, card_number${order.shown},
      root_id is null and status in ('Activated', 'Demo')
        and (expires_at is null or expires_at > ${toTimestamp(now)}::timestamptz)
        and ${isMeant} and ${isAtHome(homes)} and date_firing.card_id is null as is_due
    from (${rows}) as page
    join card on card.brand_id = ${brand} and card.card_id = page.card_id
    left join date_firing on date_firing.brand_id = ${brand} and date_firing.rule_id = ${rule}
      and date_firing.occurrence = ${occurrence} and date_firing.card_id = page.card_id
    order by ${order.by}`,
  )
}

/** A brand whose places all have its own clock asks nothing about them. */
function isAtHome(homes: DueSearch['homes']): Fragment {
  if (!homes) return sql`true`
  return 'of' in homes
    ? sql`coalesce(owning_location = any(${homes.of}::text[]), false)`
    : sql`coalesce(owning_location <> all(${homes.notOf}::text[]), true)`
}

type After = DateDueCard | undefined

/** All cards. */
export function findAllDue(db: Sql, search: DueSearch, after: After): Promise<DateDueCard[]> {
  const rows = sql`
      select card_id
      from card
      where brand_id = ${search.brand} and card_id > ${after?.card_id ?? 0}
      order by card_id
      limit 1000`
  return findDue(db, search, { rows, order: byCard })
}

/** By the month and day, `MM-dd`, of the customer's birthday. */
export function findBirthdays(db: Sql, search: DueSearch, monthDay: string, after: After): Promise<DateDueCard[]> {
  const rows = sql`
      select card_id
      from account
      where brand_id = ${search.brand} and customer ->> 'birthday' is not null
        and substr(customer ->> 'birthday', 6) = ${monthDay} and card_id > ${after?.card_id ?? 0}
        and customer ->> 'birthday' <= ${search.day} collate "C"
      order by card_id
      limit 1000`
  return findDue(db, search, { rows, order: byCard })
}

/** By the month and day, `MM-dd`, of the customer's anniversary. */
export function findAnniversaries(db: Sql, search: DueSearch, monthDay: string, after: After): Promise<DateDueCard[]> {
  const rows = sql`
      select card_id
      from account
      where brand_id = ${search.brand} and customer ->> 'anniversary' is not null
        and substr(customer ->> 'anniversary', 6) = ${monthDay} and card_id > ${after?.card_id ?? 0}
        and customer ->> 'anniversary' <= ${search.day} collate "C"
      order by card_id
      limit 1000`
  return findDue(db, search, { rows, order: byCard })
}

export interface FieldDay {
  readonly field: string
  readonly monthDay: string
}

/** By the month and day, `MM-dd`, of a date in a demographic field, which is named as in the table of terms. */
export function findFieldDays(
  db: Sql,
  search: DueSearch,
  { field, monthDay }: FieldDay,
  after: After,
): Promise<DateDueCard[]> {
  const rows = sql`
      select card_id
      from account_term
      where brand_id = ${search.brand} and field = ${field} and field like 'demographic:%'
        and term ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' and substr(term, 6) = ${monthDay}
        and card_id > ${after?.card_id ?? 0} and term <= ${search.day}
      order by card_id
      limit 1000`
  return findDue(db, search, { rows, order: byCard })
}

/** Cards that were activated in a span. */
export function findActivated(db: Sql, search: DueSearch, span: DueTime, after: After): Promise<DateDueCard[]> {
  const rows = sql`
      select card_id, activated_at as place
      from card
      where brand_id = ${search.brand} and status in ('Activated', 'Demo') and root_id is null
        and activated_at < ${toTimestamp(span.until)}::timestamptz
        and (activated_at, card_id) > (${after?.place ?? toTimestamp(span.from)}::timestamptz, ${after?.card_id ?? 0})
      order by activated_at, card_id
      limit 1000`
  return findDue(db, search, { rows, order: byPlace })
}

/** Cards whose customer enrolled in a span. */
export function findEnrolled(db: Sql, search: DueSearch, span: DueTime, after: After): Promise<DateDueCard[]> {
  const rows = sql`
      select card_id, enrolled_at as place
      from account
      where brand_id = ${search.brand} and enrolled_at < ${toTimestamp(span.until)}::timestamptz
        and (enrolled_at, card_id) > (${after?.place ?? toTimestamp(span.from)}::timestamptz, ${after?.card_id ?? 0})
      order by enrolled_at, card_id
      limit 1000`
  return findDue(db, search, { rows, order: byPlace })
}

/** Cards with balance that expires in a span. */
export function findExpiring(db: Sql, search: DueSearch, span: DueTime, after: After): Promise<DateDueCard[]> {
  const rows = sql`
      select card_id, expires_at as place
      from lot
      where brand_id = ${search.brand} and is_open and expires_at < ${toTimestamp(span.until)}::timestamptz
        and (expires_at, card_id) > (${after?.place ?? toTimestamp(span.from)}::timestamptz, ${after?.card_id ?? 0})
      order by expires_at, card_id
      limit 1000`
  return findDue(db, search, { rows, order: byPlace })
}

/**
 * Cards whose last sale was in a span. The sales of a transferred card count for the card it was transferred to.
 * References of calls follow the order of time, except for differences between the servers' clocks and the time that a
 * call waits. A margin of two hours covers both amply.
 */
export function findLastSales(db: Sql, search: DueSearch, span: DueTime, after: After): Promise<DateDueCard[]> {
  const { brand } = search
  const [from, until] = [toTimestamp(span.from), toTimestamp(span.until)]
  const rows = sql`
      select coalesce(heir_id, checkout.card_id) as card_id, request_ref as place, happened_at, kind, is_voided,
        fully_returned
      from checkout
      left join card_heir on card_heir.brand_id = ${brand} and card_heir.card_id = checkout.card_id
      where checkout.brand_id = ${brand} and checkout.card_id is not null
        and request_ref > coalesce(${after?.place ?? null}::uuid, uuid_floor(${from}::timestamptz - interval '2 hours'))
        and request_ref < uuid_floor(${until}::timestamptz + interval '2 hours')
      order by request_ref
      limit 1000`
  const isMeant = sql`page.happened_at >= ${from}::timestamptz and page.happened_at < ${until}::timestamptz
        and page.kind = 'sale' and not page.is_voided and not page.fully_returned
        and not exists (
          select from checkout as later
          where later.brand_id = ${brand} and later.card_id = page.card_id and later.happened_at > page.happened_at
            and later.kind = 'sale' and not later.is_voided and not later.fully_returned)`
  return findDue(db, search, { rows, order: byReference, isMeant })
}
