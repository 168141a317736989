import { randomBytes } from 'node:crypto'
import { demoLoginNames, makeDemoLogins } from '../access/login/demo-logins.ts'
import { firstLink } from '../access/login/first-administrator.ts'
import { Passwords } from '../access/login/passwords.ts'
import type { AuditActor } from '../audit/entry.ts'
import { inTransaction } from '../database/in-transaction.ts'
import { withPool } from './pool.ts'

/**
 * Sees to it that somebody can use the portal: makes the logins of the demo, if its brand is there, and returns where the
 * first administrator sets their password; undefined once somebody can log in.
 */
export function openPortalTo(
  operator: AuditActor,
  url: string,
  demoBrand: string | undefined,
): Promise<string | undefined> {
  const office = { now: Date.now, random: randomBytes, origin: { actor: operator } }
  return withPool(url, async (pool) => {
    if (demoBrand !== undefined)
      await inTransaction(pool, (db) => makeDemoLogins({ ...office, db }, new Passwords(randomBytes), demoBrand))
    return inTransaction(pool, (db) => firstLink({ ...office, db }, demoLoginNames))
  })
}
