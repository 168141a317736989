import { type Sql, toTimestamp } from '../../database/connection.ts'
import type { Instant } from '../../kernel/time.ts'
import type { GrantRow } from '../login/login.sql.ts'
import type { Visitor } from '../visitor.ts'
import type { OldestSession } from './session-limits.ts'

export interface NewSession {
  readonly sha256: Buffer
  readonly id: string
  readonly login: string
  readonly at: Instant
  readonly owes?: Visitor['owes']
  readonly address: string
  readonly browser: string
}

export function insertSession(db: Sql, session: NewSession): Promise<unknown> {
  const { sha256, id, login, owes = null, address, browser } = session
  const at = toTimestamp(session.at)
  return db.rows`
    insert into portal_session (token_sha256, session_id, login_id, began_at, seen_at, confirmed_at, owes, address, browser)
    values (${sha256}, ${id}, ${login}, ${at}, ${at}, ${at}, ${owes}, ${address}, ${browser})`
}

export interface SessionRow {
  readonly session_id: string
  readonly login_id: string
  readonly name: string
  readonly seen_at: Instant
  readonly confirmed_at: Instant
  readonly owes: 'secondFactor' | 'newFactor' | null
  readonly grants: readonly GrantRow[] | null
}

/** A session that is not over, of a login that is not disabled, and what the login may do. */
export async function findSession(db: Sql, sha256: Buffer, oldest: OldestSession): Promise<SessionRow | undefined> {
  const [row] = await db.rows<SessionRow>`
    select session_id, login_id, name, seen_at, confirmed_at, owes,
      (select json_agg(json_build_object('brand', in_brand, 'role', role, 'group', in_group, 'location', at_location))
        from login_grant
        where login_grant.login_id = login.login_id) as grants
    from portal_session
    join login using (login_id)
    where token_sha256 = ${sha256} and not is_disabled
      and seen_at > ${toTimestamp(oldest.seen)} and began_at > ${toTimestamp(oldest.began)}`
  return row
}

export function updateSeen(db: Sql, sha256: Buffer, at: Instant): Promise<unknown> {
  return db.rows`update portal_session set seen_at = ${toTimestamp(at)} where token_sha256 = ${sha256}`
}

export function deleteSession(db: Sql, sha256: Buffer): Promise<unknown> {
  return db.rows`delete from portal_session where token_sha256 = ${sha256}`
}

/** Sessions that nobody can use any more. */
export function deleteOldSessions(db: Sql, oldest: OldestSession): Promise<unknown> {
  return db.rows`
    delete from portal_session
    where seen_at <= ${toTimestamp(oldest.seen)} or began_at <= ${toTimestamp(oldest.began)}`
}
