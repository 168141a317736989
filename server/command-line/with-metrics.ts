import { serveMetrics } from '../assembly/observing.ts'
import type { Measured } from '../assembly/running-server.ts'
import { isLoopback } from '../brand/keys/addresses.ts'
import type { Config } from '../configuration/config.ts'
import type { FlagName } from '../configuration/options.ts'
import type { Log } from '../log/log.ts'
import { CommandFailed } from './command-failed.ts'
import { isPortInUse, portInUse } from '../doctor/look/port-holder.ts'

/** How servers and workers are observed. */
export const observingFlags = [
  'log-format',
  'metrics-port',
  'metrics-host',
  'traces',
  'traces-sample',
] as const satisfies readonly FlagName[]

interface Stoppable {
  stop(): Promise<void>
}

/** Serves the metrics of a running server or worker beside it, and stops both. Without --metrics-port it does nothing. */
export async function withMetrics(
  url: string,
  running: Stoppable & Measured,
  { config, log }: { readonly config: Config; readonly log: Log },
): Promise<Stoppable> {
  const { metrics: place } = config
  const { metrics } = running
  if (!place || !metrics) return running
  warnIfExposed(place, log)
  try {
    const listener = await serveMetrics(url, place, async () => [await metrics()], log)
    log.info('metrics', { text: `metrics are at http://${hostOf(listener.address)}:${listener.port}/metrics` })
    return { stop: async () => void (await Promise.all([listener.stop(), running.stop()])) }
  } catch (error) {
    await running.stop()
    throw isPortInUse(error) ? new CommandFailed([portInUse({ ...place, flag: '--metrics-port' })]) : error
  }
}

const hostOf = (address: string) => (address.includes(':') ? `[${address}]` : address)

function warnIfExposed({ host }: NonNullable<Config['metrics']>, log: Log): void {
  if (host === 'localhost' || isLoopback(host)) return
  log.warn('exposed', {
    text: `Other machines can read the metrics at ${host}, over plain HTTP and without a password: they name brands, and tell turnover and liability. Let only Prometheus reach the port, or use --metrics-host 127.0.0.1.`,
  })
}
