import type { SharedCounts } from '../../doors/api/count-exchange.ts'
import type { MetricJson } from '../../ground/observe/metrics/metric-json.ts'

/** How a process is to serve. */
export interface ServeOrder {
  readonly kind: 'serve'
  /** Of the database: it may hold a password, and goes no other way than this. */
  readonly url: string
  /** Of the database that coordinates several; the same where there is one. */
  readonly coordinator: string
  readonly port: number
  /** How many processes there are. */
  readonly processes: number
  readonly runsJobs: boolean
  /** Whether another process has told the operator what concerns all of them. */
  readonly isFurther: boolean
}

/** What the supervisor tells a process. */
export type ProcessOrder =
  | ServeOrder
  /** Run the background jobs from now on. */
  | { readonly kind: 'jobs' }
  | { readonly kind: 'stop' }
  /** What another process has counted; `exchange` is the name by which it is confirmed. */
  | { readonly kind: 'heard'; readonly exchange: number; readonly told: SharedCounts }
  /** Tell what was measured; `asked` is the number by which it is answered. */
  | { readonly kind: 'measure'; readonly asked: number }
  /** All others have confirmed what this one has counted. */
  | { readonly kind: 'known'; readonly id: number }

export interface CountedReport {
  readonly kind: 'counted'
  readonly id: number
  readonly told: SharedCounts
}

/** What a process tells the supervisor. */
export type ProcessReport =
  /** It waits for orders. */
  | { readonly kind: 'here' }
  | { readonly kind: 'serving'; readonly port: number; readonly address: string }
  /** It cannot serve, and ends. */
  | { readonly kind: 'failed'; readonly lines: readonly string[] }
  | CountedReport
  | { readonly kind: 'measured'; readonly asked: number; readonly metrics: readonly MetricJson[] }
  /** It has taken what another process has counted, and has told all that it had counted itself until then. */
  | { readonly kind: 'confirmed'; readonly exchange: number }
