import type { Sql } from '../../../database/connection.ts'

/** A number about a brand. */
export interface BrandNumber {
  readonly brand: string
  readonly value: number
}

export interface DatabaseState {
  readonly connections: number
  readonly connectionsMax: number
  readonly lockWaits: number
  readonly lockWaitSecondsMax: number
}

export async function findDatabaseState(db: Sql): Promise<DatabaseState | undefined> {
  const [row] = await db.rows<DatabaseState>`
    select connections, max_connections as "connectionsMax", lock_waits as "lockWaits",
      lock_wait_seconds as "lockWaitSecondsMax"
    from (select count(*) as connections from pg_stat_activity where backend_type = 'client backend') as open
    cross join (select setting::integer as max_connections from pg_settings where name = 'max_connections') as allowed
    cross join (
      select count(distinct pid) as lock_waits,
        coalesce(extract(epoch from max(clock_timestamp() - waitstart)), 0)::float8 as lock_wait_seconds
      from pg_locks
      join pg_stat_activity using (pid)
      where not granted and datname = current_database()) as waiting`
  return row
}

/** Only of brands with something that is due. A brand that has used up its caps waits on purpose. */
export function listOutboxAges(db: Sql): Promise<BrandNumber[]> {
  return db.rows<BrandNumber>`
    select brand.brand_id as brand, extract(epoch from now() - first.next_attempt_at)::float8 as value
    from brand
    cross join lateral (
      select next_attempt_at
      from message
      where message.brand_id = brand.brand_id and state = 'waiting'
      order by next_attempt_at
      limit 1) as first
    where first.next_attempt_at <= now() and not exists (
      select from send_pause
      where send_pause.brand_id = brand.brand_id and brand_version >= config_version and until > now())
    order by brand.brand_id`
}

export function countDisabledReceivers(db: Sql): Promise<BrandNumber[]> {
  return db.rows<BrandNumber>`
    select brand.brand_id as brand, count(*) as value
    from receiver_state
    join brand on brand.brand_id = receiver_state.brand_id
    where disabled_at is not null and brand_version >= config_version
    group by brand.brand_id
    order by brand.brand_id`
}

/** The webhooks of a brand are read from its document only where something waits, because documents can be large. */
export function listWebhookAges(db: Sql): Promise<BrandNumber[]> {
  return db.rows<BrandNumber>`
    select brand.brand_id as brand, extract(epoch from now() - min(notice.happened_at))::float8 as value
    from brand
    cross join lateral (
      select from notice_delivery
      where notice_delivery.brand_id = brand.brand_id and given_up_at is null
      order by webhook_id, position
      limit 1) as waiting
    cross join lateral jsonb_array_elements(brand.document -> 'webhooks') as webhook
    cross join lateral (
      select request_ref, line
      from notice_delivery
      where notice_delivery.brand_id = brand.brand_id and webhook_id = webhook ->> 'id' and given_up_at is null
      order by position
      limit 1) as first
    join notice on notice.brand_id = brand.brand_id
      and notice.request_ref = first.request_ref and notice.line = first.line
    where not exists (
      select from webhook_state as state
      where state.brand_id = brand.brand_id and state.webhook_id = webhook ->> 'id'
        and disabled_at is not null and brand_version >= config_version)
    group by brand.brand_id
    order by brand.brand_id`
}

export function countDisabledWebhooks(db: Sql): Promise<BrandNumber[]> {
  return db.rows<BrandNumber>`
    select brand.brand_id as brand, count(*) as value
    from webhook_state
    join brand on brand.brand_id = webhook_state.brand_id
    where disabled_at is not null and brand_version >= config_version
    group by brand.brand_id
    order by brand.brand_id`
}

export interface JobState {
  readonly job: string
  readonly lagSeconds: number
  /** Null when no run is kept that ended well. */
  readonly lastDoneSeconds: number | null
  readonly givenUp: number
}

/** The queue's tables are made by the first process that runs jobs, perhaps with a login of its own. */
export async function canReadJobs(db: Sql): Promise<boolean> {
  const [row] = await db.rows<{ readable: boolean }>`
    select has_schema_privilege(space.oid, 'usage') and has_table_privilege(class.oid, 'select') as readable
    from pg_class as class
    join pg_namespace as space on space.oid = class.relnamespace
    where nspname = 'pgboss' and relname = 'job'`
  return row?.readable ?? false
}

/** A run that is due and waits longer than the five seconds at which workers look is late. */
export function listJobStates(db: Sql): Promise<JobState[]> {
  return db.rows<JobState>`
    select queue.name as job,
      coalesce(extract(epoch from now() - min(start_after)
        filter (where state in ('created', 'retry') and start_after <= now())), 0)::float8 as "lagSeconds",
      extract(epoch from max(completed_on) filter (where state = 'completed'))::float8 as "lastDoneSeconds",
      count(*) filter (where queue.name = 'dead' and job.id is not null) as "givenUp"
    from pgboss.queue
    left join pgboss.job on job.name = queue.name
    where queue.name not like '\\_\\_pgboss%'
    group by queue.name
    order by queue.name`
}

export interface VerifyRun {
  readonly brand: string
  readonly ranAtSeconds: number
  readonly discrepancies: number
}

export function listVerifyRuns(db: Sql): Promise<VerifyRun[]> {
  return db.rows<VerifyRun>`
    select brand_id as brand, extract(epoch from ran_at)::float8 as "ranAtSeconds", discrepancies
    from verify_run
    order by brand_id`
}

/** Of each brand that a backup was taken of. */
export function listBackups(db: Sql): Promise<BrandNumber[]> {
  return db.rows<BrandNumber>`
    select brand_id as brand, extract(epoch from mark::timestamptz)::float8 as value
    from job_mark
    where job = 'backup'
    order by brand_id`
}

/** Of each brand with keys that expire; those that have expired already are no longer in force. */
export function listKeyExpiries(db: Sql): Promise<BrandNumber[]> {
  return db.rows<BrandNumber>`
    select brand_id as brand, extract(epoch from min(expires_at))::float8 as value
    from api_key
    where revoked_at is null and expires_at > now()
    group by brand_id
    order by brand_id`
}

export interface ErrandCounts {
  readonly brand: string
  readonly waiting: number
  readonly running: number
  readonly failed: number
}

/** Only of brands that have any. Each part has an index of its own, and is small. */
export function countErrands(db: Sql): Promise<ErrandCounts[]> {
  return db.rows<ErrandCounts>`
    select brand_id as brand, count(*) filter (where state = 'waiting') as waiting,
      count(*) filter (where state = 'running') as running, count(*) filter (where state = 'failed') as failed
    from errand
    where ended_at is null or (state = 'failed' and ended_at > now() - interval '1 day')
    group by brand_id
    order by brand_id`
}
