import { after } from 'node:test'
import { openLog } from '../../server/ground/log/log.ts'
import type { MetricsListener } from '../../server/ground/observe/metrics/listener.ts'
import { serveMetrics } from '../../server/program/assembly/observing.ts'
import type { Service } from '../../server/program/assembly/running-server.ts'
import { startTestService, testDatabase } from './shop.ts'

/** A value of a metric, as Prometheus would read it. */
export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** What is exposed: the type of each metric, and its values. */
export class Exposed {
  readonly types = new Map<string, string>()
  readonly samples: Sample[] = []

  constructor(text: string) {
    for (const line of text.split('\n')) {
      const [, metric, type] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? []
      if (metric !== undefined && type !== undefined) this.types.set(metric, type)
      const [, name, labels = '', value] = /^([a-z_]\w*)(?:\{(.*)\})? (\S+)$/i.exec(line) ?? []
      if (name !== undefined) this.samples.push({ name, labels: readLabels(labels), value: Number(value) })
    }
  }

  /** The values of a metric that have these labels, added up; undefined when there is none. */
  value(name: string, labels: Readonly<Record<string, string>> = {}): number | undefined {
    const wanted = Object.entries(labels)
    const found = this.samples.filter(
      (one) => one.name === name && wanted.every(([label, value]) => one.labels[label] === value),
    )
    return found.length === 0 ? undefined : found.reduce((sum, one) => sum + one.value, 0)
  }
}

function readLabels(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, name, value]) => [name, value]))
}

export async function scrape({ port }: Pick<MetricsListener, 'port'>): Promise<Exposed> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${answer.status}: ${text}`)
  return new Exposed(text)
}

/** A server that is measured, and the listener that serves its metrics. */
export async function openMeasured(flags: readonly string[] = [], runsJobs = false) {
  const service = await startTestService(['--metrics-port', '0', ...flags], runsJobs)
  const listener = await listenTo([service])
  after(() => service.stop())
  return { service, listener, scrape: () => scrape(listener) }
}

/** Serves the metrics of these processes together. */
export async function listenTo(services: readonly Service[], url = testDatabase()): Promise<MetricsListener> {
  const collect = () => Promise.all(services.map(async ({ metrics }) => (await metrics?.()) ?? []))
  const place = { metrics: { host: '127.0.0.1', port: 0 }, dataFolder: import.meta.dirname }
  const listener = await serveMetrics(url, place, collect, openLog('warn'))
  after(() => listener.stop())
  return listener
}
