import { openPins, startWork } from '../assembly/running-server.ts'
import type { Config } from '../configuration/config.ts'
import { openDatabase } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'
import type { Log } from '../log/log.ts'
import { checkKey } from './check-key.ts'
import { withPool } from './pool.ts'
import { stopSignal } from './start.ts'

/** Does what happens without a call, until it is told to stop; beside any number of servers and of its like. */
export async function work(config: Config, log: Log): Promise<void> {
  const stopped = stopSignal()
  const database = await openDatabase({ ...config, log: (text) => log.info('database', { text }) }, 'command')
  try {
    await migrate(database.url, (text) => log.info('migrate', { text }))
    const pins = await openPins(config)
    await withPool(database.url, (pool) => checkKey(pool, pins))
    const jobs = await startWork(database.url, config, log, pins)
    process.stdout.write('\nPurser is working: jobs run here, calls are not served.\n\n')
    await stopped
    log.info('stopping', {})
    await jobs.stop()
  } finally {
    await database.stop()
  }
  log.info('stopped', {})
}
