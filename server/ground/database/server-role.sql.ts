import pg from 'pg'
import type { Sql } from './connection.ts'

/** What the server works as: it may add to the ledger, and may neither change nor delete what is there. */
export const serverRole = 'purser_app'

/** What whoever analyses the data reads as: the views of the schema `reporting`, and nothing else. */
const reportingRole = 'purser_reporting'

/** What the server logs in as where the database is its own; it has no rights but those of the role. */
const serverLogin = 'purser_server'

/** The login for the server, where the database is the embedded one and has it. */
export async function findServerLogin(db: Sql): Promise<string | undefined> {
  const rows = await db.rows`
    select from pg_roles
    where rolname = ${serverLogin} and rolcanlogin and current_setting('cluster_name') = 'purser'
      and pg_has_role(oid, ${serverRole}, 'member')`
  return rows.length > 0 ? serverLogin : undefined
}

/** How a login stands to the role. */
export interface RoleStanding {
  readonly login: string
  readonly loginExists: boolean
  readonly roleExists: boolean
  /** Whether the login may work as the role. */
  readonly isUsable: boolean
  /** Whether there is the role that may read the views for analyses. */
  readonly reportingExists: boolean
}

/** The standing of a login; without one, of whoever is connected. */
export async function findRoleStanding(db: Sql, login?: string): Promise<RoleStanding> {
  // Since PostgreSQL 16 a member of a role may still be forbidden to switch to it.
  const [standing] = await db.rows<RoleStanding>`
    select asked.login, owner.oid is not null as "loginExists", role.oid is not null as "roleExists",
      coalesce(pg_has_role(owner.oid, role.oid,
        case when current_setting('server_version_num')::integer >= 160000 then 'set' else 'member' end), false)
        as "isUsable",
      to_regrole(${reportingRole}) is not null as "reportingExists"
    from (select coalesce(${login ?? null}, current_user::text) as login) as asked
    left join pg_roles owner on owner.rolname = asked.login
    left join pg_roles role on role.rolname = ${serverRole}`
  if (!standing) throw new Error('The database does not say who is connected.')
  return standing
}

/** What is missing until the login may work as the role, and analyses have theirs. What they may do is granted at every start. */
export function missingStatements({ login, roleExists, isUsable, reportingExists }: RoleStanding): string[] {
  return [
    ...(roleExists ? [] : [`create role ${serverRole} nologin;`]),
    ...(isUsable ? [] : [`grant ${serverRole} to ${pg.escapeIdentifier(login)};`]),
    ...(reportingExists ? [] : [`create role ${reportingRole} nologin;`]),
  ]
}
