import type { Sql } from '../../../ground/database/connection.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import type { Grant } from '../visitor.ts'
import { type GrantRow, type Login, type LoginRow, toGrants, toLogin } from './login.sql.ts'

/** A login with everything that it may do. */
export interface User extends Login {
  readonly grants: readonly Grant[]
  readonly hasSecondFactor: boolean
  readonly isLinked: boolean
}

type UserRow = LoginRow & {
  readonly grants: readonly GrantRow[] | null
  readonly has_factor: boolean
  readonly is_linked: boolean
}

const toUser = (row: UserRow): User =>
  defined({
    ...toLogin(row),
    grants: toGrants(row.grants ?? []),
    hasSecondFactor: row.has_factor,
    isLinked: row.is_linked,
  })

/** Whoever may do something in the brand, in the order of their names; '' lists everybody. */
export async function listUsers(db: Sql, brand: string): Promise<User[]> {
  const rows = await db.rows<UserRow>`
    select login_id, name, display_name, language, password_hash, is_disabled, made_at, logged_in_at,
      logged_in_from, failed_count,
      (select json_agg(json_build_object('brand', in_brand, 'role', role, 'group', in_group, 'location', at_location))
        from login_grant
        where login_grant.login_id = login.login_id) as grants,
      exists (select from login_factor
        where login_factor.login_id = login.login_id and confirmed_at is not null and kind <> 'recoveryCode') as has_factor,
      sso_subject is not null as is_linked
    from login
    where ${brand} = '' or exists (select from login_grant
      where login_grant.login_id = login.login_id and in_brand in ('', ${brand}))
    order by name_key
    limit 2000`
  return rows.map(toUser)
}

/** Whether somebody else who can log in administers the brand, or every brand if it is ''. */
export async function hasOtherAdministrator(db: Sql, brand: string, login: string): Promise<boolean> {
  const rows = await db.rows`
    select from login
    join login_grant using (login_id)
    where login_id <> ${login} and not is_disabled and (password_hash is not null or sso_subject is not null)
      and in_brand in ('', ${brand}) and role = 'administrator' and in_group is null and at_location is null
    limit 1`
  return rows.length > 0
}

export function updateDisabled(db: Sql, login: string, isDisabled: boolean): Promise<unknown> {
  return db.rows`update login set is_disabled = ${isDisabled} where login_id = ${login}`
}

export function deleteGrant(db: Sql, login: string, brand: string): Promise<unknown> {
  return db.rows`delete from login_grant where login_id = ${login} and in_brand = ${brand}`
}

/** With its sessions, factors and links. */
export function deleteLogin(db: Sql, login: string): Promise<unknown> {
  return db.rows`delete from login where login_id = ${login}`
}
