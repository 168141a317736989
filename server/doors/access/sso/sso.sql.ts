import type { Sql } from '../../../ground/database/connection.ts'
import { type Login, type LoginRow, toLogin } from '../login/login.sql.ts'

export async function findLinkedLogin(db: Sql, subject: string): Promise<Login | undefined> {
  const [row] = await db.rows<LoginRow>`
    select login_id, name, display_name, language, password_hash, is_disabled, made_at, logged_in_at,
      logged_in_from, failed_count
    from login
    where sso_subject = ${subject}`
  return row && toLogin(row)
}

/** Whether it was linked: a login that is linked to somebody stays theirs. */
export async function linkLogin(db: Sql, login: string, subject: string): Promise<boolean> {
  const linked = await db.affected`
    update login set sso_subject = ${subject} where login_id = ${login} and sso_subject is null`
  return linked > 0
}
