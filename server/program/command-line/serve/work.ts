import type { Log } from '../../../ground/log/log.ts'
import { startWork } from '../../assembly/running-server.ts'
import type { Config } from '../../configuration/config.ts'
import { sealPlainSecrets } from '../keys/check-key.ts'
import { openPins } from '../keys/open-pins.ts'
import { withPool } from '../pool.ts'
import { announce } from './announce.ts'
import { withPresence } from './presence.ts'
import { untilStopped } from './until-stopped.ts'
import { withMetrics } from './with-metrics.ts'

/** Runs background jobs until it is told to stop, beside any number of servers and other workers. */
export function work(given: Config, log: Log): Promise<void> {
  return untilStopped({ config: given, log, database: 'shared' }, async ({ url, coordinator }, _, config) => {
    const pins = await withPool(coordinator, async (pool) => {
      const opened = await openPins(pool, config)
      await sealPlainSecrets(pool, opened)
      return opened
    })
    const begin = () => startWork(url, config, log, pins)
    const jobs = await withPresence({ url: coordinator, config, log, pins, role: 'work' }, begin)
    announce('ready', '\nPurser is working: jobs run here, calls are not served.\n', config.logFormat)
    return withMetrics(coordinator, jobs, { config, log })
  })
}
