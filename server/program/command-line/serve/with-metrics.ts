import { isLoopback } from '../../../domain/brand/keys/addresses.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import type { Log } from '../../../ground/log/log.ts'
import type { MetricJson } from '../../../ground/observe/metrics/metric-json.ts'
import { serveMetrics } from '../../assembly/observing.ts'
import type { Config } from '../../configuration/config.ts'
import type { Running } from '../lifetime.ts'
import { portToldInUse } from './port-in-use.ts'

interface Stoppable {
  stop(): Promise<void>
}

/** A process that may be asked for its metrics, or the supervisor of several. */
interface Measurable extends Stoppable {
  /** Absent when nothing is measured. */
  readonly metrics?: () => Promise<readonly MetricJson[]>
  readonly metricsOfAll?: () => Promise<readonly (readonly MetricJson[])[]>
  /** Rejects when it cannot go on by itself. */
  readonly broken?: Promise<never>
}

/** Serves the metrics of a running server or worker beside it, and stops both. Without --metrics-port it does nothing. */
export async function withMetrics(
  url: string,
  running: Measurable,
  { config, log }: { readonly config: Config; readonly log: Log },
): Promise<Running> {
  const { metrics: place } = config
  const { metrics, metricsOfAll = metrics && (async () => [await metrics()]) } = running
  if (!place || !metricsOfAll) return running
  warnIfExposed(place, log)
  try {
    const listener = await serveMetrics(url, config, () => metricsOfAll.call(running), log)
    log.info('metrics', { text: `metrics are at http://${hostOf(listener.address)}:${listener.port}/metrics` })
    const stop = async () => void (await Promise.all([listener.stop(), running.stop()]))
    return defined({ stop, broken: running.broken })
  } catch (error) {
    await running.stop()
    return portToldInUse({ ...place, flag: '--metrics-port' })(error)
  }
}

const hostOf = (address: string) => (address.includes(':') ? `[${address}]` : address)

function warnIfExposed({ host }: NonNullable<Config['metrics']>, log: Log): void {
  if (host === 'localhost' || isLoopback(host)) return
  log.warn('exposed', {
    text: `Other machines can read the metrics at ${host}, over plain HTTP and without a password: they name brands, and tell turnover and liability. Let only Prometheus reach the port, or use --metrics-host 127.0.0.1.`,
  })
}
