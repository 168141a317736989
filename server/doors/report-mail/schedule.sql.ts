import { type Sql, toTimestamp } from '../../ground/database/connection.ts'
import { reachableBrands } from '../../ground/database/reachable-brands.sql.ts'
import { defined } from '../../ground/kernel/defined.ts'
import type { BrandId } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { MailPeriod, MailRhythm, MailTimes } from './schedule.ts'

/** A report that is sent to users of the portal again and again. */
export interface ReportSchedule extends MailTimes {
  readonly id: string
  readonly report: string
  readonly by?: string
  readonly perDay: boolean
  /** Absent: it tells of now. */
  readonly period?: MailPeriod
  readonly isPaused: boolean
  /** What was due up to then is not put in line any more. */
  readonly doneTo: Instant
  readonly madeBy: string
  readonly madeAt: Instant
}

interface ScheduleRow {
  readonly schedule_id: string
  readonly report: string
  readonly divided_by: string | null
  readonly per_day: boolean
  readonly period: MailPeriod | null
  readonly every: MailRhythm
  readonly week_day: number | null
  readonly month_day: number | null
  readonly at_hour: number
  readonly is_paused: boolean
  readonly done_to: Instant
  readonly made_by: string
  readonly made_at: Instant
}

const toSchedule = (row: ScheduleRow): ReportSchedule =>
  defined({
    id: row.schedule_id,
    report: row.report,
    by: row.divided_by ?? undefined,
    perDay: row.per_day,
    period: row.period ?? undefined,
    every: row.every,
    weekDay: row.week_day ?? undefined,
    monthDay: row.month_day ?? undefined,
    hour: row.at_hour,
    isPaused: row.is_paused,
    doneTo: row.done_to,
    madeBy: row.made_by,
    madeAt: row.made_at,
  })

/** All schedules of a brand, the oldest first. */
export async function listSchedules(db: Sql, brand: BrandId): Promise<ReportSchedule[]> {
  const rows = await db.rows<ScheduleRow>`
    select schedule_id, report, divided_by, per_day, period, every, week_day, month_day, at_hour, is_paused, done_to,
      made_by, made_at
    from report_schedule
    where brand_id = ${brand}
    order by made_at, schedule_id`
  return rows.map(toSchedule)
}

/** One schedule; others that change it wait. */
export async function lockSchedule(db: Sql, brand: BrandId, id: string): Promise<ReportSchedule | undefined> {
  const [row] = await db.rows<ScheduleRow>`
    select schedule_id, report, divided_by, per_day, period, every, week_day, month_day, at_hour, is_paused, done_to,
      made_by, made_at
    from report_schedule
    where brand_id = ${brand} and schedule_id = ${id}
    for update`
  return row && toSchedule(row)
}

export async function listBrandsWithSchedules(db: Sql): Promise<BrandId[]> {
  const brands = await reachableBrands(db)
  const rows = await db.rows<{ brand_id: BrandId }>`
    select distinct brand_id
    from report_schedule
    where not is_paused and (${brands}::text[] is null or brand_id = any(${brands}::text[]))
    order by brand_id`
  return rows.map(({ brand_id }) => brand_id)
}

export async function countSchedules(db: Sql, brand: BrandId): Promise<number> {
  const [row] = await db.rows<{ count: number }>`
    select count(*) as count from report_schedule where brand_id = ${brand}`
  return row?.count ?? 0
}

/** Makes it, or changes everything but who made it. */
export async function putSchedule(db: Sql, brand: BrandId, one: ReportSchedule): Promise<void> {
  await db.rows`
    insert into report_schedule (brand_id, schedule_id, report, divided_by, per_day, period, every, week_day, month_day,
      at_hour, is_paused, done_to, made_by, made_at)
    values (${brand}, ${one.id}, ${one.report}, ${one.by ?? null}, ${one.perDay}, ${one.period ?? null}, ${one.every},
      ${one.weekDay ?? null}, ${one.monthDay ?? null}, ${one.hour}, ${one.isPaused}, ${toTimestamp(one.doneTo)},
      ${one.madeBy}, ${toTimestamp(one.madeAt)})
    on conflict (brand_id, schedule_id) do update
    set report = excluded.report, divided_by = excluded.divided_by, per_day = excluded.per_day, period = excluded.period,
      every = excluded.every, week_day = excluded.week_day, month_day = excluded.month_day, at_hour = excluded.at_hour,
      is_paused = excluded.is_paused, done_to = excluded.done_to`
}

export async function updateDoneTo(db: Sql, brand: BrandId, id: string, doneTo: Instant): Promise<void> {
  await db.rows`
    update report_schedule set done_to = ${toTimestamp(doneTo)} where brand_id = ${brand} and schedule_id = ${id}`
}

export async function deleteSchedule(db: Sql, brand: BrandId, id: string): Promise<boolean> {
  return (await db.affected`delete from report_schedule where brand_id = ${brand} and schedule_id = ${id}`) > 0
}

/** Somebody who is to get it. */
export interface ScheduledReceiver {
  readonly scheduleId: string
  readonly loginId: string
  readonly name: string
  readonly stoppedAt?: Instant
}

export async function listReceivers(db: Sql, brand: BrandId): Promise<ScheduledReceiver[]> {
  const rows = await db.rows<{ schedule_id: string; login_id: string; name: string; stopped_at: Instant | null }>`
    select schedule_id, login_id, name, stopped_at
    from report_receiver
    where brand_id = ${brand}
    order by schedule_id, name`
  return rows.map(({ schedule_id, login_id, name, stopped_at }) =>
    defined({ scheduleId: schedule_id, loginId: login_id, name, stoppedAt: stopped_at ?? undefined }),
  )
}

/** Whoever stopped it themselves and is chosen again gets it again. */
export async function putReceiver(
  db: Sql,
  brand: BrandId,
  { scheduleId, loginId, name }: Pick<ScheduledReceiver, 'scheduleId' | 'loginId' | 'name'>,
): Promise<void> {
  await db.rows`
    insert into report_receiver (brand_id, schedule_id, login_id, name)
    values (${brand}, ${scheduleId}, ${loginId}, ${name})
    on conflict (brand_id, schedule_id, login_id) do update set name = excluded.name, stopped_at = null`
}

export async function deleteReceiver(db: Sql, brand: BrandId, scheduleId: string, loginId: string): Promise<void> {
  await db.rows`
    delete from report_receiver
    where brand_id = ${brand} and schedule_id = ${scheduleId} and login_id = ${loginId}`
}

/** Whether they got it until now. */
export async function stopReceiving(
  db: Sql,
  brand: BrandId,
  { scheduleId, loginId }: Pick<ScheduledReceiver, 'scheduleId' | 'loginId'>,
  at: Instant,
): Promise<boolean> {
  const stopped = await db.affected`
    update report_receiver set stopped_at = ${toTimestamp(at)}
    where brand_id = ${brand} and schedule_id = ${scheduleId} and login_id = ${loginId} and stopped_at is null`
  return stopped > 0
}
