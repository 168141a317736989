import type { AuditActor } from '../../domain/audit/entry.ts'
import { type Sql, toTimestamp } from '../../ground/database/connection.ts'
import type { BrandId } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { Saying } from './sayings.ts'

export const errandStates = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const
type ErrandState = (typeof errandStates)[number]

export interface ErrandRow {
  readonly errand_id: string
  /** What whoever asked called it. Not looked for in an input so long that a list of them would take its time. */
  readonly name: string | null
  readonly kind: string
  readonly state: ErrandState
  readonly error: string | null
  readonly error_saying: Saying | null
  readonly asked_at: Instant
  readonly actor_kind: AuditActor['kind']
  readonly actor_name: string
  readonly actor_from: string | null
  readonly actor_employee: string | null
  readonly server: string | null
  readonly attempts: number
  readonly began_at: Instant | null
  readonly cancel_asked_at: Instant | null
  readonly ended_at: Instant | null
  readonly done: number | null
  readonly total: number | null
  readonly progress: string | null
  readonly progress_saying: Saying | null
}

/** What was asked for and what came of it, each as JSON. */
export interface WholeErrandRow extends ErrandRow {
  readonly input: string
  readonly result: string | null
}

export interface NewErrand {
  readonly id: string
  readonly kind: string
  readonly input: string
  readonly actor: AuditActor
}

export async function insertErrand(db: Sql, brand: BrandId, { id, kind, input, actor }: NewErrand): Promise<void> {
  await db.rows`
    insert into errand (brand_id, errand_id, kind, input, state, asked_at, actor_kind, actor_name, actor_from,
      actor_employee, free_at, attempts)
    values (${brand}, ${id}, ${kind}, ${input}, 'waiting', clock_timestamp(), ${actor.kind}, ${actor.name},
      ${actor.from ?? null}, ${actor.employee ?? null}, clock_timestamp(), 0)`
}

/** Those that wait or run. */
export async function countOpenErrands(db: Sql, brand: BrandId): Promise<number> {
  const [row] = await db.rows<{ count: number }>`
    select count(*) as count from errand where brand_id = ${brand} and ended_at is null`
  return row?.count ?? 0
}

export async function findErrand(db: Sql, brand: BrandId, id: string): Promise<WholeErrandRow | undefined> {
  const [row] = await db.rows<WholeErrandRow>`
    select errand_id, kind, input, result, state, error, error_saying, asked_at, actor_kind, actor_name, actor_from,
      actor_employee, server, attempts, began_at, cancel_asked_at, ended_at, done, total, progress, progress_saying,
      case when octet_length(input) <= 20000 and position('\\u0000' in input) = 0
        then input::json ->> 'name' end as name
    from errand
    where brand_id = ${brand} and errand_id = ${id}`
  return row
}

export interface ErrandFilter {
  readonly state?: ErrandState | undefined
  /** Only those that were asked for before this one. */
  readonly before?: ErrandCursor | undefined
  readonly limit: number
}

export interface ErrandCursor {
  readonly at: Instant
  readonly id: string
}

const noUuid = '00000000-0000-0000-0000-000000000000'

/** One page of a brand's errands, newest first. */
export function listErrands(db: Sql, brand: BrandId, { state, before, limit }: ErrandFilter): Promise<ErrandRow[]> {
  return db.rows<ErrandRow>`
    select errand_id, kind, state, error, error_saying, asked_at, actor_kind, actor_name, actor_from, actor_employee,
      server, attempts, began_at, cancel_asked_at, ended_at, done, total, progress, progress_saying,
      case when octet_length(input) <= 20000 and position('\\u0000' in input) = 0
        then input::json ->> 'name' end as name
    from errand
    where brand_id = ${brand} and (${state ?? null}::text is null or state = ${state ?? null})
      and (date_trunc('milliseconds', asked_at), errand_id)
        < (coalesce(${toTimestamp(before?.at)}::timestamptz, 'infinity'), ${before?.id ?? noUuid}::uuid)
    order by date_trunc('milliseconds', asked_at) desc, errand_id desc
    limit ${limit}`
}

export interface CancelledErrand {
  readonly state: 'waiting' | 'running'
  /** Whether that had been asked for before. */
  readonly wasAsked: boolean
}

/** One that waits has ended; of one that runs, whoever runs it is told within a second. Returns what it was before. */
export async function cancelErrandRow(db: Sql, brand: BrandId, id: string): Promise<CancelledErrand | undefined> {
  const [row] = await db.rows<CancelledErrand>`
    select state, cancel_asked_at is not null as "wasAsked"
    from errand
    where brand_id = ${brand} and errand_id = ${id} and ended_at is null
    for update`
  if (row?.state === 'waiting') {
    await db.rows`
      update errand
      set state = 'cancelled', cancel_asked_at = now(), ended_at = now(), free_at = null,
        checkpoint = null
      where brand_id = ${brand} and errand_id = ${id}`
  } else if (row?.wasAsked === false) {
    await db.rows`
      update errand set cancel_asked_at = now() where brand_id = ${brand} and errand_id = ${id}`
  }
  return row
}

/** How long one that has ended is kept, and how many of a brand. */
const keptDays = 30
const keptMax = 200

/** Forgets what ended long ago; returns how many. */
export function deleteOldErrands(db: Sql, brand: BrandId): Promise<number> {
  return db.affected`
    delete from errand
    where brand_id = ${brand} and errand_id in (
      select errand_id
      from (
        select errand_id, ended_at, row_number() over (order by ended_at desc, errand_id desc) as place
        from errand as ended
        where ended.brand_id = ${brand} and ended_at is not null) as kept
      where ended_at < now() - make_interval(days => ${keptDays}) or place > ${keptMax})`
}
