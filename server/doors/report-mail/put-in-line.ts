import type { Brand } from '../../domain/brand/brand.ts'
import { delayMsMax } from '../../domain/campaign/occurrence/due.ts'
import type { ConnectionPool, Sql } from '../../ground/database/connection.ts'
import { inTransaction } from '../../ground/database/in-transaction.ts'
import { day, type Instant } from '../../ground/kernel/time.ts'
import { deleteOldMails, insertMail } from './mail.sql.ts'
import { listReceivers, listSchedules, lockSchedule, type ReportSchedule, updateDoneTo } from './schedule.sql.ts'
import { dueMails } from './schedule.ts'

/** For so long it can be seen what became of mails. */
const keptMs = 90 * day

/** Puts mails in line for all schedules of a brand that have become due. Returns how many. */
export async function putDueInLine(pool: ConnectionPool, brand: Brand, now: Instant): Promise<number> {
  let put = 0
  for (const schedule of await listSchedules(pool, brand.id)) {
    if (schedule.isPaused || dueOf(schedule, brand, now).length === 0) continue
    put += await inTransaction(pool, (db) => putInLine(db, brand, schedule.id, now))
  }
  return put
}

/** What was missed is still sent, as far as anybody would want to read it. */
const dueOf = (schedule: ReportSchedule, { timeZone }: Brand, now: Instant) =>
  dueMails(schedule, timeZone, Math.max(schedule.doneTo, now - delayMsMax), now)

/** Looked at again under its lock, so that two workers put nothing in line twice; the mails' key would not let them. */
async function putInLine(db: Sql, brand: Brand, scheduleId: string, now: Instant): Promise<number> {
  const schedule = await lockSchedule(db, brand.id, scheduleId)
  if (!schedule || schedule.isPaused) return 0
  const receivers = (await listReceivers(db, brand.id)).filter(
    (one) => one.scheduleId === scheduleId && one.stoppedAt === undefined,
  )
  let put = 0
  for (const { day: occurrence, dueAt } of dueOf(schedule, brand, now))
    for (const { loginId, name } of receivers)
      if (await insertMail(db, brand.id, { scheduleId, occurrence, loginId, name, dueAt }, now)) put += 1
  await updateDoneTo(db, brand.id, scheduleId, now)
  await deleteOldMails(db, brand.id, scheduleId, now - keptMs)
  return put
}
