import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

export type LinkPurpose = 'invitation' | 'reset'

export interface StoredLink {
  readonly sha256: Buffer
  readonly login: string
  readonly purpose: LinkPurpose
  readonly at: Instant
  readonly endsAt: Instant
}

export function insertLink(db: Sql, { sha256, login, purpose, at, endsAt }: StoredLink): Promise<unknown> {
  return db.rows`
    insert into one_time_link (token_sha256, login_id, purpose, made_at, ends_at)
    values (${sha256}, ${login}, ${purpose}, ${toTimestamp(at)}, ${toTimestamp(endsAt)})`
}

/** The links of a login, and those of all others that nobody can use any more. */
export function deleteLinks(db: Sql, login: string, now: Instant): Promise<unknown> {
  return db.rows`delete from one_time_link where login_id = ${login} or ends_at <= ${toTimestamp(now)}`
}

export interface FoundLink {
  readonly login: string
  readonly name: string
  readonly purpose: LinkPurpose
}

/** A link that still works, of a login that is not disabled. */
export async function findLink(db: Sql, sha256: Buffer, now: Instant): Promise<FoundLink | undefined> {
  const [found] = await db.rows<FoundLink>`
    select login_id as login, name, purpose
    from one_time_link
    join login using (login_id)
    where token_sha256 = ${sha256} and ends_at > ${toTimestamp(now)} and not is_disabled`
  return found
}

/** Whether it was there: of two who use it at once, one does. */
export async function deleteLink(db: Sql, sha256: Buffer): Promise<boolean> {
  return (await db.affected`delete from one_time_link where token_sha256 = ${sha256}`) > 0
}
