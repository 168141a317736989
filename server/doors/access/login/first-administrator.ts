import type { Sql } from '../../../ground/database/connection.ts'
import { linkPath, makeLink } from '../link/make-link.ts'
import { inviteLogin, type LoginOffice, tellBrands } from './change-login.ts'
import { findLogin, hasUsableLogin } from './login.sql.ts'

const administratorName = 'admin'

/** Whether somebody has to be given the first link. */
export const wantsFirst = async (db: Sql, except: readonly string[]): Promise<boolean> =>
  !(await hasUsableLogin(db, except))

/**
 * The path by which the first administrator sets their password, as long as nobody can log in yet. Each time it is
 * another one, and the one before stops working. `except`: logins that do not count, because everybody knows their passwords.
 */
export async function firstLink(office: LoginOffice, except: readonly string[]): Promise<string | undefined> {
  const { db } = office
  if (!(await wantsFirst(db, except))) return undefined
  const known = await findLogin(db, administratorName)
  if (known) {
    await tellBrands(office, [{ role: 'administrator' }], { action: 'user.reset', subject: known.name })
    return linkPath(await makeLink(db, office, known.id, 'invitation'))
  }
  const made = await inviteLogin(office, administratorName, { role: 'administrator' })
  return made && linkPath(made.link)
}
