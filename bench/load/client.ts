import type { Run, RunResult } from './run.ts'

/** What makes the calls. */
export interface Client {
  readonly name: 'wrk' | 'node'
  run(run: Run): Promise<RunResult>
  /** How long it has kept a processor busy, in seconds; undefined where the system does not say. */
  processorTime(): number | undefined
  stop(): Promise<void>
}
