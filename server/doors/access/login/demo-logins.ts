import { type Role, roleNames } from '../../../domain/judge/permissions.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { inviteLogin, type LoginOffice } from './change-login.ts'
import { findLogin, updatePassword } from './login.sql.ts'
import type { Passwords } from './passwords.ts'

/** A login of the demo, one for each role. */
export interface DemoLogin {
  readonly name: string
  readonly password: string
  readonly role: Role
}

const nameOf = (role: Role) => `demo-${role.toLowerCase()}`

export const demoLogins: readonly DemoLogin[] = roleNames.map((role) => ({
  name: nameOf(role),
  password: `${nameOf(role)}-please-change`,
  role,
}))

export const demoLoginNames: readonly string[] = demoLogins.map(({ name }) => name)

const passwords: ReadonlySet<string> = new Set(demoLogins.map(({ password }) => password))

/**
 * Whether everybody knows the password, because it ships with the program. Such a login is refused outside the demo
 * environment, and even there it works only from the same machine.
 */
export const isPublicPassword = (password: string): boolean => passwords.has(password)

/** Makes those that are missing. Ones that somebody has changed stay as they are. */
export async function makeDemoLogins(office: LoginOffice, hashes: Passwords, brand: string): Promise<void> {
  for (const { name, password, role } of demoLogins) {
    if (await findLogin(office.db, name)) continue
    const made = await inviteLogin(office, name, { brand, role })
    if (made) await updatePassword(office.db, made.id, await hashes.hash(password))
  }
}

/** What was found out about a hash stays so, and the page for logging in is asked for often. */
const checked = new Map<string, boolean>()

/** Those that are there and still have the password that everybody knows. */
export async function findDemoLogins(db: Sql, hashes: Passwords): Promise<DemoLogin[]> {
  const shown = await Promise.all(
    demoLogins.map(async ({ name, password }) => {
      const { passwordHash: hash, isDisabled = true } = (await findLogin(db, name)) ?? {}
      if (hash === undefined || isDisabled) return false
      const isAsMade = checked.get(hash) ?? (await hashes.matches(hash, password))
      checked.set(hash, isAsMade)
      return isAsMade
    }),
  )
  return demoLogins.filter((_, index) => shown[index])
}
