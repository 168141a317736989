import type { CallOptions, ChangeOptions, Done, DoneBefore, Returned, Settled, Warning } from './call-types.ts'
import { PurserError, PurserMisuse, PurserRefusal } from './errors.ts'
import type { RequestLookupResponse } from './generated/models.ts'
import { authorizationOf, type Caller, type Credentials, headersOf } from './message-headers.ts'
import { onlyShows } from './only-shows.ts'
import { type Decided, type Patience, type Persistent, persist, type RefusedCall } from './persistence.ts'
import { attemptsDefault, attemptsMax, firstWaitMsDefault, waitMsMax } from './retry-policy.ts'
import { realSurroundings, type Surroundings } from './surroundings.ts'

/** What a client needs to know, and what it may be told. */
export interface PurserOptions extends Caller, Credentials, Partial<Surroundings> {
  /** Where the service is: `https://purser.example`. */
  readonly baseUrl: string
  /** How often a call is tried, 1 to 10. 5 unless told. */
  readonly attempts?: number | undefined
  /** How long one attempt may take. 10 seconds unless told. */
  readonly attemptTimeoutMs?: number | undefined
  /** How long to wait before the second attempt, 2 seconds unless told; each further wait is twice as long. */
  readonly firstWaitMs?: number | undefined
  /** How long a call may take in all, with its waits. Unless told, only the attempts are limited. */
  readonly overallTimeoutMs?: number | undefined
  /** Is told of fields that the service does not know, and of each retry. What it throws is ignored. */
  readonly onWarning?: ((warning: Warning) => void) | undefined
}

/** Where an operation is. */
export interface OperationPlace {
  readonly name: string
  readonly group: string
}

/** The server gives up on a call before that, and says so. */
const attemptTimeoutMsDefault = 10_000
const duplicate = 3

/** The way to the service. What is secret stays in private fields, which nothing prints. */
export class Line {
  readonly #options: PurserOptions
  readonly #world: Surroundings
  readonly #base: string

  constructor(options: PurserOptions) {
    this.#options = options
    this.#world = {
      fetch: options.fetch ?? realSurroundings.fetch,
      now: options.now ?? realSurroundings.now,
      sleep: options.sleep ?? realSurroundings.sleep,
      pause: options.pause ?? options.sleep ?? realSurroundings.pause,
      newId: options.newId ?? realSurroundings.newId,
    }
    this.#base = readBase(options.baseUrl)
    // What is wrong with the options shows now, and not with the first call.
    this.#patience({})
    this.#headers({})
  }

  async read<Response>(place: OperationPlace, request: object, options: CallOptions): Promise<Returned<Response>> {
    checkRequest(place.name, request)
    const call = this.#message(place, request, { options })
    const decided = await this.#persist(call, this.#patience(options, place.name))
    if (decided.kind === 'refused') throw refusalOf(call, decided, 'notDone')
    return decided.body as unknown as Returned<Response>
  }

  async change<Response>(place: OperationPlace, request: object, options: ChangeOptions): Promise<Done<Response>> {
    const given = options.customRequestId
    if (given === '') throw misuse(place.name, 'customRequestId is empty: leave it out, and the client makes one.')
    checkRequest(place.name, request)
    const customRequestId = given ?? (onlyShows(place.name, request) ? undefined : this.#world.newId())
    const trip = { options, patience: this.#patience(options, place.name) }
    const call = this.#message(place, request, { options, customRequestId })
    const decided = await this.#persist(call, trip.patience)
    if (decided.kind === 'answered') return { ...decided.body, outcome: 'answered' } as unknown as Done<Response>
    const { errorCode, originalRequestRef: original } = decided.refused
    if (customRequestId === undefined) throw refusalOf(call, decided, 'notDone')
    if (errorCode === duplicate && original !== undefined) {
      // If the service does not say: nobody else has an id that was made here, but one of the caller's may have been used before.
      const isOurs = decided.isSame ?? given === undefined
      if (!isOurs) throw refusalOf(call, asAnothers(decided, original), 'notDone')
      const record = await this.#record(original, trip)
      return { outcome: 'doneBefore', requestRef: original, customRequestId, record }
    }
    if (!decided.isDoubtful) throw refusalOf(call, decided, 'notDone')
    // An id of the caller's is left alone: a refused call does not use it up, and may be sent again under it.
    if (given !== undefined) throw refusalOf(call, decided, 'unknown')
    return this.#settleRefused(call, decided, { customRequestId, trip })
  }

  async settle(customRequestId: string, options: CallOptions): Promise<Settled> {
    if (customRequestId === '') throw misuse('settle', 'settle needs the customRequestId of the call.')
    return this.#settle(customRequestId, { options, patience: this.#patience(options, 'settle') })
  }

  /**
   * An attempt was lost, and a later one was refused. The lost one may still be on its way, and would be carried out if
   * what it needs were there by then. Using up its id makes the refusal final, or shows that it was done after all.
   */
  async #settleRefused(
    call: Persistent,
    decided: RefusedCall,
    { customRequestId, trip }: { customRequestId: string; trip: Trip },
  ): Promise<DoneBefore> {
    const settled = await this.#settle(customRequestId, trip).catch(ignoreFailure)
    if (settled?.outcome !== 'done') throw refusalOf(call, decided, settled?.outcome ?? 'unknown')
    const { requestRef, record } = settled
    return { outcome: 'doneBefore', requestRef, customRequestId, record }
  }

  /** A read under the same id, always the same one: either the call has taken the id, or it is used up from now on. */
  async #settle(customRequestId: string, { options, patience }: Trip): Promise<Settled> {
    const question = { externalTransactionId: 'settled by purser-client' }
    const asked = this.#message(listRequests, question, { options: whoOf(options), customRequestId })
    const call = { ...asked, operation: 'settle' }
    const decided = await this.#persist(call, patience)
    if (decided.kind === 'answered') return { outcome: 'notDone' }
    const { errorCode, originalRequestRef: requestRef } = decided.refused
    if (errorCode !== duplicate || requestRef === undefined || decided.isSame === undefined)
      throw refusalOf(call, decided, 'unknown')
    // It was this very question that used up the id, in an earlier attempt or an earlier settle.
    if (decided.isSame) return { outcome: 'notDone' }
    return { outcome: 'done', requestRef, record: await this.#record(requestRef, { options, patience }) }
  }

  /** That the call is done is known: whatever is wrong with the look-up must not hide it. */
  async #record(requestRef: string, { options, patience }: Trip): Promise<RequestLookupResponse | undefined> {
    const call = this.#message(requestLookup, { requestRef }, { options: whoOf(options) })
    const decided = await this.#persist(call, patience).catch(ignoreFailure)
    if (decided?.kind !== 'answered') return undefined
    // The reference of the look-up would be mistaken for that of the call.
    const { success: _, requestRef: __, ...record } = decided.body
    return record as unknown as RequestLookupResponse
  }

  async #persist(call: Persistent, patience: Patience): Promise<Decided> {
    const warn = (warning: Warning) => this.#warn(warning)
    const decided = await persist(call, patience, { world: this.#world, warn })
    const fields = decided.unknownFields
    if (fields.length > 0) warn({ kind: 'unknownFields', operation: call.operation, fields })
    return decided
  }

  #warn(warning: Warning): void {
    try {
      this.#options.onWarning?.(warning)
    } catch {
      // What is wrong with whoever listens is no reason to report a call wrongly.
    }
  }

  #message({ name, group }: OperationPlace, request: object, { options, customRequestId }: Sending): Persistent {
    const headers = { ...this.#headers(options), ...headersOf({ customRequestId }) }
    const message = { url: `${this.#base}/${group}/${name}`, headers, body: bodyOf(name, request) }
    return { operation: name, message, customRequestId }
  }

  #headers(options: CallOptions): Record<string, string> {
    const own = this.#options
    return headersOf({
      Authorization: authorizationOf(own),
      'Content-Type': 'application/json',
      Brand: own.brand,
      Location: options.location ?? own.location,
      Terminal: options.terminal ?? own.terminal,
      employee: options.employee ?? own.employee,
      employeePassword: options.employeePassword ?? own.employeePassword,
      externalTransactionId: options.externalTransactionId,
      note: options.note,
    })
  }

  #patience(options: CallOptions, operation?: string): Patience {
    const own = this.#options
    const attempts = options.attempts ?? own.attempts ?? attemptsDefault
    const attemptTimeoutMs = options.attemptTimeoutMs ?? own.attemptTimeoutMs ?? attemptTimeoutMsDefault
    const firstWaitMs = options.firstWaitMs ?? own.firstWaitMs ?? firstWaitMsDefault
    const overallTimeoutMs = options.overallTimeoutMs ?? own.overallTimeoutMs ?? Number.POSITIVE_INFINITY
    if (!Number.isInteger(attempts) || attempts < 1 || attempts > attemptsMax)
      throw misuse(operation, `attempts must be a whole number from 1 to ${attemptsMax}.`)
    if (!(attemptTimeoutMs > 0 && overallTimeoutMs > 0)) throw misuse(operation, 'A timeout must be more than 0 ms.')
    if (!(firstWaitMs >= 0 && firstWaitMs <= waitMsMax))
      throw misuse(operation, `firstWaitMs must be from 0 to ${waitMsMax}.`)
    const signal = options.signal ?? new AbortController().signal
    return { attempts, attemptTimeoutMs, firstWaitMs, deadline: this.#world.now() + overallTimeoutMs, signal }
  }
}

const requestLookup: OperationPlace = { name: 'requestLookup', group: 'merchant' }
const listRequests: OperationPlace = { name: 'listRequests', group: 'merchant' }

/** What is shared by everything that is sent for one call. */
interface Trip {
  readonly options: CallOptions
  readonly patience: Patience
}

interface Sending {
  readonly options: CallOptions
  readonly customRequestId?: string | undefined
}

/** Calls that the client makes by itself say who calls, and not what the caller's own call is about. */
function whoOf({ location, terminal, employee, employeePassword }: CallOptions): CallOptions {
  return { location, terminal, employee, employeePassword }
}

function refusalOf(call: Persistent, { refused, attempts }: RefusedCall, outcome: 'notDone' | 'unknown') {
  const { operation, customRequestId } = call
  return new PurserRefusal(refused, { operation, attempts, customRequestId, outcome })
}

/** The service's own words are of the earlier call, and would be read as if this one had succeeded. */
function asAnothers(decided: RefusedCall, original: string): RefusedCall {
  const errorMessage = `The customRequestId belongs to another call, ${original}. This one was not done: send it with an id of its own.`
  return { ...decided, refused: { ...decided.refused, errorMessage } }
}

/** A failure of the service, or of the way to it. Anything else is a bug. */
function ignoreFailure(error: unknown): undefined {
  if (!(error instanceof PurserError)) throw error
}

const misuse = (operation: string | undefined, message: string, cause?: unknown) =>
  new PurserMisuse(message, { ...(operation !== undefined && { operation }), cause })

/** From JavaScript anything may come. */
function checkRequest(operation: string, request: unknown): void {
  if (typeof request !== 'object' || request === null || Array.isArray(request))
    throw misuse(operation, `${operation} needs an object with the fields of its request.`)
}

function bodyOf(operation: string, request: object): string {
  try {
    return JSON.stringify(request)
  } catch (cause) {
    throw misuse(operation, `The request of ${operation} cannot be written as JSON.`, cause)
  }
}

function readBase(baseUrl: string): string {
  const { protocol, username, password, origin, pathname } = urlOf(baseUrl)
  if (protocol !== 'https:' && protocol !== 'http:') throw new PurserMisuse('baseUrl must begin with https://.')
  if (username !== '' || password !== '')
    throw new PurserMisuse('baseUrl must not contain a password: give key and secret.')
  return `${origin}${pathname.replace(/\/+$/, '')}`
}

/** What is wrong with it is not repeated: there may be a password in it. */
function urlOf(baseUrl: string): URL {
  try {
    return new URL(baseUrl)
  } catch {
    throw new PurserMisuse('baseUrl is no address such as https://purser.example.')
  }
}
