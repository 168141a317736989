import type { Finished, Work } from '../../../calls/engine/work.ts'
import type { Brand } from '../../../domain/brand/brand.ts'
import type { ConnectionPool } from '../../../ground/database/connection.ts'
import type { LongRead } from '../../../ground/database/long-reads.ts'
import type { BrandId, RandomBytes } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import type { Log } from '../../../ground/log/log.ts'

/** Something that happens without a call. Listed in all.ts; runs once at a time over all processes. */
export interface Job {
  /** The name of its queue: letters, digits, hyphens. */
  readonly name: string
  readonly every: Every
  /** How often it is tried again before it is given up; 5 when not said. */
  readonly retries?: number
  /** Does what is due. May be cut off at any point and begin anew elsewhere, so whatever it does must bear being done again. */
  run(context: JobContext): Promise<JobReport>
}

/** So many seconds apart, at most an hour; or by a cron expression of minutes, in UTC. */
type Every = { readonly seconds: number } | { readonly cron: string }

export interface JobReport {
  /** What was done, by name; shown in the log and by `purser jobs`. Never personal data. */
  readonly counts: Readonly<Record<string, number>>
  /** Whether there was more to do than the time allowed: it runs again at once. */
  readonly more?: boolean
}

export interface JobContext {
  listBrands(): Promise<readonly BrandId[]>
  brandAt(brand: BrandId): Promise<Brand>
  /** Carries out a command of the job; see run-commands.ts. */
  run(work: Work): Promise<Finished>
  readonly pool: ConnectionPool
  /** For what takes seconds and only reads. */
  readonly atLength: LongRead
  /** Where tables are changed, if that is at another node. */
  readonly home?: ConnectionPool | undefined
  /** The database's time. */
  now(): Promise<Instant>
  readonly random: RandomBytes
  readonly log: Log
  /** Whether the job should end soon: its time is up, the process stops, or another worker has taken over. */
  isOver(): boolean
}
