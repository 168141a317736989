import { type Sql, toTimestamp } from '../../ground/database/connection.ts'
import { reachableBrands } from '../../ground/database/reachable-brands.sql.ts'
import { defined } from '../../ground/kernel/defined.ts'
import type { BrandId } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'

/** A mail of a schedule to one receiver. */
export interface MailName {
  readonly scheduleId: string
  /** The day on which it is due, in the brand's time zone. */
  readonly occurrence: string
  readonly loginId: string
}

export interface NewMail extends MailName {
  readonly name: string
  readonly dueAt: Instant
}

/** Whether it was put in line: once only, whoever tries. */
export async function insertMail(db: Sql, brand: BrandId, mail: NewMail, now: Instant): Promise<boolean> {
  const made = await db.affected`
    insert into report_mail (brand_id, schedule_id, occurrence, login_id, name, due_at, state, next_attempt_at)
    values (${brand}, ${mail.scheduleId}, ${mail.occurrence}, ${mail.loginId}, ${mail.name}, ${toTimestamp(mail.dueAt)},
      'waiting', ${toTimestamp(now)})
    on conflict (brand_id, schedule_id, occurrence, login_id) do nothing`
  return made > 0
}

/** What became of mails is kept for a while. */
export async function deleteOldMails(db: Sql, brand: BrandId, scheduleId: string, before: Instant): Promise<void> {
  await db.rows`
    delete from report_mail
    where brand_id = ${brand} and schedule_id = ${scheduleId} and state <> 'waiting' and due_at < ${toTimestamp(before)}`
}

export async function listBrandsWithMails(db: Sql, now: Instant): Promise<BrandId[]> {
  const brands = await reachableBrands(db)
  const rows = await db.rows<{ brand_id: BrandId }>`
    select distinct brand_id from report_mail
    where is_due(state, next_attempt_at, lease_until, ${toTimestamp(now)})
      and (${brands}::text[] is null or brand_id = any(${brands}::text[]))
    order by brand_id`
  return rows.map(({ brand_id }) => brand_id)
}

export interface ClaimedMail extends NewMail {
  readonly attempts: number
  readonly leaseUntil: Instant
}

interface ClaimedRow {
  readonly schedule_id: string
  readonly occurrence: string
  readonly login_id: string
  readonly name: string
  readonly due_at: Instant
  readonly attempts: number
  readonly lease_until: Instant
}

/** Takes mails of a brand that are due, and keeps them from others until the lease ends. */
export async function claimMails(
  db: Sql,
  brand: BrandId,
  { now, until, limit }: { readonly now: Instant; readonly until: Instant; readonly limit: number },
): Promise<ClaimedMail[]> {
  const rows = await db.rows<ClaimedRow>`
    with due as materialized (
      select schedule_id, occurrence, login_id
      from report_mail
      where brand_id = ${brand} and is_due(state, next_attempt_at, lease_until, ${toTimestamp(now)})
      order by schedule_id, occurrence, login_id
      limit ${limit}
      for update skip locked)
    update report_mail
    set lease_until = ${toTimestamp(until)}
    from due
    where report_mail.brand_id = ${brand} and report_mail.schedule_id = due.schedule_id
      and report_mail.occurrence = due.occurrence and report_mail.login_id = due.login_id
    returning report_mail.schedule_id, report_mail.occurrence::text as occurrence, report_mail.login_id, report_mail.name,
      report_mail.due_at, report_mail.attempts, report_mail.lease_until`
  return rows.map((row) => ({
    scheduleId: row.schedule_id,
    occurrence: row.occurrence,
    loginId: row.login_id,
    name: row.name,
    dueAt: row.due_at,
    attempts: row.attempts,
    leaseUntil: row.lease_until,
  }))
}

/** It was sent, whoever holds it by now: it must not be sent again. */
export async function markMailSent(db: Sql, brand: BrandId, mail: MailName, now: Instant): Promise<void> {
  await db.rows`
    update report_mail
    set state = 'sent', reason = null, attempts = attempts + 1, lease_until = null, ended_at = ${toTimestamp(now)}
    where brand_id = ${brand} and schedule_id = ${mail.scheduleId} and occurrence = ${mail.occurrence}
      and login_id = ${mail.loginId}`
}

/** It failed: it is tried again at a time, or given up. */
export async function markMailFailed(
  db: Sql,
  brand: BrandId,
  mail: MailName,
  {
    why,
    nextAttemptAt,
    now,
  }: { readonly why: string; readonly nextAttemptAt: Instant | undefined; readonly now: Instant },
): Promise<void> {
  const isOver = nextAttemptAt === undefined
  await db.rows`
    update report_mail
    set state = ${isOver ? 'failed' : 'waiting'}, reason = ${why}, attempts = attempts + 1, lease_until = null,
      next_attempt_at = ${toTimestamp(nextAttemptAt ?? now)}, ended_at = ${isOver ? toTimestamp(now) : null}
    where brand_id = ${brand} and schedule_id = ${mail.scheduleId} and occurrence = ${mail.occurrence}
      and login_id = ${mail.loginId} and state = 'waiting'`
}

/** It must not be sent. */
export async function markMailNotSent(
  db: Sql,
  brand: BrandId,
  mail: MailName,
  { reason, now }: { readonly reason: string; readonly now: Instant },
): Promise<void> {
  await db.rows`
    update report_mail
    set state = 'notSent', reason = ${reason}, lease_until = null, ended_at = ${toTimestamp(now)}
    where brand_id = ${brand} and schedule_id = ${mail.scheduleId} and occurrence = ${mail.occurrence}
      and login_id = ${mail.loginId} and state = 'waiting'`
}

/** It was not tried: somebody else may. */
export async function putMailBack(db: Sql, brand: BrandId, mail: MailName): Promise<void> {
  await db.rows`
    update report_mail
    set lease_until = null
    where brand_id = ${brand} and schedule_id = ${mail.scheduleId} and occurrence = ${mail.occurrence}
      and login_id = ${mail.loginId} and state = 'waiting'`
}

export interface MailState {
  readonly scheduleId: string
  readonly loginId: string
  readonly name: string
  readonly state: 'waiting' | 'sent' | 'failed' | 'notSent'
  readonly reason?: string
  readonly attempts: number
  readonly dueAt: Instant
  readonly endedAt?: Instant
}

interface StateRow {
  readonly schedule_id: string
  readonly login_id: string
  readonly name: string
  readonly state: MailState['state']
  readonly reason: string | null
  readonly attempts: number
  readonly due_at: Instant
  readonly ended_at: Instant | null
}

/** The last mail of each schedule to each receiver. */
export async function listLastMails(db: Sql, brand: BrandId): Promise<MailState[]> {
  const rows = await db.rows<StateRow>`
    select distinct on (schedule_id, login_id) schedule_id, login_id, name, state, reason, attempts, due_at, ended_at
    from report_mail
    where brand_id = ${brand}
    order by schedule_id, login_id, due_at desc`
  return rows.map((row) =>
    defined({
      scheduleId: row.schedule_id,
      loginId: row.login_id,
      name: row.name,
      state: row.state,
      reason: row.reason ?? undefined,
      attempts: row.attempts,
      dueAt: row.due_at,
      endedAt: row.ended_at ?? undefined,
    }),
  )
}

/** By schedule, how many receivers did not get the last mail: it is being tried again, was given up, or they may not. */
export function listTroubledMails(db: Sql, brand: BrandId): Promise<{ report: string; count: number }[]> {
  return db.rows<{ report: string; count: number }>`
    select report_schedule.report, count(*) as count
    from report_schedule
    join (
      select distinct on (schedule_id, login_id) schedule_id, login_id, state, attempts, reason
      from report_mail
      where brand_id = ${brand}
      order by schedule_id, login_id, due_at desc) as last using (schedule_id)
    join report_receiver on report_receiver.brand_id = ${brand} and report_receiver.schedule_id = last.schedule_id
      and report_receiver.login_id = last.login_id and stopped_at is null
    where report_schedule.brand_id = ${brand} and not is_paused
      and (last.state = 'failed' or last.state = 'waiting' and last.attempts > 0
        or last.state = 'notSent' and last.reason not in ('stopped', 'paused'))
    group by report_schedule.schedule_id, report_schedule.report, made_at
    order by made_at`
}
