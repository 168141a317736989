import { isRole } from '../../../domain/judge/permissions.ts'
import { textArray } from '../../../ground/database/arrays.ts'
import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { isUuid } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import type { Grant } from '../visitor.ts'

/** Somebody who may use the portal. */
export interface Login {
  readonly id: string
  readonly name: string
  readonly displayName?: string
  readonly language?: string
  readonly passwordHash?: string
  readonly isDisabled: boolean
  readonly madeAt: Instant
  readonly loggedInAt?: Instant
  /** From which address. */
  readonly loggedInFrom?: string
  /** Attempts that have failed since. */
  readonly failedCount: number
}

export interface LoginRow {
  readonly login_id: string
  readonly name: string
  readonly display_name: string | null
  readonly language: string | null
  readonly password_hash: string | null
  readonly is_disabled: boolean
  readonly made_at: Instant
  readonly logged_in_at: Instant | null
  readonly logged_in_from: string | null
  readonly failed_count: number
}

export function toLogin(row: LoginRow): Login {
  return defined({
    id: row.login_id,
    name: row.name,
    displayName: row.display_name ?? undefined,
    language: row.language ?? undefined,
    passwordHash: row.password_hash ?? undefined,
    isDisabled: row.is_disabled,
    madeAt: row.made_at,
    loggedInAt: row.logged_in_at ?? undefined,
    loggedInFrom: row.logged_in_from ?? undefined,
    failedCount: row.failed_count,
  })
}

export async function findLogin(db: Sql, nameKey: string): Promise<Login | undefined> {
  const [row] = await db.rows<LoginRow>`
    select login_id, name, display_name, language, password_hash, is_disabled, made_at, logged_in_at,
      logged_in_from, failed_count
    from login
    where name_key = ${nameKey}`
  return row && toLogin(row)
}

export async function findLoginById(db: Sql, id: string): Promise<Login | undefined> {
  if (!isUuid(id)) return undefined
  const [row] = await db.rows<LoginRow>`
    select login_id, name, display_name, language, password_hash, is_disabled, made_at, logged_in_at,
      logged_in_from, failed_count
    from login
    where login_id = ${id}`
  return row && toLogin(row)
}

interface NewLogin {
  readonly id: string
  readonly name: string
  readonly nameKey: string
  readonly at: Instant
}

/** Whether it was made: a name belongs to one login. */
export async function insertLogin(db: Sql, { id, name, nameKey, at }: NewLogin): Promise<boolean> {
  const made = await db.affected`
    insert into login (login_id, name, name_key, made_at)
    values (${id}, ${name}, ${nameKey}, ${toTimestamp(at)})
    on conflict (name_key) do nothing`
  return made > 0
}

export function updatePassword(db: Sql, id: string, passwordHash: string): Promise<unknown> {
  return db.rows`update login set password_hash = ${passwordHash} where login_id = ${id}`
}

interface LastLogin {
  readonly at: Instant
  readonly from: string
}

/** From now on failed attempts are counted anew. */
export function updateLoggedIn(db: Sql, id: string, { at, from }: LastLogin): Promise<unknown> {
  return db.rows`
    update login set logged_in_at = ${toTimestamp(at)}, logged_in_from = ${from}, failed_count = 0 where login_id = ${id}`
}

/** The attempts that have failed stay counted: they are told to whoever logs in by the password. */
export function updateSeenAt(db: Sql, id: string, { at, from }: LastLogin): Promise<unknown> {
  return db.rows`update login set logged_in_at = ${toTimestamp(at)}, logged_in_from = ${from} where login_id = ${id}`
}

export interface GrantRow {
  readonly brand: string
  readonly role: string
  readonly group: string | null
  readonly location: string | null
}

/** A role that only a later version knows counts as none. */
export function toGrants(rows: readonly GrantRow[]): Grant[] {
  return rows.flatMap(({ brand, role, group, location }) =>
    isRole(role)
      ? [
          defined({
            brand: brand === '' ? undefined : brand,
            role,
            group: group ?? undefined,
            location: location ?? undefined,
          }),
        ]
      : [],
  )
}

export async function listGrants(db: Sql, login: string): Promise<Grant[]> {
  const rows = await db.rows<GrantRow>`
    select in_brand as brand, role, in_group as "group", at_location as location
    from login_grant
    where login_id = ${login}
    order by in_brand`
  return toGrants(rows)
}

/** Gives a role in a brand, or another one than before. */
export function putGrant(db: Sql, login: string, { brand, role, group, location }: Grant): Promise<unknown> {
  return db.rows`
    insert into login_grant (login_id, in_brand, role, in_group, at_location)
    values (${login}, ${brand ?? ''}, ${role}, ${group ?? null}, ${location ?? null})
    on conflict (login_id, in_brand) do update
    set role = excluded.role, in_group = excluded.in_group, at_location = excluded.at_location`
}

/** Whether anybody can log in, besides those named. */
export async function hasUsableLogin(db: Sql, except: readonly string[]): Promise<boolean> {
  const rows = await db.rows`
    select from login
    where (password_hash is not null or sso_subject is not null) and not is_disabled
      and not (name_key = any(${textArray(except)}::text[]))
    limit 1`
  return rows.length > 0
}

interface Profile {
  readonly displayName?: string
  readonly language?: string
}

/** What is left out stays; an empty text takes it away. */
export function updateProfile(db: Sql, id: string, { displayName, language }: Profile): Promise<unknown> {
  return db.rows`
    update login
    set display_name = nullif(coalesce(${displayName ?? null}::text, display_name), ''),
      language = nullif(coalesce(${language ?? null}::text, language), '')
    where login_id = ${id}`
}
