import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

interface FailedLogin {
  readonly id: string
  readonly name: string
  readonly language?: string
}

/** Counts an attempt that failed; undefined if there is no such login. */
export async function updateFailed(db: Sql, nameKey: string): Promise<FailedLogin | undefined> {
  const [row] = await db.rows<{ id: string; name: string; language: string | null }>`
    update login
    set failed_count = failed_count + 1
    where name_key = ${nameKey}
    returning login_id as id, name, language`
  return row && defined({ ...row, language: row.language ?? undefined })
}

/** More than these somebody hardly uses; the one that was not seen for longest makes room. */
const devicesMax = 20

/** Whether the login was used from there before. From now on it was. */
export async function isKnownDevice(db: Sql, login: string, device: Buffer, now: Instant): Promise<boolean> {
  const known = await db.affected`
    update login_device set seen_at = ${toTimestamp(now)} where login_id = ${login} and device_sha256 = ${device}`
  if (known > 0) return true
  await db.rows`
    insert into login_device (login_id, device_sha256, seen_at)
    values (${login}, ${device}, ${toTimestamp(now)})
    on conflict (login_id, device_sha256) do nothing`
  const [oldest] = await db.rows<{ seenAt: Instant }>`
    select seen_at as "seenAt" from login_device
    where login_id = ${login}
    order by seen_at desc
    offset ${devicesMax} limit 1`
  if (oldest)
    await db.rows`delete from login_device where login_id = ${login} and seen_at <= ${toTimestamp(oldest.seenAt)}`
  return false
}
