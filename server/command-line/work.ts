import { startWork } from '../assembly/running-server.ts'
import type { Config } from '../configuration/config.ts'
import type { FlagName } from '../configuration/options.ts'
import type { Log } from '../log/log.ts'
import { announce } from './announce.ts'
import { sealPlainSecrets } from './check-key.ts'
import { openPins } from './open-pins.ts'
import { withPool } from './pool.ts'
import { withPresence } from './presence.ts'
import { serverFlags, untilStopped } from './until-stopped.ts'

export const workFlags: readonly FlagName[] = [
  ...serverFlags,
  'public-url',
  'lanes',
  'batch-size',
  'work-limit',
  'environment',
  'job-lease',
  'trace-days',
  'request-months',
  'notice-months',
]

/** Runs background jobs until it is told to stop, beside any number of servers and other workers. */
export function work(config: Config, log: Log): Promise<void> {
  return untilStopped({ config, log, database: 'shared' }, async (url) => {
    const pins = await withPool(url, async (pool) => {
      const opened = await openPins(pool, config)
      await sealPlainSecrets(pool, opened)
      return opened
    })
    const begin = () => startWork(url, config, log, pins)
    const jobs = await withPresence({ url, config, log, pins, role: 'work' }, begin)
    announce('ready', '\nPurser is working: jobs run here, calls are not served.\n')
    return jobs
  })
}
