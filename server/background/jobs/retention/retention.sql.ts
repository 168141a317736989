import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'

const monthsAhead = 3

/** Creates the partitions of the coming months, so that a server can run for years. */
export async function makePartitions(db: Sql): Promise<void> {
  await db.rows`
    select make_partitions('request', ${monthsAhead}), make_partitions('ledger', ${monthsAhead}),
      make_partitions('checkout', ${monthsAhead}), make_partitions('notice', ${monthsAhead})`
}

/** Drops old months of requests that nothing refers to. Returns for each old month whether it was dropped. */
export function dropRequestMonths(db: Sql, months: number): Promise<{ month: string; dropped: boolean }[]> {
  return db.rows<{ month: string; dropped: boolean }>`select month, dropped from drop_partitions('request', ${months})`
}

/** Drops old months of notices; returns how many months. */
export async function dropNoticeMonths(db: Sql, months: number): Promise<number> {
  const [row] = await db.rows<{ dropped: number }>`select drop_notices(${months}) as dropped`
  return row?.dropped ?? 0
}

/** Deletes some deliveries of notices that are about to be dropped; returns how many. */
export function deleteOldDeliveries(
  db: Sql,
  brand: BrandId,
  { months, limit }: { readonly months: number; readonly limit: number },
): Promise<number> {
  return db.affected`
    delete from notice_delivery
    where brand_id = ${brand} and (webhook_id, position) in (
      select webhook_id, position
      from notice_delivery
      where brand_id = ${brand}
        and request_ref < uuid_floor(date_trunc('month', now() - make_interval(months => ${months}), 'UTC'))
      order by webhook_id, position
      limit ${limit})`
}

/**
 * Takes pins out of some requests for approval, where earlier versions kept them. One that waits and was to set a pin cannot do
 * so without it: it is declined. Returns how many there were.
 */
export function clearWaitingPins(db: Sql, brand: BrandId, limit: number): Promise<number> {
  return db.affected`
    update approval
    set request = (request::jsonb - array['pin', 'newPin', 'updatedPin'])::text,
      state = case when found.is_void then 'declined' else state end,
      decided_by = case when found.is_void then 'purser' else decided_by end,
      decided_at = case when found.is_void then clock.at else decided_at end,
      decision_text = case when found.is_void then 'A pin cannot wait for somebody. Ask again without it.'
        else decision_text end
    from (select now() as at) as clock, (
      select approval_id as id, state = 'waiting' and request::jsonb ?| array['newPin', 'updatedPin'] as is_void
      from approval
      where brand_id = ${brand} and request::jsonb ?| array['pin', 'newPin', 'updatedPin']
      limit ${limit}) as found
    where brand_id = ${brand} and approval_id = found.id`
}

interface Trimmed {
  readonly looked: number
  /** The last request that was looked at. */
  readonly last: string | null
}

/**
 * Removes from old requests what is kept only for display: traces, unknown fields, free texts. What a void or `verify`
 * still needs stays: the effects of rules, transfers and former statuses.
 */
export async function trimRequests(
  db: Sql,
  brand: BrandId,
  range: { readonly after: string; readonly before: string; readonly limit: number },
): Promise<Trimmed> {
  const [row] = await db.rows<Trimmed>`
    with slice as (
      select request_ref
      from request
      where brand_id = ${brand} and request_ref > ${range.after}::uuid and request_ref < ${range.before}::uuid
      order by request_ref
      limit ${range.limit}),
    trimmed as (
      update request
      set trace = null, detail = nullif(detail - array['merchantName', 'balanceReference', 'customMutationType',
        'suspensionReason', 'orderTotal', 'customKeyValues', 'unknownFields',
        'personChanges'], '{}'::jsonb)
      from slice
      where request.brand_id = ${brand} and request.request_ref = slice.request_ref
        and (trace is not null or detail is not null))
    select count(*) as looked, (array_agg(request_ref order by request_ref desc))[1]::text as last from slice`
  return row ?? { looked: 0, last: null }
}

/** How long what was spent of a budget is kept after its period: for whoever looks back, and for late returns. */
const budgetDays = 60

/** Forgets budgets of periods that ended long ago. */
export async function deleteOldBudgets(db: Sql, brand: BrandId): Promise<number> {
  return db.affected`
    delete from budget_stripe
    where brand_id = ${brand} and ends_at < now() - make_interval(days => ${budgetDays})`
}

/** Deletes some uses of budgets that nothing counts any more; returns how many. */
export function deleteOldBudgetUses(db: Sql, brand: BrandId, limit: number): Promise<number> {
  return db.affected`
    delete from budget_use
    where brand_id = ${brand} and (request_ref, line) in (
      select request_ref, line
      from budget_use
      where brand_id = ${brand} and request_ref < uuid_floor(now() - make_interval(days => ${budgetDays}))
        and (state = 2 or not exists (
          select from budget_stripe
          where budget_stripe.brand_id = ${brand} and budget_stripe.counter = budget_use.counter
            and budget_stripe.period = budget_use.period))
      limit ${limit})`
}
