import type { MarkedThing } from '../../../domain/campaign/needs.ts'
import { instantArray, plainArray, textArray, timeArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { type Fragment, runFragment, sql } from '../../../ground/database/fragment.ts'
import { type BrandId, type CardId, type RequestRef, uuidFloor } from '../../../ground/kernel/ids.ts'
import { day, type Instant } from '../../../ground/kernel/time.ts'

export interface FiringRow {
  /** campaignId/ruleId */
  readonly rule: string
  readonly ref: RequestRef
  readonly cardId?: CardId
  readonly childId?: CardId
  readonly locationId?: string
  readonly terminalId?: string
  readonly employeeId?: string
  readonly code?: string
  readonly customerId?: CardId
  readonly marks?: Readonly<Partial<Record<MarkedThing, string>>>
  readonly happenedAt: Instant
  readonly until?: Instant
}

export function insertFirings(db: Sql, brand: BrandId, firings: readonly FiringRow[]): Promise<unknown> {
  return db.rows`
    insert into rule_firing (brand_id, rule_id, request_ref, card_id, child_id, customer_id, location_id, terminal_id,
      employee_id, code, email_mark, phone_mark, device_mark, happened_at, until)
    values (${brand},
      unnest(${textArray(firings.map((firing) => firing.rule))}::text[]),
      unnest(${plainArray(firings.map((firing) => firing.ref))}::uuid[]),
      unnest(${plainArray(firings.map((firing) => firing.cardId))}::bigint[]),
      unnest(${plainArray(firings.map((firing) => firing.childId))}::bigint[]),
      unnest(${plainArray(firings.map((firing) => firing.customerId))}::bigint[]),
      unnest(${textArray(firings.map((firing) => firing.locationId))}::text[]),
      unnest(${textArray(firings.map((firing) => firing.terminalId))}::text[]),
      unnest(${textArray(firings.map((firing) => firing.employeeId))}::text[]),
      unnest(${textArray(firings.map((firing) => firing.code))}::text[]),
      unnest(${textArray(firings.map(({ marks }) => marks?.email))}::text[]),
      unnest(${textArray(firings.map(({ marks }) => marks?.phone))}::text[]),
      unnest(${textArray(firings.map(({ marks }) => marks?.device))}::text[]),
      unnest(${timeArray(firings.map((firing) => firing.happenedAt))}::timestamptz[]),
      unnest(${timeArray(firings.map((firing) => firing.until))}::timestamptz[]))`
}

/** Takes firings back. */
export function deleteFirings(
  db: Sql,
  brand: BrandId,
  firings: readonly Pick<FiringRow, 'rule' | 'ref'>[],
): Promise<unknown> {
  return db.rows`
    delete from rule_firing
    using unnest(${textArray(firings.map(({ rule }) => rule))}::text[],
      ${plainArray(firings.map(({ ref }) => ref))}::uuid[]) as gone (rule_id, request_ref)
    where rule_firing.brand_id = ${brand} and rule_firing.rule_id = gone.rule_id
      and rule_firing.request_ref = gone.request_ref`
}

/** Makes the firings of locked setups those of the calls that completed them, for good. */
export function confirmFirings(
  db: Sql,
  brand: BrandId,
  completed: readonly { readonly setup: RequestRef; readonly by: RequestRef }[],
): Promise<unknown> {
  return db.rows`
    update rule_firing
    set request_ref = completed.by, until = null
    from unnest(${plainArray(completed.map(({ setup }) => setup))}::uuid[],
      ${plainArray(completed.map(({ by }) => by))}::uuid[]) as completed (setup, by)
    where rule_firing.brand_id = ${brand} and rule_firing.request_ref = completed.setup and until is not null`
}

/** The firings of one rule, since an instant or ever. */
export interface FiringCount {
  readonly rule: string
  readonly since?: Instant | undefined
}

/** What is counted; besides the rule and the time, columns of `wanted` tell which firings are meant. */
interface CountedFirings {
  readonly wanted: readonly FiringCount[]
  readonly now: Instant
  readonly columns: Fragment
  readonly values: Fragment
  readonly which: Fragment
}

/** How often rules fired, in the order in which they are asked for. */
async function countFirings(
  db: Sql,
  brand: BrandId,
  { wanted, now, columns, values, which }: CountedFirings,
): Promise<number[]> {
  const rows = await runFragment<{ count: number }>(
    db,
    sql`
      select (
        select count(*)
        from rule_firing
        where rule_firing.brand_id = ${brand} and rule_firing.rule_id = wanted.rule_id and ${which}
          and happened_at >= coalesce(to_timestamp(wanted.since::float8 / 1000), '-infinity')
          and (until is null or until > to_timestamp(${now}::float8 / 1000))) as count
      from unnest(
        ${textArray(wanted.map(({ rule }) => rule))}::text[],
        ${instantArray(wanted.map(({ since }) => since))}::bigint[],
        ${values})
        with ordinality as wanted (rule_id, since, ${columns}, place)
      order by place`,
  )
  return rows.map((row) => row.count)
}

/** Whether a column has the card that is asked for, or one whose heir that is. */
const isWantedCard = (brand: BrandId, column: Fragment) => sql`(${column} = wanted.card_id or ${column} = any(array(
  select card_id from card_heir where brand_id = ${brand} and heir_id = wanted.card_id)))`

/** How often rules fired for child cards, and for those whose heirs they are. */
export function countChildFirings(
  db: Sql,
  brand: BrandId,
  wanted: readonly (FiringCount & { readonly child: CardId })[],
  now: Instant,
): Promise<number[]> {
  return countFirings(db, brand, {
    wanted,
    now,
    columns: sql`card_id`,
    values: sql`${plainArray(wanted.map(({ child }) => child))}::bigint[]`,
    which: isWantedCard(brand, sql`rule_firing.child_id`),
  })
}

/** How often rules fired for cards, and for those whose heirs they are. */
export function countCardFirings(
  db: Sql,
  brand: BrandId,
  wanted: readonly (FiringCount & { readonly card: CardId })[],
  now: Instant,
): Promise<number[]> {
  return countFirings(db, brand, {
    wanted,
    now,
    columns: sql`card_id`,
    values: sql`${plainArray(wanted.map(({ card }) => card))}::bigint[]`,
    which: isWantedCard(brand, sql`rule_firing.card_id`),
  })
}

/** How often rules fired for customers, whichever of their cards, and for those whose heirs they are. */
export function countCustomerFirings(
  db: Sql,
  brand: BrandId,
  wanted: readonly (FiringCount & { readonly customer: CardId })[],
  now: Instant,
): Promise<number[]> {
  return countFirings(db, brand, {
    wanted,
    now,
    columns: sql`card_id`,
    values: sql`${plainArray(wanted.map(({ customer }) => customer))}::bigint[]`,
    which: isWantedCard(brand, sql`rule_firing.customer_id`),
  })
}

/** How often rules fired for marks of addresses, numbers and devices, under the brand's counter lock. */
export async function countMarkedFirings(
  db: Sql,
  brand: BrandId,
  wanted: readonly (FiringCount & { readonly of: MarkedThing; readonly mark: string })[],
  now: Instant,
): Promise<number[]> {
  const counts = new Map<(typeof wanted)[number], number>()
  for (const [of, some] of Map.groupBy(wanted, (one) => one.of)) {
    const found = await countFirings(db, brand, {
      wanted: some,
      now,
      columns: sql`mark`,
      values: sql`${textArray(some.map(({ mark }) => mark))}::text[]`,
      which: sql`${markColumns[of]} = wanted.mark`,
    })
    for (const [place, one] of some.entries()) counts.set(one, found[place] ?? 0)
  }
  return wanted.map((one) => counts.get(one) ?? 0)
}

const markColumns: Readonly<Record<MarkedThing, Fragment>> = {
  email: sql`rule_firing.email_mark`,
  phone: sql`rule_firing.phone_mark`,
  device: sql`rule_firing.device_mark`,
}

/**
 * How often rules fired in the whole brand. Under the brand's counter lock the answer stays true until the commit. A
 * call's reference begins with when it came in, by its server's clock: so only the firings since the day before are read.
 */
export function countBrandFirings(
  db: Sql,
  brand: BrandId,
  wanted: readonly FiringCount[],
  now: Instant,
): Promise<number[]> {
  return countFirings(db, brand, {
    wanted,
    now,
    columns: sql`since_ref`,
    values: sql`${plainArray(wanted.map(({ since = 0 }) => uuidFloor(Math.max(since - day, 0))))}::uuid[]`,
    which: sql`rule_firing.request_ref >= wanted.since_ref`,
  })
}

/** How often rules fired at locations, of those that count by location, under the brand's counter lock. */
export function countPlaceFirings(
  db: Sql,
  brand: BrandId,
  wanted: readonly (FiringCount & {
    readonly location: string
    readonly terminal?: string
    readonly employee?: string
  })[],
  now: Instant,
): Promise<number[]> {
  return countFirings(db, brand, {
    wanted,
    now,
    columns: sql`location_id, terminal_id, employee_id`,
    values: sql`${textArray(wanted.map(({ location }) => location))}::text[],
      ${textArray(wanted.map(({ terminal }) => terminal))}::text[],
      ${textArray(wanted.map(({ employee }) => employee))}::text[]`,
    which: sql`rule_firing.location_id = wanted.location_id
      and (wanted.terminal_id is null or rule_firing.terminal_id = wanted.terminal_id)
      and (wanted.employee_id is null or rule_firing.employee_id = wanted.employee_id)`,
  })
}

/** How often rules fired for public codes, under the brand's counter lock. */
export function countCodeFirings(
  db: Sql,
  brand: BrandId,
  wanted: readonly (FiringCount & { readonly code: string })[],
  now: Instant,
): Promise<number[]> {
  return countFirings(db, brand, {
    wanted,
    now,
    columns: sql`code`,
    values: sql`${textArray(wanted.map(({ code }) => code))}::text[]`,
    which: sql`rule_firing.code = wanted.code`,
  })
}

/** Makes whoever counts firings that several cards share wait for each other. The last of all locks. */
export async function lockBrandCounter(db: Sql, brand: BrandId): Promise<void> {
  if (await holdsBrandCounter(db, brand)) return
  await db.rows`insert into brand_counter (brand_id) values (${brand}) on conflict do nothing`
  await holdsBrandCounter(db, brand)
}

async function holdsBrandCounter(db: Sql, brand: BrandId): Promise<boolean> {
  const rows = await db.rows`select from brand_counter where brand_id = ${brand} for update`
  return rows.length > 0
}
