import type { RequestDetail } from '../../../domain/decision/past-request.ts'
import { textArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { type Fragment, joined, nothing, runFragment, sql } from '../../../ground/database/fragment.ts'
import type { CallType } from '../../../ground/kernel/call-type.ts'
import type { BrandId, CardId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

/** What somebody looks for in the record of calls. Absent fields set no limit. */
export interface CallFilter {
  readonly operation?: string | undefined
  /** `refused`: whatever the error was. */
  readonly error?: number | 'refused' | undefined
  readonly location?: string | undefined
  readonly terminal?: string | undefined
  readonly card?: CardId | undefined
  readonly externalId?: string | undefined
  /** Whoever made it in the portal. */
  readonly user?: string | undefined
  /** `portal`: people in the portal. `others`: tills, shops and the server itself. */
  readonly made?: 'portal' | 'others' | undefined
  readonly hasUnknownFields?: boolean | undefined
  /** The only locations whose calls may be seen. */
  readonly places?: readonly string[] | undefined
}

/** Calls from `from` on and before `before`, both as references: they are in the order of time. */
export interface CallStretch {
  readonly from: RequestRef
  readonly before: RequestRef
}

export interface LoggedCall {
  request_ref: RequestRef
  operation: string
  call_type: CallType
  happened_at: Instant
  card_id: CardId | null
  location_id: string | null
  terminal_id: string | null
  employee_id: string | null
  external_transaction_id: string | null
  note: string | null
  error_code: number | null
  voided_by: RequestRef | null
  detail: Pick<RequestDetail, 'user' | 'unknownFields'> | null
}

/** The columns that are shown. Of the details only what is needed: they can be large. */
const columns = sql`request_ref, operation, call_type, happened_at, card_id, location_id, terminal_id, employee_id,
  external_transaction_id, note, error_code, voided_by,
  case when detail is not null then json_strip_nulls(json_build_object(
    'user', detail -> 'user', 'unknownFields', detail -> 'unknownFields')) end as detail`

/** The reference that lies so many calls further back; undefined if there are fewer. */
export async function findStepBack(
  db: Sql,
  brand: BrandId,
  { from, before }: CallStretch,
  count: number,
): Promise<RequestRef | undefined> {
  const [row] = await db.rows<{ request_ref: RequestRef }>`
    select request_ref
    from request
    where brand_id = ${brand} and request_ref >= ${from}::uuid and request_ref < ${before}::uuid
    order by request_ref desc
    offset ${count - 1} limit 1`
  return row?.request_ref
}

/** The calls of a stretch that fit, newest first. Every call of the stretch is looked at. */
export function listCalls(
  db: Sql,
  brand: BrandId,
  filter: CallFilter,
  { from, before, limit }: CallStretch & { readonly limit: number },
): Promise<LoggedCall[]> {
  return runFragment<LoggedCall>(
    db,
    sql`
    select ${columns}
    from request
    where brand_id = ${brand} and request_ref >= ${from}::uuid and request_ref < ${before}::uuid${fitting(filter)}
    order by request_ref desc
    limit ${limit}`,
  )
}

/**
 * The same among the calls of a card's history only, by their own index: however long ago they were. First all of them and
 * then their order, or else the planner would go through all calls in the order of time.
 */
export function listCallsOfCard(
  db: Sql,
  brand: BrandId,
  filter: CallFilter & { readonly card: CardId },
  stretch: CallStretch & { readonly limit: number },
): Promise<LoggedCall[]> {
  const among = sql`card_id = ${filter.card} and card_seq is not null`
  return listAmong(db, brand, among, { ...stretch, filter: { ...filter, card: undefined } })
}

/** The same by what the caller called it, which has an index of its own. */
export function listCallsByExternalId(
  db: Sql,
  brand: BrandId,
  filter: CallFilter & { readonly externalId: string },
  stretch: CallStretch & { readonly limit: number },
): Promise<LoggedCall[]> {
  const among = sql`hashtextextended(external_transaction_id, 0) = hashtextextended(${filter.externalId}, 0)`
  return listAmong(db, brand, among, { ...stretch, filter })
}

/** First all of the few that an index finds, and then their order. */
function listAmong(
  db: Sql,
  brand: BrandId,
  among: Fragment,
  { from, before, limit, filter }: CallStretch & { readonly limit: number; readonly filter: CallFilter },
): Promise<LoggedCall[]> {
  return runFragment<LoggedCall>(
    db,
    sql`
    with fitting as materialized (
      select ${columns}
      from request
      where brand_id = ${brand} and ${among}
        and request_ref >= ${from}::uuid and request_ref < ${before}::uuid${fitting(filter)})
    select * from fitting order by request_ref desc limit ${limit}`,
  )
}

export async function findLoggedCall(
  db: Sql,
  brand: BrandId,
  ref: RequestRef,
  { places }: Pick<CallFilter, 'places'>,
): Promise<LoggedCall | undefined> {
  const [row] = await runFragment<LoggedCall>(
    db,
    sql`select ${columns} from request where brand_id = ${brand} and request_ref = ${ref}::uuid${fitting({ places })}`,
  )
  return row
}

function fitting(filter: CallFilter): Fragment {
  const { operation, error, location, terminal, card, externalId, user, made, hasUnknownFields, places } = filter
  const conditions = [
    operation !== undefined && sql`operation = ${operation}`,
    error === 'refused' && sql`error_code is not null`,
    typeof error === 'number' && sql`error_code = ${error}`,
    location !== undefined && sql`location_id = ${location}`,
    terminal !== undefined && sql`terminal_id = ${terminal}`,
    card !== undefined && sql`(card_id = ${card} or child_id = ${card})`,
    externalId !== undefined && sql`external_transaction_id = ${externalId}`,
    user !== undefined && sql`detail ->> 'user' = ${user}`,
    made === 'portal' && sql`detail -> 'user' is not null`,
    made === 'others' && sql`detail -> 'user' is null`,
    hasUnknownFields === true && sql`detail -> 'unknownFields' is not null`,
    places !== undefined && sql`location_id = any(${textArray(places)}::text[])`,
  ].filter((one) => one !== false)
  return conditions.length === 0 ? nothing : sql` and ${joined(conditions, ' and ')}`
}

/** A card that is no child of another. */
export async function findCardId(db: Sql, brand: BrandId, number: string): Promise<CardId | undefined> {
  const [row] = await db.rows<{ card_id: CardId }>`
    select card_id from card where brand_id = ${brand} and card_number = ${number} and root_id is null`
  return row?.card_id
}
