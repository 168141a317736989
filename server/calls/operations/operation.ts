import type { Brand } from '../../domain/brand/brand.ts'
import type { PinKeeper } from '../../domain/card/pin-keeper.ts'
import type { Call, CallOrigin } from '../../domain/decision/call.ts'
import type { Decision, DecisionContext } from '../../domain/decision/decision.ts'
import type { Touches } from '../../domain/decision/touches.ts'
import type { OutcomeObjection } from '../../domain/judge/judge-outcome.ts'
import { type FieldShape, type Model, model, type Values } from '../../ground/contract/field.ts'
import type { Sql } from '../../ground/database/connection.ts'
import type { CallType } from '../../ground/kernel/call-type.ts'
import type { Enablement } from '../../ground/kernel/enablement.ts'
import type { Refusal } from '../../ground/kernel/errors.ts'
import type { CardId, RandomBytes } from '../../ground/kernel/ids.ts'
import type { ErrandKind } from '../../storage/errand/kind.ts'
import type { Reader } from '../../storage/store/queries/reader.ts'
import type { Simulate } from './simulation.ts'
import type { StrangeField } from './strange-field.ts'
import { withTiers } from './tier-change.ts'

interface Described<N extends string, S extends FieldShape, R extends FieldShape> {
  readonly name: N
  readonly group?: OperationGroup
  /** One line: tools cut what is longer than 120 characters. */
  readonly summary: string
  /** What else is to be known. */
  readonly details?: string
  /** What the call is, when that depends on the request. */
  readonly callTypeOf?: (request: Values<S>) => CallType
  readonly callType: CallType
  readonly requestModel: string
  readonly responseModel: string
  readonly request: S
  readonly response: R
  /** The whole operation needs this enablement (104). */
  readonly enablement?: Enablement
  /** It tells of all locations, or changes what is theirs together: a key of some of them may not call it (104). */
  readonly isOfWholeBrand?: true
  /** No scope excludes it. */
  readonly isForAnyKey?: true
  /** Another operation whose answer such a request has in its own: a key must be allowed to call that, too (104). */
  readonly alsoCalls?: (request: Values<S>) => string | undefined
  /** What is wrong with the request as such: fields that contradict each other. Part of the body's form. */
  readonly check?: (request: Values<S>) => Refusal | undefined
  /** What of the request the brand does not know, and so is passed over; refused where somebody wants to be told (100). */
  readonly findStrange?: (request: Values<S>, brand: Brand, most: number) => readonly StrangeField[]
}

export type OperationGroup = 'merchant' | 'flex' | 'admin'

interface OperationBase {
  readonly name: string
  readonly group: OperationGroup
  readonly summary: string
  readonly details?: string
  readonly callType: CallType
  readonly callTypeOf?: (request: unknown) => CallType
  readonly request: Model
  readonly response: Model
  readonly enablement?: Enablement
  readonly isOfWholeBrand?: true
  readonly isForAnyKey?: true
  readonly alsoCalls?: (request: unknown) => string | undefined
  readonly check?: (request: unknown) => Refusal | undefined
  readonly findStrange?: (request: unknown, brand: Brand, most: number) => readonly StrangeField[]
}

/** An operation that changes something: it runs in the engine, in one transaction with its record. */
export interface Command extends OperationBase {
  readonly kind: 'command'
  touches(request: unknown, origin: CallOrigin): Touches
  decide(context: DecisionContext<unknown>): Decision<object>
}

/** What a reading operation may use. */
export interface QueryContext<Request> {
  readonly request: Request
  readonly call: Call
  readonly brand: Brand
  readonly pins: PinKeeper
  readonly reader: Reader
  /** Decides a command without carrying it out. */
  readonly simulate: Simulate<Command>
}

/** An operation that only reads: it goes straight to the store. */
export interface Query extends OperationBase {
  readonly kind: 'query'
  /** Whether it may take longer than a till waits, as reports do. */
  readonly takesLong: boolean
  /** The command that must succeed first, for a read that counts wrong pins. */
  readonly guardedBy?: (context: QueryContext<unknown>) => Promise<QueryGuard | undefined>
  answer(context: QueryContext<unknown>): Promise<Answer | Refusal>
}

export interface QueryGuard {
  readonly command: Command
  /** As the command's contract reads it. */
  readonly request: object
}

export interface Answer {
  readonly kind: 'answer'
  readonly response: object
  /** The card the call was about, for its record. */
  readonly cardId?: CardId
  readonly unknownCoupons?: number
}

/** What a task may use: a connection of its own, inside the transaction that also keeps its record. */
export interface TaskContext<Request> {
  readonly request: Request
  readonly call: Call
  readonly brand: Brand
  readonly pins: PinKeeper
  readonly random: RandomBytes
  /** The name of this deployment: demo, stage, production. */
  readonly environment: string
  /** The long work that can be asked for. */
  readonly errandKinds: readonly ErrandKind[]
  readonly db: Sql
}

/**
 * An operation on the brand itself and not on its cards: it runs outside the lanes, alone, in one transaction with its
 * record and its customRequestId. Whatever it did is taken back when it refuses.
 */
export interface Task extends OperationBase {
  readonly kind: 'task'
  readonly onlyReads: boolean
  /** Whether the brand is read anew before the call is answered. */
  readonly changesBrand: boolean
  /** What has to be committed before the task's own transaction begins, and may be done any number of times. */
  readonly prepare?: (db: Sql, brand: Brand) => Promise<void>
  perform(context: TaskContext<unknown>): Promise<Answer | TaskRefusal>
}

/** A refusal, with why a user of the portal may not do it by hand. */
export interface TaskRefusal extends Refusal {
  readonly objection?: OutcomeObjection
}

export type Operation = Command | Query | Task

/** What an operation is called, takes and returns, for the compiler: it exists only as a type. */
export interface Contracted<N extends string, S extends FieldShape, R extends FieldShape> {
  readonly name: N
  readonly contract?: { readonly request: S; readonly response: R }
}

/** Whether a call of it can change anything. */
export const changesSomething = (operation: Operation): boolean =>
  operation.kind === 'command' || (operation.kind === 'task' && !operation.onlyReads)

export function command<const N extends string, S extends FieldShape, R extends FieldShape>(
  definition: Described<N, S, R> & {
    touches: (request: Values<S>, origin: CallOrigin) => Touches
    decide: (context: DecisionContext<Values<S>>) => Decision<Values<R>>
  },
): Command & Contracted<N, S, R> {
  // The reader gives a decision exactly the values of its own contract, which only the compiler cannot see.
  const { touches, decide } = definition as unknown as Pick<Command, 'touches' | 'decide'>
  return { ...described(definition), kind: 'command', touches, decide: withTiers(decide) }
}

export function query<const N extends string, S extends FieldShape, R extends FieldShape>(
  definition: Described<N, S, R> & {
    takesLong?: boolean
    guardedBy?: (context: QueryContext<Values<S>>) => Promise<QueryGuard | undefined>
    answer: (
      context: QueryContext<Values<S>>,
    ) => Promise<{ kind: 'answer'; response: Values<R>; cardId?: CardId } | Refusal>
  },
): Query & Contracted<N, S, R> {
  const { guardedBy, answer } = definition as unknown as Pick<Query, 'guardedBy' | 'answer'>
  const { takesLong = false } = definition
  return { ...described(definition), kind: 'query', takesLong, ...(guardedBy && { guardedBy }), answer }
}

export function task<const N extends string, S extends FieldShape, R extends FieldShape>(
  definition: Described<N, S, R> & {
    onlyReads?: boolean
    changesBrand?: boolean
    prepare?: (db: Sql, brand: Brand) => Promise<void>
    perform: (
      context: TaskContext<Values<S>>,
    ) => Promise<{ kind: 'answer'; response: Values<R>; cardId?: CardId } | TaskRefusal>
  },
): Task & Contracted<N, S, R> {
  const { perform } = definition as unknown as Pick<Task, 'perform'>
  const { onlyReads = false, changesBrand = false, prepare } = definition
  return { ...described(definition), kind: 'task', onlyReads, changesBrand, ...(prepare && { prepare }), perform }
}

function described<N extends string, S extends FieldShape, R extends FieldShape>(
  definition: Described<N, S, R>,
): OperationBase & { readonly name: N } {
  const { name, group = 'merchant', summary, details, callType, enablement, requestModel, responseModel } = definition
  return {
    name,
    group,
    summary,
    ...(details !== undefined && { details }),
    callType,
    request: model(requestModel, `The request of ${name}.`, definition.request),
    response: model(responseModel, `The response of ${name}.`, definition.response),
    ...(enablement && { enablement }),
    ...(definition.isOfWholeBrand && { isOfWholeBrand: true }),
    ...(definition.isForAnyKey && { isForAnyKey: true }),
    ...(definition.alsoCalls && { alsoCalls: definition.alsoCalls as (request: unknown) => string | undefined }),
    ...(definition.callTypeOf && { callTypeOf: definition.callTypeOf as (request: unknown) => CallType }),
    ...(definition.findStrange && { findStrange: definition.findStrange as NonNullable<OperationBase['findStrange']> }),
    ...(definition.check && { check: definition.check as (request: unknown) => Refusal | undefined }),
  }
}
