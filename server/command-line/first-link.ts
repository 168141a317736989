import { randomBytes } from 'node:crypto'
import { firstLink } from '../access/login/first-administrator.ts'
import type { AuditActor } from '../audit/entry.ts'
import { inTransaction } from '../database/in-transaction.ts'
import { withPool } from './pool.ts'

/** Where the first administrator of the portal sets their password; undefined once somebody can log in. */
export function makeFirstLink(url: string, operator: AuditActor): Promise<string | undefined> {
  const office = { now: Date.now, random: randomBytes, origin: { actor: operator } }
  return withPool(url, (pool) => inTransaction(pool, (db) => firstLink({ ...office, db }, [])))
}
