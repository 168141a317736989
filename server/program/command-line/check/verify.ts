import { readNow } from '../../../ground/database/clock.sql.ts'
import type { ConnectionPool } from '../../../ground/database/connection.ts'
import { faultFields, type Log } from '../../../ground/log/log.ts'
import { type Verified, verify } from '../../../storage/verify/verify.ts'
import { keepVerified } from '../../../storage/verify/verify-run.sql.ts'
import { CommandFailed } from '../command-failed.ts'
import { counted } from '../counted.ts'
import { knownBrand } from '../known-brand.ts'
import { withPool } from '../pool.ts'

/** Prints every discrepancy; the exit status tells whether there is one. Metrics tell when it ran last, and how it ended. */
export async function verifyAll(url: string, log: Log, only?: string): Promise<void> {
  const { brands, discrepancies } = await withPool(url, async (pool) => {
    if (only !== undefined) await knownBrand(pool, only)
    return verifyAndKeep(pool, log, only)
  })
  for (const { brand, check, subject, expected, found } of discrepancies) {
    process.stdout.write(`brand ${brand}: ${subject}: expected ${expected}, found ${found} (${check})\n`)
  }
  const ledgerRows = brands.reduce((sum, one) => sum + one.ledgerRows, 0)
  const checked = `${counted(brands.length, 'brand')} and ${counted(ledgerRows, 'ledger row')} checked`
  if (discrepancies.length > 0)
    throw new CommandFailed([`${checked}: ${counted(discrepancies.length, 'discrepancy', 'discrepancies')}.`])
  process.stdout.write(`${checked}: everything adds up.\n`)
}

/** On a database that takes no writes, such as a replica, the result is printed all the same. */
async function verifyAndKeep(pool: ConnectionPool, log: Log, only?: string): Promise<Verified> {
  const ranAt = await readNow(pool)
  const verified = await verify(pool, only)
  await keepVerified(pool, verified, ranAt).catch((error) => {
    log.warn('verify', { text: `The result could not be kept for the metrics: ${faultFields(error).text}` })
  })
  return verified
}
