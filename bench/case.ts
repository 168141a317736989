import type { Plan } from './flags.ts'
import type { Site } from './site.ts'

/** Something that is measured: a line of the table and a key of the JSON. One file each, listed in cases/all.ts. */
export interface Case {
  readonly name: string
  /** Whether `--quick` has time for it. */
  readonly isQuick: boolean
  /** The ratio that it is to reach. */
  readonly target: number
  run(site: Site, plan: Plan): Promise<Measured>
}

export interface Measured {
  readonly ratio: number
  /** Calls a second, and what they are compared with: pgbench, or the same server with less data. */
  readonly ours: number
  readonly floor: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  /** What a call costs the server's process, in microseconds of a processor; undefined where the system does not say. */
  readonly processorTime?: number
  /** What one call adds to requests and ledger with their indexes, in bytes. */
  readonly bytesPerCall?: number
}
