import { ConnectionPool } from '../../ground/database/connection.ts'
import type { Log } from '../../ground/log/log.ts'
import { DatabaseMetrics } from '../../ground/observe/metrics/database/database-metrics.ts'
import { type MetricsListener, startMetricsListener } from '../../ground/observe/metrics/listener.ts'
import { mergeMetrics } from '../../ground/observe/metrics/merge-metrics.ts'
import type { MetricJson } from '../../ground/observe/metrics/metric-json.ts'
import { ProcessMetrics, type ProcessState } from '../../ground/observe/metrics/process-metrics.ts'
import { type Observer, observersTogether } from '../../ground/observe/observer.ts'
import { openTraces } from '../../ground/observe/traces/open-traces.ts'
import type { Config } from '../configuration/config.ts'
import { readVersion } from '../configuration/version.ts'
import { type OperatedPlace, placeMetrics } from './place-metrics.ts'

/** Whoever observes this process: metrics, traces, both, or nobody. */
export interface Observing {
  readonly observer?: Observer
  /** This process's metrics, ready to be sent to the process that serves them; absent when nothing is measured. */
  readonly metrics?: (state: Omit<ProcessState, 'version'>) => Promise<readonly MetricJson[]>
  stop(): Promise<void>
}

export async function openObserving(
  { metrics, traces, environment }: Pick<Config, 'metrics' | 'traces' | 'environment'>,
  log: Log,
): Promise<Observing> {
  if (!metrics && !traces) return { stop: async () => undefined }
  const { version } = readVersion()
  const rules = { version, environment, random: Math.random, log }
  const tracing = traces && (await openTraces({ ...traces, ...rules }))
  const measured = metrics && new ProcessMetrics()
  const observer = observersTogether([measured, tracing?.observer].filter((one) => one !== undefined))
  return {
    ...(observer && { observer }),
    ...(measured && { metrics: (state) => measured.toJson({ ...state, version }) }),
    async stop() {
      measured?.stop()
      await tracing?.stop()
    },
  }
}

/** One for what is quick and one for what is not, so that neither waits for the other. */
const connections = 2

/**
 * Serves metrics: those of each process, added up, and those of the machine and the database, which are asked once. With several
 * processes, `ofProcesses` collects from all of them.
 */
export async function serveMetrics(
  url: string,
  config: Pick<Config, 'metrics'> & OperatedPlace,
  ofProcesses: () => Promise<readonly (readonly MetricJson[])[]>,
  log: Log,
): Promise<MetricsListener> {
  const options = { url, name: 'purser metrics', answerTimeoutMs: 4000 }
  const database = new DatabaseMetrics(new ConnectionPool(options, connections), log)
  const collect = async () => {
    const [processes, here, stored] = await Promise.all([ofProcesses(), placeMetrics(config), database.toJson()])
    return mergeMetrics([...processes, here, stored])
  }
  try {
    const listener = await startMetricsListener(config.metrics ?? { host: '127.0.0.1', port: 0 }, collect, log)
    const stop = async () => {
      await listener.stop()
      await database.stop()
    }
    return { ...listener, stop }
  } catch (error) {
    await database.stop()
    throw error
  }
}
