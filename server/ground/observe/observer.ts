/**
 * What the parts of a server tell whoever observes them. Nobody does unless the operator asked for it: then the parts
 * have no observer, and pay nothing.
 */
export interface Observer {
  /**
   * Whether somebody follows this call: undefined for nearly all. Only asked for callers who are known. `traceparent` is
   * the header of this name (W3C Trace Context) as it was sent; the call began then by the process's monotonic clock.
   */
  follow(operation: string, traceparent: string | undefined, beganMs: number): CallSpan | undefined
  /** A request was answered: with an error of the catalogue, or with 0. Without an operation it was none's business. */
  answered(operation: string | undefined, code: number, milliseconds: number): void
  /** A batch ended: it was stored, had nothing to store, or failed. */
  batchEnded(batch: ObservedBatch): void
  /** A run of a job ended; without counts it failed. */
  jobRan(job: string, milliseconds: number, counts: Readonly<Record<string, number>> | undefined): void
}

export type Phase = 'load' | 'decide' | 'store'

/** A call that is being followed. */
export interface CallSpan {
  readonly traceId: string
  /** The header with which others go on with the trace. */
  readonly traceparent: string
  /** Tells of a phase of the batch that the call was in. All times are of the process's monotonic clock. */
  phase(name: Phase, time: { readonly fromMs: number; readonly toMs: number }, about: PhaseFacts): void
  end(about: ObservedCall): void
}

/** All that may be said of a phase. */
export interface PhaseFacts {
  readonly lane: string
  /** The reference of the batch's first call: calls that share it were in one batch. */
  readonly batch: string
  readonly commands: number
  readonly fault?: string
}

/** All that may be said of a call. Cards, customers, amounts and secrets have no field here. */
export interface ObservedCall {
  readonly requestRef: string
  readonly brand: string
  readonly code: number
}

/** One attempt of a lane to load, decide and store commands. The engine fills in the times as it goes. */
export interface ObservedBatch {
  readonly lane: string
  readonly commands: readonly ObservedCommand[]
  /** Whether it is a command that runs alone because its batch failed. */
  readonly isAlone: boolean
  readonly beganMs: number
  /** Absent when it did not get that far. */
  readonly loadedMs?: number
  readonly decidedMs?: number
  readonly endedMs: number
  /** What was in the way. */
  readonly fault?: string
}

interface ObservedCommand {
  /** When it arrived. */
  readonly since: number
  readonly work: { readonly call: { readonly ref: string }; readonly span?: CallSpan }
}

/** One observer that tells several. */
export function observersTogether(observers: readonly Observer[]): Observer | undefined {
  if (observers.length < 2) return observers[0]
  return {
    follow(operation, traceparent, beganMs) {
      for (const one of observers) {
        const span = one.follow(operation, traceparent, beganMs)
        if (span) return span
      }
      return undefined
    },
    answered(operation, code, milliseconds) {
      for (const one of observers) one.answered(operation, code, milliseconds)
    },
    batchEnded(batch) {
      for (const one of observers) one.batchEnded(batch)
    },
    jobRan(job, milliseconds, counts) {
      for (const one of observers) one.jobRan(job, milliseconds, counts)
    },
  }
}
