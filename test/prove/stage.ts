import type { ProveServers } from './prove-servers.ts'
import type { Tally } from './tally.ts'

/** The counts of what must not be. */
export type FaultCount = 'divergences' | 'lost' | 'doubled' | 'internalErrors' | 'leaks'

export interface StageRun {
  readonly servers: ProveServers
  readonly seed: number
  /** About how long it may take. */
  readonly seconds: number
  readonly tally: Tally
  readonly say: (text: string) => void
  /** Says what is wrong, and counts it. */
  readonly fault: (count: FaultCount, text: string) => void
}

/** A part of the programme. It leaves the servers running, and nothing else behind. */
export interface Stage {
  readonly name: string
  /** Its part of the time, beside those of the others. */
  readonly share: number
  /** What it calls; each stage has brands of its own. */
  readonly brands: readonly object[]
  /** Whether it is only run where it is asked for. */
  readonly isOptional?: boolean
  readonly run: (run: StageRun) => Promise<void>
}
