import type pg from 'pg'
import type { Account } from '../account/account.ts'
import type { Brand } from '../brand/brand.ts'
import type { Enablement } from '../brand/document.ts'
import type { EventType } from '../brand/event-type.ts'
import type { LocalClock } from '../campaign/clock.ts'
import type { Firing, KeptEffects, NewEvent, NewMessage, OfferUse, Unfiring } from '../campaign/kept-effects.ts'
import type { FactNeed } from '../campaign/needs.ts'
import type { Past } from '../campaign/past.ts'
import type { Trace } from '../campaign/trace.ts'
import type { Posting } from '../card/book.ts'
import type { Card } from '../card/card.ts'
import type { CardRefusal } from '../card/guard.ts'
import type { PinKeeper } from '../card/pin-keeper.ts'
import type { CardSnapshot } from '../card/snapshot.ts'
import type { Channel } from '../channel/channel.ts'
import type { ChannelName, ChannelUser } from '../channel/channel-user.ts'
import type { AddressedMessage } from '../channel/confirmation.ts'
import type { CheckoutRecord } from '../checkout/record.ts'
import { type Model, model, type Shape, type Values } from '../contract/field.ts'
import type { Coupon } from '../coupon/coupon.ts'
import type { Sql } from '../database/connection.ts'
import type { CallType } from '../kernel/call-type.ts'
import type { Refusal } from '../kernel/errors.ts'
import type { CardId, RandomBytes, RequestRef } from '../kernel/ids.ts'
import type { Instant } from '../kernel/time.ts'
import type { CardPromotion } from '../store/coupon.sql.ts'
import type { Reader } from '../store/reader.ts'

/** Who calls, from where, and what they call it: the request's headers once they are checked. */
export interface Call {
  readonly ref: RequestRef
  readonly locationId: string
  readonly terminalId: string
  readonly employeeId?: string
  readonly externalTransactionId?: string
  readonly note?: string
  /** Where the caller reaches the server: scheme, host and perhaps a path, without a slash at its end. */
  readonly address?: string
}

/** What a command will touch, so that it can be locked and read before anything is decided. */
export interface Touches {
  readonly cards?: readonly string[]
  /** Child cards; their roots are locked with them. */
  readonly children?: readonly ChildName[]
  /** The numbers of root cards of which all children are touched, and of those whose coupons all are. */
  readonly allChildrenOf?: readonly string[]
  readonly allCouponsOf?: readonly string[]
  /** Further cards by their ids: those that an earlier request changed. */
  readonly cardIds?: readonly CardId[]
  /** Earlier checkouts, setups and returns that the command completes, cancels, voids or returns. */
  readonly checkouts?: readonly RequestRef[]
  /** Earlier requests that the command reverses or refers to. */
  readonly requests?: readonly RequestRef[]
  /** Coupons that the command changes or looks at, by their ids. */
  readonly coupons?: readonly string[]
  /** Coupons that are not waited for: one that another call holds is busy (26). */
  readonly presentedCoupons?: readonly string[]
  /** Promotions of which a card of the command may have a coupon already. */
  readonly promotions?: readonly CardPromotion[]
  /** Users of phone numbers and addresses whose channels the command changes. */
  readonly channels?: readonly ChannelUser[]
  /** Event types that the command makes or changes, by their categoryIds. */
  readonly eventTypes?: readonly string[]
  /** Event types that the command names: read, but not locked. */
  readonly namedEventTypes?: readonly string[]
  /** What commands without a card queue behind, such as a card set. */
  readonly queue?: string
  /** Whether the cards' pins are looked at. */
  readonly pins?: boolean
  /** Whether the cards' personal offers are looked at. */
  readonly offers?: boolean
}

export interface ChildName {
  readonly root: string
  readonly child: string
}

/** An earlier request, locked and read with its ledger rows. */
export interface PastRequest {
  readonly ref: RequestRef
  readonly operation: string
  readonly callType: CallType
  readonly cardId?: CardId
  readonly childId?: CardId
  readonly cardSeq?: number
  /** The checkout that it is a payment of. */
  readonly paymentOf?: RequestRef
  readonly errorCode?: number
  readonly voidedBy?: RequestRef
  readonly detail?: RequestDetail
  readonly postings: readonly Posting[]
}

/** What a request record keeps beyond its columns. Later calls show it or need it. */
export interface RequestDetail {
  readonly merchantName?: string
  readonly balanceReference?: string
  readonly customMutationType?: string
  readonly suspensionReason?: string
  readonly newStatus?: string
  /** The status that a void of this allocation restores. */
  readonly formerStatus?: string
  /** What was asked before conversion to the main currency: minor units of `currency`, and what became of them. */
  readonly conversion?: {
    readonly currency: string
    readonly asked: number
    readonly scale: number
    readonly converted: number
  }
  readonly orderTotal?: string
  readonly customKeyValues?: readonly { readonly key: string; readonly value: string }[]
  /** The coupon that a coupon call was about, and what it did with it. */
  readonly coupon?: string
  readonly couponAction?: string
  readonly voids?: RequestRef
  /** Of a transfer: what it was, and of one in, the card that was transferred out before. */
  readonly transfer?: { readonly action: 'out' | 'in' | 'zero'; readonly from?: CardId }
  /** What rules did in the call beyond the ledger. */
  readonly effects?: KeptEffects
  /** What a return was to take back and could not, by value type. */
  readonly shortfalls?: readonly { readonly cardId: CardId; readonly valueType: number; readonly amount: number }[]
  readonly unknownFields?: readonly string[]
}

/** Something a decision turns out to need. The engine fetches what the whole batch needs, and decides again. */
export type Need =
  | { readonly kind: 'freeCard'; readonly setId: string }
  | { readonly kind: 'newCardId' }
  /** Coupons of a set; those of an auto-generating set are made when it has no more. For a card, if it is to get them. */
  | { readonly kind: 'freeCoupons'; readonly setId: string; readonly count: number; readonly cardNumber?: string }
  /** What rules ask about the past of a card; without a card, about the brand alone. */
  | { readonly kind: 'facts'; readonly card?: CardId; readonly facts: readonly FactNeed[] }
  /** More to lock and read than the command could name: it is begun again with all of it, alone. */
  | { readonly kind: 'more'; readonly touches: Touches }

export interface Needs {
  readonly kind: 'needs'
  readonly needs: readonly Need[]
}

/** What a command changes and answers. */
export interface Outcome<Response> {
  readonly kind: 'outcome'
  readonly response: Response
  /** The card whose history the call belongs to. */
  readonly subject?: Card
  /** Cards as they become, the subject included. */
  readonly cards: readonly Card[]
  /** Coupons as they become. */
  readonly coupons?: readonly Coupon[]
  readonly postings: readonly Posting[]
  /** Earlier requests as they become. */
  readonly requests?: readonly PastRequest[]
  readonly customDate?: Instant
  readonly detail?: RequestDetail
  /** When it is not the operation's own. */
  readonly callType?: CallType
  /** The card that the call was about, for a call that is no part of its history. */
  readonly about?: Card
  /** The child card that the call was about; its root is the subject. */
  readonly child?: Card
  readonly trace?: Trace
  /** A checkout, locked setup or return that was made. */
  readonly checkout?: CheckoutRecord
  /** Earlier checkouts as they become. */
  readonly checkouts?: readonly CheckoutRecord[]
  readonly accounts?: readonly Account[]
  readonly fired?: readonly Firing[]
  readonly unfired?: readonly Unfiring[]
  /** Occasions on which rules that run by the calendar were considered: each once. */
  readonly occurrences?: readonly ConsideredOccurrence[]
  /** The completed setup whose firings become those of this call. */
  readonly confirms?: RequestRef
  readonly events?: readonly NewEvent[]
  /** Calls whose events are removed. */
  readonly removesEventsOf?: readonly RequestRef[]
  readonly messages?: readonly (NewMessage | AddressedMessage)[]
  /** Channels and event types as they become. */
  readonly channels?: readonly Channel[]
  readonly eventTypes?: readonly EventType[]
  /** Cards that have a pass from now on. */
  readonly passes?: readonly CardId[]
  readonly offerUses?: readonly OfferUse[]
  /** Calls whose uses of offers are removed. */
  readonly removesOfferUsesOf?: readonly RequestRef[]
  /** What cards had when the call transferred them out. */
  readonly snapshots?: readonly CardSnapshot[]
  /** Changes of segments that rules were run for. */
  readonly firedChanges?: readonly number[]
  /** Redemptions that this call uses as payments; each can be used once. */
  readonly paidBy?: readonly RequestRef[]
  /** Nothing came of it that anybody would look for: it leaves no record. */
  readonly unrecorded?: true
}

export interface ConsideredOccurrence {
  /** campaignId/ruleId */
  readonly rule: string
  readonly occurrence: string
  readonly cardId: CardId
}

export type Decision<Response> = Outcome<Response> | CardRefusal | Needs

/** Everything a decision may look at. It has no other source: no clock, no randomness, no input or output. */
export interface DecisionContext<Request> {
  readonly request: Request
  readonly call: Call
  readonly brand: Brand
  readonly now: Instant
  readonly pins: PinKeeper
  /** The same bytes each time the command is decided again. */
  readonly random: RandomBytes
  /** The same instant as the brand's wall clock shows it. */
  readonly clock: LocalClock
  readonly card: (number: string) => Card | undefined
  readonly child: (name: ChildName) => Card | undefined
  readonly cardById: (id: CardId) => Card | undefined
  /** All children of a root, and all coupons of a card, which the command's `touches` named. */
  readonly childrenOf: (root: Card) => readonly Card[]
  readonly couponsOf: (card: Card) => readonly Coupon[]
  readonly checkout: (ref: RequestRef) => CheckoutRecord | undefined
  /** What is known of a card's past, the earlier commands of the batch included. */
  readonly past: (card: CardId | undefined) => Past
  readonly pastRequest: (ref: RequestRef) => PastRequest | undefined
  /** What was fetched for an earlier `Needs` of this command: the card, or null when there is none. */
  readonly freeCard: (setId: string) => Card | null | undefined
  readonly newCardId: () => CardId | undefined
  readonly coupon: (id: string) => Coupon | undefined
  /** A channel that the command's `touches` named, also of a user who is unknown; undefined for others. */
  readonly channel: (name: ChannelName) => Channel | undefined
  /** An event type that the command's `touches` named, whether the brand file or a call defined it. */
  readonly eventType: (categoryId: string) => EventType | undefined
  /** Whether another call holds a coupon that the command presented. */
  readonly isBusy: (couponId: string) => boolean
  /** A coupon that the card has of a promotion which the command's `touches` named. */
  readonly promotionCoupon: (card: Card, promotionId: string) => Coupon | undefined
  /** What was fetched for an earlier `Needs` of this command: fewer than `count` when the set has no more. */
  readonly freeCoupons: (setId: string, count: number) => readonly Coupon[] | undefined
}

interface Described<S extends Shape, R extends Shape> {
  readonly name: string
  readonly group?: Group
  readonly summary: string
  /** What the call is, when that depends on the request. */
  readonly callTypeOf?: (request: Values<S>) => CallType
  readonly callType: CallType
  readonly requestModel: string
  readonly responseModel: string
  readonly request: S
  readonly response: R
  /** The whole operation needs this enablement (104). */
  readonly needs?: Enablement
  /** What is wrong with the request as such: fields that contradict each other. Part of the body's form. */
  readonly check?: (request: Values<S>) => Refusal | undefined
}

export type Group = 'merchant' | 'flex' | 'admin'

interface OperationBase {
  readonly name: string
  readonly group: Group
  readonly summary: string
  readonly callType: CallType
  readonly callTypeOf?: (request: unknown) => CallType
  readonly request: Model
  readonly response: Model
  readonly needs?: Enablement
  readonly check?: (request: unknown) => Refusal | undefined
}

/** Where a call comes from. The configuration is that by which the request was read, and may have changed when it is decided. */
export interface CallOrigin {
  readonly brand: Brand
  readonly call: Call
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
}

/** An operation that only reads: it goes straight to the store. */
export interface Query extends OperationBase {
  readonly kind: 'query'
  /** The command that must succeed first, for a read that counts wrong pins. */
  readonly guardedBy?: (context: QueryContext<unknown>) => Promise<Guard | undefined>
  answer(context: QueryContext<unknown>): Promise<Answer | Refusal>
}

export interface Guard {
  readonly command: Command
  /** As the command's contract reads it. */
  readonly request: object
}

export interface Answer {
  readonly kind: 'answer'
  readonly response: object
  /** The card the call was about, for its record. */
  readonly cardId?: CardId
}

/** What a task may use: a connection of its own, inside the transaction that also keeps its record. */
export interface TaskContext<Request> {
  readonly request: Request
  readonly call: Call
  readonly brand: Brand
  readonly pins: PinKeeper
  readonly random: RandomBytes
  readonly db: Sql
  /** The same connection, as the brand's statements take it. */
  readonly client: pg.ClientBase
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
  perform(context: TaskContext<unknown>): Promise<Answer | Refusal>
}

export type Operation = Command | Query | Task

/** Whether a call of it can change anything. */
export const changesSomething = (operation: Operation): boolean =>
  operation.kind === 'command' || (operation.kind === 'task' && !operation.onlyReads)

export function command<S extends Shape, R extends Shape>(
  definition: Described<S, R> & {
    touches: (request: Values<S>, origin: CallOrigin) => Touches
    decide: (context: DecisionContext<Values<S>>) => Decision<Values<R>>
  },
): Command {
  // The reader gives a decision exactly the values of its own contract, which only the compiler cannot see.
  const { touches, decide } = definition as unknown as Pick<Command, 'touches' | 'decide'>
  return { ...described(definition), kind: 'command', touches, decide }
}

export function query<S extends Shape, R extends Shape>(
  definition: Described<S, R> & {
    guardedBy?: (context: QueryContext<Values<S>>) => Promise<Guard | undefined>
    answer: (
      context: QueryContext<Values<S>>,
    ) => Promise<{ kind: 'answer'; response: Values<R>; cardId?: CardId } | Refusal>
  },
): Query {
  const { guardedBy, answer } = definition as unknown as Pick<Query, 'guardedBy' | 'answer'>
  return { ...described(definition), kind: 'query', ...(guardedBy && { guardedBy }), answer }
}

export function task<S extends Shape, R extends Shape>(
  definition: Described<S, R> & {
    onlyReads?: boolean
    changesBrand?: boolean
    perform: (
      context: TaskContext<Values<S>>,
    ) => Promise<{ kind: 'answer'; response: Values<R>; cardId?: CardId } | Refusal>
  },
): Task {
  const { perform } = definition as unknown as Pick<Task, 'perform'>
  const { onlyReads = false, changesBrand = false } = definition
  return { ...described(definition), kind: 'task', onlyReads, changesBrand, perform }
}

function described<S extends Shape, R extends Shape>(definition: Described<S, R>): OperationBase {
  const { name, group = 'merchant', summary, callType, needs, requestModel, responseModel } = definition
  return {
    name,
    group,
    summary,
    callType,
    request: model(requestModel, `The request of ${name}.`, definition.request),
    response: model(responseModel, `The response of ${name}.`, definition.response),
    ...(needs && { needs }),
    ...(definition.callTypeOf && { callTypeOf: definition.callTypeOf as (request: unknown) => CallType }),
    ...(definition.check && { check: definition.check as (request: unknown) => Refusal | undefined }),
  }
}
