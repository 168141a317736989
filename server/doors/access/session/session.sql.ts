import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import type { GrantRow } from '../login/login.sql.ts'
import type { Visitor } from '../visitor.ts'
import type { OldestSession } from './session-limits.ts'

export interface NewSession {
  readonly sha256: Buffer
  readonly id: string
  readonly login: string
  readonly at: Instant
  readonly confirmedAt: Instant
  readonly owes: Visitor['owes']
  readonly address: string
  readonly browser: string
  readonly previous: PreviousLogin
  /** By a PIN: on which device. */
  readonly device?: string
}

/** What was known when a session began: the login before it, and what has failed in between. */
export interface PreviousLogin {
  readonly at: Instant | undefined
  readonly from: string | undefined
  readonly failedBefore: number
  readonly isNewDevice: boolean
}

export function insertSession(db: Sql, session: NewSession): Promise<unknown> {
  const { sha256, id, login, owes = null, address, browser, previous, device = null } = session
  const previousAt = previous.at === undefined ? null : toTimestamp(previous.at)
  const at = toTimestamp(session.at)
  return db.rows`
    insert into portal_session (token_sha256, session_id, login_id, began_at, seen_at, confirmed_at, owes, address, browser,
      previous_at, previous_from, failed_before, is_new_device, device_id)
    values (${sha256}, ${id}, ${login}, ${at}, ${at}, ${toTimestamp(session.confirmedAt)}, ${owes}, ${address}, ${browser},
      ${previousAt}, ${previous.from ?? null}, ${previous.failedBefore}, ${previous.isNewDevice}, ${device})`
}

/** Undefined if the session is over. */
export async function findPrevious(db: Sql, id: string): Promise<PreviousLogin | undefined> {
  const [row] = await db.rows<{ at: Instant | null; from: string | null; failed: number; isNew: boolean }>`
    select previous_at as at, previous_from as "from", failed_before as failed, is_new_device as "isNew"
    from portal_session
    where session_id = ${id}`
  return (
    row && { at: row.at ?? undefined, from: row.from ?? undefined, failedBefore: row.failed, isNewDevice: row.isNew }
  )
}

export interface SessionRow {
  readonly session_id: string
  readonly login_id: string
  readonly name: string
  readonly seen_at: Instant
  readonly confirmed_at: Instant
  readonly owes: 'secondFactor' | 'newFactor' | null
  readonly device_id: string | null
  /** The brand of that device. */
  readonly device_brand: string | null
  readonly grants: readonly GrantRow[] | null
}

/**
 * A session that is not over, of a login that is not disabled, and what the login may do. One that was begun by a PIN is over
 * sooner, and as soon as the PIN is.
 */
export async function findSession(db: Sql, sha256: Buffer, oldest: OldestSession): Promise<SessionRow | undefined> {
  const [row] = await db.rows<SessionRow>`
    select session_id, login.login_id, login.name, seen_at, confirmed_at, owes, portal_session.device_id,
      till_device.in_brand as device_brand,
      (select json_agg(json_build_object('brand', in_brand, 'role', role, 'group', in_group, 'location', at_location))
        from login_grant
        where login_grant.login_id = login.login_id) as grants
    from portal_session
    join login on login.login_id = portal_session.login_id
    left join till_device on till_device.device_id = portal_session.device_id
    where portal_session.token_sha256 = ${sha256} and not is_disabled
      and seen_at > ${toTimestamp(oldest.seen)} and began_at > ${toTimestamp(oldest.began)}
      and (portal_session.device_id is null or seen_at > ${toTimestamp(oldest.seenByPin)}
        and exists (select from login_pin
          where login_pin.device_id = portal_session.device_id and login_pin.login_id = portal_session.login_id))`
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

/** Gives a session another token, and notes that they have just proved who they are. */
export function updateProved(db: Sql, id: string, { sha256, at }: { sha256: Buffer; at: Instant }): Promise<unknown> {
  return db.rows`
    update portal_session
    set token_sha256 = ${sha256}, confirmed_at = ${toTimestamp(at)}, seen_at = ${toTimestamp(at)}, owes = null,
      challenge = null, challenge_until = null
    where session_id = ${id}`
}

/** All sessions of a login, or all but one. */
export function deleteSessionsOf(db: Sql, login: string, except: string | undefined): Promise<number> {
  return db.affected`
    delete from portal_session
    where login_id = ${login} and (${except ?? null}::uuid is null or session_id <> ${except ?? null}::uuid)`
}

export function deleteSessionById(db: Sql, login: string, id: string): Promise<number> {
  return db.affected`delete from portal_session where login_id = ${login} and session_id = ${id}`
}

export interface ListedSession {
  readonly sessionId: string
  readonly beganAt: Instant
  readonly seenAt: Instant
  readonly address: string
  readonly browser: string
}

export function listSessions(db: Sql, login: string, oldest: OldestSession): Promise<ListedSession[]> {
  return db.rows<ListedSession>`
    select session_id as "sessionId", began_at as "beganAt", seen_at as "seenAt", address, browser
    from portal_session
    where login_id = ${login}
      and seen_at > ${toTimestamp(oldest.seen)} and began_at > ${toTimestamp(oldest.began)}
    order by seen_at desc, session_id`
}

export function updateChallenge(db: Sql, id: string, challenge: string, until: Instant): Promise<unknown> {
  return db.rows`
    update portal_session
    set challenge = ${challenge}, challenge_until = ${toTimestamp(until)}
    where session_id = ${id}`
}

/** What a passkey had to sign. It is asked for once, so that what was signed works once. */
export async function takeChallenge(db: Sql, id: string, now: Instant): Promise<string | undefined> {
  const rows = await db.rows<{ challenge: string; until: Instant }>`
    with asked as (select session_id, challenge, challenge_until from portal_session where session_id = ${id})
    update portal_session
    set challenge = null
    from asked
    where portal_session.session_id = asked.session_id and portal_session.challenge = asked.challenge
    returning asked.challenge, asked.challenge_until as until`
  const [row] = rows
  return row && row.until > now ? row.challenge : undefined
}
