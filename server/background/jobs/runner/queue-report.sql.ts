import type { Sql } from '../../../ground/database/connection.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

/** Whether the queue has made its tables. */
export async function hasQueues(db: Sql): Promise<boolean> {
  const [row] = await db.rows<{ there: boolean }>`select to_regclass('pgboss.job') is not null as there`
  return row?.there ?? false
}

export interface QueueState {
  readonly name: string
  readonly waiting: number
  readonly retrying: number
  readonly active: number
  readonly failed: number
  readonly lastDone: Instant | null
  /** What the last run that succeeded counted, as JSON. */
  readonly lastOutput: string | null
}

/** What is in the queue now; runs that ended are kept for some hours. */
export function listQueues(db: Sql): Promise<QueueState[]> {
  return db.rows<QueueState>`
    select queue.name,
      count(*) filter (where state = 'created') as waiting,
      count(*) filter (where state = 'retry') as retrying,
      count(*) filter (where state = 'active') as active,
      count(*) filter (where state = 'failed') as failed,
      max(completed_on) filter (where state = 'completed') as "lastDone",
      (array_agg(output::text order by completed_on desc) filter (where state = 'completed'))[1] as "lastOutput"
    from pgboss.queue
    left join pgboss.job on job.name = queue.name
    where queue.name not like '\\_\\_pgboss%' and queue.name <> 'dead'
    group by queue.name
    order by queue.name`
}

export interface DeadJob {
  readonly name: string
  readonly failedAt: Instant
  readonly reason: string | null
}

export function listDeadJobs(db: Sql): Promise<DeadJob[]> {
  return db.rows<DeadJob>`
    select coalesce(source_name, 'unknown') as name, created_on as "failedAt",
      coalesce(source_output ->> 'message', source_output -> 'value' ->> 'message') as reason
    from pgboss.job
    where name = 'dead'
    order by created_on desc
    limit 50`
}

/** When anything of the queue was last announced, begun or ended; undefined when nothing of it is kept. */
export async function findLastSign(db: Sql): Promise<Instant | undefined> {
  const [row] = await db.rows<{ at: Instant | null }>`
    select max(greatest(created_on, started_on, completed_on)) as at
    from pgboss.job
    where name not like '\\_\\_pgboss%' and name <> 'dead'`
  return row?.at ?? undefined
}

/** How many were given up after all retries. */
export async function countDeadJobs(db: Sql): Promise<number> {
  const [row] = await db.rows<{ count: number }>`select count(*) as count from pgboss.job where name = 'dead'`
  return row?.count ?? 0
}
