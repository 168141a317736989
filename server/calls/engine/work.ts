import type { Brand } from '../../domain/brand/brand.ts'
import type { Trace, Unfulfilled } from '../../domain/campaign/trace.ts'
import type { Call } from '../../domain/decision/call.ts'
import type { OutcomeObjection, OutcomeVerdict } from '../../domain/judge/judge-outcome.ts'
import type { Sums } from '../../domain/judge/sums.ts'
import type { CallType } from '../../ground/kernel/call-type.ts'
import { defined } from '../../ground/kernel/defined.ts'
import type { ErrorCode, LockedBy, Refusal } from '../../ground/kernel/errors.ts'
import type { CardId, RequestRef } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { CallSpan } from '../../ground/observe/observer.ts'
import type { Command, Operation, TaskRefusal } from '../operations/operation.ts'
import type { Simulated, Simulation } from '../operations/simulation.ts'

/** One authenticated call whose body has been read: what the HTTP edge and the jobs hand to the engine. */
export interface Work {
  readonly operation: Operation
  readonly request: unknown
  readonly call: Call
  /** The configuration by which the request was read; the engine decides by the one that is in force. */
  readonly brand: Brand
  readonly idempotency?: IdempotencyKey
  readonly unknownFields: readonly string[]
  /** When the caller began to wait, by the process's monotonic clock; when it came to the engine, if not said. */
  readonly since?: number
  /** Of a call that somebody follows. */
  readonly span?: CallSpan
}

/** A customRequestId, and what it was sent with, as SHA-256 digests. */
export interface IdempotencyKey {
  readonly idSha256: Buffer
  readonly fingerprint: Buffer
}

export type Finished = (DoneWork | RefusedWork) & {
  /** The reference that it was carried out under, if not that of the call: the books were settled beyond that. */
  readonly ref?: RequestRef
}

/** Nothing was done, because the books are settled beyond the call's reference: it needs another one. */
export interface Untimely {
  readonly kind: 'untimely'
  readonly settled: RequestRef
  /** The database's time. */
  readonly now: Instant
}

/** How a call ended inside the engine. */
export type Ended = DoneWork | RefusedWork | Untimely

export function findUntimely(
  { call }: Pick<Work, 'call'>,
  { now, settled }: { readonly now: Instant; readonly settled: RequestRef | undefined },
): Untimely | undefined {
  return settled !== undefined && call.ref <= settled ? { kind: 'untimely', settled, now } : undefined
}

export interface DoneWork {
  readonly kind: 'done'
  readonly response: object
  /** What rules of the call could not give; the operator is told. */
  readonly unfulfilled?: readonly Unfulfilled[]
  /** The card that a read was about, for its record. */
  readonly cardId?: CardId
  /** How many coupons and public codes were presented that do not exist. */
  readonly unknownCoupons?: number
}

export interface RefusedWork {
  readonly kind: 'refused'
  readonly code: ErrorCode
  readonly text: string
  /** The field of the request that is wrong. */
  readonly field?: string
  /** With error 3: the call that succeeded. */
  readonly original?: RequestRef
  /** With error 3: the id came again with another operation or body. */
  readonly misused?: boolean
  readonly cardId?: CardId
  /** What became of the rules that were judged before. */
  readonly trace?: Trace
  /** With error 27. */
  readonly blockingCoupons?: readonly string[]
  readonly unknownCoupons?: number
  /** With error 104: what a user of the portal could still give. */
  readonly owed?: Refusal['owed']
  /** Why somebody may not do this by hand. */
  readonly objection?: OutcomeObjection
  /** With error 113. */
  readonly lock?: LockedBy & {
    /** It was made with the same key. */
    readonly isOwn?: boolean
  }
}

export function toRefused({
  code,
  text,
  field,
  blockingCoupons,
  owed,
  lock,
  objection,
}: Omit<TaskRefusal, 'kind'>): RefusedWork {
  return defined({ kind: 'refused', code, text, field, blockingCoupons, owed, lock, objection })
}

/** What the call is; a request that could not be read is what its operation usually is. */
export function callTypeOf({ operation, request }: Pick<Work, 'operation' | 'request'>): CallType {
  return (request !== undefined && operation.callTypeOf?.(request)) || operation.callType
}

/** A call that was refused before it could become work. */
export interface RefusedEarly {
  readonly brand: Brand
  readonly call: Call
  readonly operation: Operation
  readonly code: ErrorCode
  readonly unknownFields: readonly string[]
}

/** The engine as the floors above see it. */
export interface Dispatcher {
  /** Carries out a call and leaves its record. Never rejects. */
  run(work: Work): Promise<Finished>
  /**
   * Leaves the record of an authenticated call that was refused before it could become work. False when there is no
   * place for the record: then the call is refused for that reason (109).
   */
  recordRefusal(refused: RefusedEarly): boolean | Promise<boolean>
  /** Finishes what is in flight, refuses what is new (109), writes the records that are waiting. */
  drain(): Promise<void>
}

/** The engine for whoever wants to know what a call would do. */
export interface Foresight {
  /** Decides a command on the state of now and carries out nothing. Undefined when too many are waiting. */
  simulate(simulation: Simulation<Command>): Promise<Simulated | undefined>
  /** Judges a call by hand by what it would do now, and carries out nothing. Undefined when too many are waiting. */
  foreseeByHand(work: Work): Promise<ForeseenByHand | undefined>
}

/** What would be said of a call by hand, and what it would come to. */
export type ForeseenByHand =
  | RefusedWork
  | { readonly kind: 'judged'; readonly verdict: OutcomeVerdict; readonly sums: Sums }
