import type { Sql } from '../../../ground/database/connection.ts'
import { findRoleStanding, findServerLogin, serverRole } from '../../../ground/database/server-role.sql.ts'
import type { RoleSight } from '../judge/roles.ts'

export async function lookAtRoles(db: Sql): Promise<RoleSight> {
  const { login, roleExists, isUsable } = await findRoleStanding(db)
  const [row] = await db.rows<{ is_superuser: boolean }>`
    select rolsuper as is_superuser from pg_roles where rolname = current_user`
  return {
    login,
    isSuperuser: row?.is_superuser ?? false,
    hasServerLogin: roleExists && (await findServerLogin(db)) !== undefined,
    isUsable,
    unprotected: roleExists ? await listUnprotected(db) : [],
  }
}

/** Tables that are only added to, and their partitions, if the server's role may change them. */
async function listUnprotected(db: Sql): Promise<string[]> {
  const rows = await db.rows<{ name: string }>`
    select relname::text as name
    from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
      and relname ~ '^(ledger(_rest|_\\d\\w*)?|audit_entry|audit_seal)$'
      and has_table_privilege(${serverRole}, oid, 'update, delete, truncate')
    order by relname`
  return rows.map(({ name }) => name)
}
