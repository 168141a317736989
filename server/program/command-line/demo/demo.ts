import { readNow } from '../../../ground/database/clock.sql.ts'
import type { ConnectionPool } from '../../../ground/database/connection.ts'
import { findIsDistributed } from '../../../ground/database/distribution.sql.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import { listServers } from '../../../storage/store/servers/running-server.sql.ts'
import { findMisfit, makeHistory } from '../../demo/make-history.ts'
import { askForHistory, findProgress, hasCalls } from '../../demo/progress.sql.ts'
import type { DatabaseContext } from '../command.ts'
import { CommandFailed } from '../command-failed.ts'
import { openPins } from '../keys/open-pins.ts'
import { knownBrand } from '../known-brand.ts'
import { withPool } from '../pool.ts'
import { demoBrand } from '../serve/greeting.ts'
import { doneText } from './demo-history.ts'

/** Makes the history that `start` makes on a new database, or goes on with one that was interrupted. */
export async function makeByHand(brand: BrandId = demoBrand, { url, config, log }: DatabaseContext): Promise<void> {
  const { environment } = config
  if (environment !== 'demo')
    throw new CommandFailed([
      `This is the environment ${environment}. History is made up only in the environment demo: use a database of its own (--data).`,
    ])
  const pins = await withPool(url, async (pool) => {
    const obstacle = await findObstacle(pool, brand)
    if (obstacle) throw new CommandFailed([obstacle])
    await askForHistory(pool, brand, await readNow(pool))
    return openPins(pool, config)
  })
  const began = performance.now()
  const made = await makeHistory({ url, brand, pins, environment, log })
  const seconds = Math.round((performance.now() - began) / 1000)
  process.stdout.write(made ? `${doneText(brand, made, seconds)}\n` : 'Another process has made it meanwhile.\n')
}

/** Why no history can be made, in words for whoever wants one. */
async function findObstacle(pool: ConnectionPool, id: BrandId): Promise<string | undefined> {
  const brand = await knownBrand(pool, id)
  if (await findIsDistributed(pool))
    return 'This database is distributed over several nodes: no history can be made in it.'
  if ((await listServers(pool)).length > 0)
    return 'A server runs on this database, and its jobs would go on with today’s date meanwhile. Stop it first; one that was killed counts for a minute.'
  if (await findProgress(pool, id)) return undefined
  if (await hasCalls(pool, id))
    return `The brand ${id} has been called already: made-up history would be mixed with what really happened.`
  return findMisfit(pool, brand)
}
