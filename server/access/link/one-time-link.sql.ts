import { type Sql, toTimestamp } from '../../database/connection.ts'
import type { Instant } from '../../kernel/time.ts'

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
