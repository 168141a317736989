import pg from 'pg'

/** What the server works as: it may add to the ledger, and may neither change nor delete what is there. */
export const serverRole = 'purser_app'

/** How a login stands to the role. */
export interface RoleStanding {
  readonly login: string
  readonly loginExists: boolean
  readonly roleExists: boolean
  /** Whether the login may work as the role. */
  readonly isUsable: boolean
}

/** The standing of a login; without one, of whoever is connected. */
export async function findRoleStanding(client: pg.ClientBase, login?: string): Promise<RoleStanding> {
  // Since PostgreSQL 16 a member of a role may still be forbidden to switch to it.
  const { rows } = await client.query<RoleStanding>({
    text: `
      select named.login, named.oid is not null as "loginExists", role.oid is not null as "roleExists",
        coalesce(pg_has_role(named.oid, role.oid,
          case when current_setting('server_version_num')::integer >= 160000 then 'set' else 'member' end), false)
          as "isUsable"
      from (select coalesce($1, current_user::text) as login) as asked
      cross join lateral (select asked.login, (select oid from pg_roles where rolname = asked.login) as oid) as named
      left join pg_roles role on role.rolname = $2`,
    values: [login ?? null, serverRole],
  })
  const [standing] = rows
  if (!standing) throw new Error('The database does not say who is connected.')
  return standing
}

/** What is missing until the login may work as the role. The tables' own grants are made at every start. */
export function missingStatements({ login, roleExists, isUsable }: RoleStanding): string[] {
  return [
    ...(roleExists ? [] : [`create role ${serverRole} nologin;`]),
    ...(isUsable ? [] : [`grant ${serverRole} to ${pg.escapeIdentifier(login)};`]),
  ]
}
