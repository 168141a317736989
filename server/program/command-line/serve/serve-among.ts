import { setTimeout as sleep } from 'node:timers/promises'
import { CountExchange } from '../../../doors/api/count-exchange.ts'
import { faultFields, type Log } from '../../../ground/log/log.ts'
import { type Service, startService } from '../../assembly/running-server.ts'
import { shareOf } from '../../configuration/share.ts'
import type { ServeOrder } from '../../processes/messages.ts'
import { Supervised } from '../../processes/supervised.ts'
import type { CommandContext } from '../command.ts'
import { CommandFailed, linesOf } from '../command-failed.ts'
import { openPins } from '../keys/open-pins.ts'
import { serveUntil } from '../lifetime.ts'
import { withPool } from '../pool.ts'
import { inItsEnvironment } from '../settled-environment.ts'
import { portToldInUse } from './port-in-use.ts'
import { withPresence } from './presence.ts'
import { logWarnings } from './until-stopped.ts'

const jobsAgainMs = 5000
/** Whoever has started the processes looks after their database. */
const noDatabase = { stop: async () => undefined }

/** Serves calls as one of several processes, as it is ordered to, until it is told to stop. */
export async function serveAmong({ config, log }: CommandContext): Promise<void> {
  if (!process.send) throw new CommandFailed(['PURSER_PROCESS is set by Purser itself: leave it unset.'])
  logWarnings(log)
  const supervised = new Supervised()
  const order = await supervised.begin()
  try {
    if (order) await serveUntil(supervised.stop, noDatabase, () => serve({ config, log }, order, supervised))
  } catch (error) {
    supervised.report({ kind: 'failed', lines: linesOf(error) })
  } finally {
    supervised.leave()
  }
}

async function serve(
  { config: given, log }: Pick<CommandContext, 'config' | 'log'>,
  order: ServeOrder,
  supervised: Supervised,
): Promise<Service> {
  const { url, coordinator, port, processes, runsJobs, isFurther } = order
  const config = await inItsEnvironment(coordinator, given)
  const counts = new CountExchange(processes - 1, (id, told) => supervised.report({ kind: 'counted', id, told }))
  const pins = await withPool(coordinator, (pool) => openPins(pool, config))
  const settings = { ...shareOf(config, processes), port, runsJobs, isFurther, counts }
  const begin = () => startService(url, settings, log, pins).catch(portToldInUse({ ...config, port }))
  const service = await withPresence({ url: coordinator, config, log, pins, role: 'start' }, begin)
  supervised.serveAs({
    jobs: () => void beginJobs(service, supervised.stop, log),
    heard: (told) => counts.hear(told),
    known: (id) => counts.known(id),
    measure: () => service.metrics?.(),
  })
  supervised.report({ kind: 'serving', port: service.port, address: service.address })
  return service
}

/** The database may be away just now, which is no reason to stop serving. */
async function beginJobs(service: Service, stop: AbortSignal, log: Log): Promise<void> {
  while (!stop.aborted) {
    try {
      return await service.beginJobs()
    } catch (error) {
      log.error('jobs', faultFields(error))
      await sleep(jobsAgainMs, undefined, { signal: stop }).catch(() => undefined)
    }
  }
}
