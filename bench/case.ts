import type { Plan } from './plan.ts'
import type { Site } from './site.ts'

/** Something that is measured: a line of the table and a key of the JSON. One file each, listed in cases/all.ts. */
export interface Case {
  readonly name: string
  /** Whether `--quick` has time for it. */
  readonly isQuick: boolean
  readonly target: Target
  run(site: Site, plan: Plan): Promise<Measured>
}

/**
 * The ratio that it is to reach, the milliseconds that all but the slowest hundredth may take, or how many times longer
 * than the case itself they may take in its parts.
 */
export type Target = { readonly ratio: number } | { readonly p99: number } | { readonly multiple: number }

export interface Measured {
  /** Absent where there is nothing to compare with. */
  readonly ratio?: number
  /** In a part of a case: its p99 by that of the case itself. */
  readonly multiple?: number
  /** What is compared with the case itself: a line of the table each. */
  readonly parts?: Readonly<Record<string, Measured>>
  /** Calls a second, and what they are compared with: pgbench, or the same server with less data. */
  readonly ours: number
  readonly floor?: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  /** What a call costs the server's process, in microseconds of a processor; undefined where the system does not say. */
  readonly processorTime?: number
  /** How server, database and client shared what they used of the processors, in percent. */
  readonly shares?: Shares
  /** What one call adds to requests, ledger, checkouts and firings with their indexes, in bytes. */
  readonly bytesPerCall?: number
  /** Further figures for the JSON, by their names. */
  readonly more?: Readonly<Record<string, number>>
}

export interface Shares {
  readonly server: number
  readonly database: number
  readonly client: number
}
