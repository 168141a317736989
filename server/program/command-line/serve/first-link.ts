import { randomBytes } from 'node:crypto'
import type { AuditActor } from '../../../domain/audit/entry.ts'
import { demoLoginNames, makeDemoLogins } from '../../../doors/access/login/demo-logins.ts'
import { firstLink, wantsFirst } from '../../../doors/access/login/first-administrator.ts'
import { Passwords } from '../../../doors/access/login/passwords.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { DatabaseClock } from '../../../ground/database/database-clock.ts'
import { inTransaction } from '../../../ground/database/in-transaction.ts'
import { CommandFailed } from '../command-failed.ts'
import { withPool } from '../pool.ts'

/** Whether somebody has to become the first administrator, and where, if that may be shown. */
export type FirstAdministrator = { readonly kind: 'link'; readonly path: string } | { readonly kind: 'wanted' }

interface Start {
  readonly operator: AuditActor
  /** Whose demo logins are made, if its brand is there. */
  readonly demoBrand: string | undefined
  /** Whether somebody reads what is printed: else it ends up in logs, which many read and which are kept. */
  readonly isTerminal: boolean
}

/** Sees to it that somebody can use the portal. Undefined once somebody can log in. */
export function openPortalTo(
  url: string,
  { operator, demoBrand, isTerminal }: Start,
): Promise<FirstAdministrator | undefined> {
  return withPool(url, async (pool) => {
    const office = await officeOf(pool, operator)
    if (demoBrand !== undefined)
      await inTransaction(pool, (db) => makeDemoLogins({ ...office, db }, new Passwords(randomBytes), demoBrand))
    if (!isTerminal) return (await wantsFirst(pool, demoLoginNames)) ? { kind: 'wanted' } : undefined
    const path = await inTransaction(pool, (db) => firstLink({ ...office, db }, demoLoginNames))
    return path === undefined ? undefined : { kind: 'link', path }
  })
}

/** The path for `purser user link`. */
export async function makeFirstLink(operator: AuditActor, url: string): Promise<string> {
  const path = await withPool(url, async (pool) => {
    const office = await officeOf(pool, operator)
    return inTransaction(pool, (db) => firstLink({ ...office, db }, demoLoginNames))
  })
  if (path === undefined) throw new CommandFailed([someoneCan])
  return path
}

const someoneCan =
  'Somebody can log in already, and invites others in the portal. From here: purser user create, or purser user reset.'

const officeOf = async (db: Sql, operator: AuditActor) => ({
  now: (await DatabaseClock.open(db)).now,
  random: randomBytes,
  origin: { actor: operator },
})
