import type { Brand } from '../brand/brand.ts'
import type { Enablement } from '../brand/document.ts'
import type { Posting } from '../card/book.ts'
import type { Card } from '../card/card.ts'
import type { CardRefusal } from '../card/guard.ts'
import type { PinKeeper } from '../card/pin-keeper.ts'
import { type Model, model, type Shape, type Values } from '../contract/field.ts'
import type { Coupon } from '../coupon/coupon.ts'
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
}

/** What a command will touch, so that it can be locked and read before anything is decided. */
export interface Touches {
  readonly cards?: readonly string[]
  /** Earlier requests that the command reverses or refers to. */
  readonly requests?: readonly RequestRef[]
  /** Coupons that the command changes or looks at, by their ids. */
  readonly coupons?: readonly string[]
  /** Promotions of which a card of the command may have a coupon already. */
  readonly promotions?: readonly CardPromotion[]
  /** What commands without a card queue behind, such as a card set. */
  readonly queue?: string
  /** Whether the cards' pins are looked at. */
  readonly pins?: boolean
}

/** An earlier request, locked and read with its ledger rows. */
export interface PastRequest {
  readonly ref: RequestRef
  readonly operation: string
  readonly callType: CallType
  readonly cardId?: CardId
  readonly cardSeq?: number
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
  readonly unknownFields?: readonly string[]
}

/** Something a decision turns out to need. The engine fetches what the whole batch needs, and decides again. */
export type Need =
  | { readonly kind: 'freeCard'; readonly setId: string }
  | { readonly kind: 'newCardId' }
  /** Coupons of a set; those of an auto-generating set are made when it has no more. For a card, if it is to get them. */
  | { readonly kind: 'freeCoupons'; readonly setId: string; readonly count: number; readonly cardNumber?: string }

export interface Needs {
  readonly kind: 'needs'
  readonly need: Need
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
  readonly card: (number: string) => Card | undefined
  readonly pastRequest: (ref: RequestRef) => PastRequest | undefined
  /** What was fetched for an earlier `Needs` of this command: the card, or null when there is none. */
  readonly freeCard: (setId: string) => Card | null | undefined
  readonly newCardId: () => CardId | undefined
  readonly coupon: (id: string) => Coupon | undefined
  /** A coupon that the card has of a promotion which the command's `touches` named. */
  readonly promotionCoupon: (card: Card, promotionId: string) => Coupon | undefined
  /** What was fetched for an earlier `Needs` of this command: fewer than `count` when the set has no more. */
  readonly freeCoupons: (setId: string, count: number) => readonly Coupon[] | undefined
}

interface Described<S extends Shape, R extends Shape> {
  readonly name: string
  readonly group?: Group
  readonly summary: string
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
  readonly request: Model
  readonly response: Model
  readonly needs?: Enablement
  readonly check?: (request: unknown) => Refusal | undefined
}

/** An operation that changes something: it runs in the engine, in one transaction with its record. */
export interface Command extends OperationBase {
  readonly kind: 'command'
  touches(request: unknown): Touches
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
  readonly guardedBy?: (request: unknown) => Command | undefined
  answer(context: QueryContext<unknown>): Promise<Answer | Refusal>
}

export interface Answer {
  readonly kind: 'answer'
  readonly response: object
  /** The card the call was about, for its record. */
  readonly cardId?: CardId
}

export type Operation = Command | Query

export function command<S extends Shape, R extends Shape>(
  definition: Described<S, R> & {
    touches: (request: Values<S>) => Touches
    decide: (context: DecisionContext<Values<S>>) => Decision<Values<R>>
  },
): Command {
  // The reader gives a decision exactly the values of its own contract, which only the compiler cannot see.
  const { touches, decide } = definition as unknown as Pick<Command, 'touches' | 'decide'>
  return { ...described(definition), kind: 'command', touches, decide }
}

export function query<S extends Shape, R extends Shape>(
  definition: Described<S, R> & {
    guardedBy?: (request: Values<S>) => Command | undefined
    answer: (
      context: QueryContext<Values<S>>,
    ) => Promise<{ kind: 'answer'; response: Values<R>; cardId?: CardId } | Refusal>
  },
): Query {
  const { guardedBy, answer } = definition as unknown as Pick<Query, 'guardedBy' | 'answer'>
  return { ...described(definition), kind: 'query', ...(guardedBy && { guardedBy }), answer }
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
    ...(definition.check && { check: definition.check as (request: unknown) => Refusal | undefined }),
  }
}
