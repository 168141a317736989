import type { Asking } from './counters.ts'

/** What the server gave of things that several customers want at the same time, where only it can know. */
export interface Seen {
  readonly refusedWith: number | undefined
  readonly cut: number
  readonly few: boolean
  readonly bonus: number
  readonly device: boolean
}

export interface Moment {
  readonly now: number
  /** The call's own reference, once it is known. */
  readonly ref: string
  /** Where nobody else calls, undefined: then everything is predicted. */
  readonly seen: Seen | undefined
  readonly asking: Asking | undefined
}

/** The error that the call must be refused with. Otherwise it has happened, in the model too. */
export type Refusal = number | undefined
