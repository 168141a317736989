import { linkPath, makeLink } from '../link/make-link.ts'
import { inviteLogin, type LoginOffice } from './change-login.ts'
import { findLogin, hasUsableLogin } from './login.sql.ts'

const administratorName = 'admin'

/**
 * The path by which the first administrator sets their password, as long as nobody can log in yet. Each start makes
 * another one, and the one before stops working. `except`: logins that do not count, because everybody knows their passwords.
 */
export async function firstLink(office: LoginOffice, except: readonly string[]): Promise<string | undefined> {
  const { db } = office
  if (await hasUsableLogin(db, except)) return undefined
  const known = await findLogin(db, administratorName)
  if (known) return linkPath(await makeLink(db, office, known.id, 'invitation'))
  const made = await inviteLogin(office, administratorName, { role: 'administrator' })
  return made && linkPath(made.link)
}
