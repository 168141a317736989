import assert from 'node:assert/strict'
import type { IncomingHttpHeaders } from 'node:http'
import type { BlockList } from 'node:net'
import type { Dispatcher, Finished, IdempotencyKey, RefusedWork } from '../../calls/engine/work.ts'
import type { Operation } from '../../calls/operations/operation.ts'
import type { Brand } from '../../domain/brand/brand.ts'
import type { Call } from '../../domain/decision/call.ts'
import { readJsonBody } from '../../ground/contract/json.ts'
import { readRequest } from '../../ground/contract/read.ts'
import { tellUnknown } from '../../ground/contract/unknown-fields.ts'
import { defined } from '../../ground/kernel/defined.ts'
import { type ErrorCode, isRefusal, refuse } from '../../ground/kernel/errors.ts'
import { formatDateTime } from '../../ground/kernel/time.ts'
import { faultFields, type Log } from '../../ground/log/log.ts'
import type { CallSpan, Observer } from '../../ground/observe/observer.ts'
import type { AccessKey } from '../../storage/brand-store/keys/access-key.ts'
import type { KeyUse } from '../../storage/brand-store/keys/key-use.ts'
import type { Authenticated, Authenticator } from './authenticate.ts'
import { collectBody, declaresTooMuch, decodeBody } from './body.ts'
import { callOf, findHeaderFault, findLocation, headerText, judgeEmployee, lacksPlace } from './caller.ts'
import { type CallSource, ownAddressOf, sourceOf } from './caller-source.ts'
import { sha256 } from './digest.ts'
import type { EmployeeCheck, EmployeeJudged } from './employee-check.ts'
import { successBody, type WireRefusal } from './envelope.ts'
import { type Guesses, type Lookups, lookupsOf } from './guesses.ts'
import { findRepeatedHeader, type OwnHeader } from './header-text.ts'
import type { HttpReply } from './http-reply.ts'
import type { OneATurn } from './one-a-turn.ts'
import type { RateLimit } from './rate-limit.ts'
import { passedOverIn } from './strange-fields.ts'
import { withoutVersionTwo } from './version-one.ts'
import type { Watch } from './watch.ts'

/** Bodies beyond so many bytes take more than a millisecond to read. */
const largeBodyBytes = 64 * 1024

/** What all exchanges share. */
export interface Edge {
  readonly dispatcher: Dispatcher
  readonly authenticator: Authenticator
  readonly employees: EmployeeCheck
  readonly rateLimit: RateLimit
  readonly guesses: Guesses
  readonly watch: Watch
  readonly keyUse: Pick<KeyUse, 'note'>
  readonly bodyLimit: number
  /** Large bodies, and calls of one connection that were sent without waiting for answers, are read in turns. */
  readonly turns: OneATurn
  /** Proxies whose word is taken for the address that a call comes from. */
  readonly trustedProxies?: BlockList
  /** Where callers reach the server; absent: the address at which a call came in. */
  readonly publicUrl?: string
  readonly log: Log
  readonly observer?: Observer
}

/**
 * One call of an operation. The steps stand in the order in which they are judged; each refuses or goes on to
 * the next, at once unless something must be waited for.
 */
export class HttpExchange {
  private readonly edge: Edge
  private readonly reply: HttpReply
  private readonly operation: Operation
  private readonly headers: IncomingHttpHeaders
  private readonly began = performance.now()
  private readonly repeated: OwnHeader | undefined
  private readonly source: CallSource
  private caller: Authenticated | undefined
  private call: Call | undefined
  private unknownFields: readonly string[] = []
  /** Whose look-ups this call is counted among. */
  private lookups: Lookups | undefined
  private span: CallSpan | undefined
  /** How long it took to find out who calls: it counts as part of what the caller waits. */
  private waitedMs = 0

  constructor(edge: Edge, reply: HttpReply, operation: Operation) {
    this.edge = edge
    this.reply = reply
    this.operation = operation
    this.headers = reply.request.headers
    this.repeated = findRepeatedHeader(reply.request.rawHeaders)
    this.source = sourceOf(reply.request, edge.trustedProxies)
  }

  run(): void {
    this.take(this.authenticate, undefined)
  }

  private authenticate(): Step {
    const { authenticator } = this.edge
    const { source } = this
    const ambiguous = this.repeated === 'authorization' || this.repeated === 'brand'
    const judged = ambiguous ? authenticator.failed('', source) : authenticator.authenticate(this.headers, source)
    return this.after(judged, this.admit)
  }

  private admit(judged: Authenticated | WireRefusal): Step {
    if (judged.kind === 'refusal') {
      this.noteRefused(judged, 'authentication', this.source.address)
      return judged
    }
    this.caller = judged
    this.waitedMs = performance.now() - this.began
    this.span = this.follow()
    const { brand, key } = judged
    this.edge.keyUse.note(brand.id, key)
    if (!this.edge.rateLimit.allows(brand.id, key)) return refuse(108)
    if (lacksPlace(this.headers)) return refuse(101)
    const location = findLocation(this.headers, brand)
    if (!location || this.repeated === 'location' || this.repeated === 'terminal') return refuse(102)
    if (this.repeated === 'employee' || this.repeated === 'employeepassword') return refuse(103)
    return this.after(judgeEmployee(this.headers, brand, location, this.edge.employees), this.receive)
  }

  private receive(employee: EmployeeJudged | undefined): Step {
    const { caller, operation, headers, repeated } = this
    assert(caller, 'an employee is judged after the caller is known')
    if (employee && isRefusal(employee)) {
      this.noteRefused(employee, 'employee', caller.brand.id)
      return employee
    }
    const key = { name: caller.key, rights: caller.access.rights }
    const address = this.edge.publicUrl ?? ownAddressOf(this.reply.request)
    const from = this.source.address
    this.call = defined({ ...callOf(headers, this.reply.ref, caller.brand, employee?.id), key, from, address })
    const { span } = this
    if (span) this.call = { ...this.call, trace: { traceId: span.traceId, traceparent: span.traceparent } }
    if (!isEnabled(operation, caller.brand)) return refuse(104)
    const outside = findOutside(caller.access, operation, this.call.locationId)
    if (outside) return outside
    if (repeated) return refuse(100, `The header ${repeated} appears more than once.`)
    const fault = findHeaderFault(headers)
    if (fault) return fault
    if (declaresTooMuch(this.reply.request, this.edge.bodyLimit)) return refuse(107)
    this.reply.askForBody()
    collectBody(this.reply.request, this.edge.bodyLimit, (body) => {
      if (body && body.length > largeBodyBytes) this.edge.turns.run(() => this.take(this.dispatch, body))
      else this.take(this.dispatch, body)
    })
    return undefined
  }

  private dispatch(body: Buffer | undefined): Step {
    const { caller, call, operation } = this
    assert(caller && call, 'a body is read after the caller is known')
    // Something on the connection that is no HTTP may have been answered meanwhile.
    if (this.reply.answered) return undefined
    if (!body) return refuse(107)
    this.reply.received()
    const text = decodeBody(body)
    if (text === undefined) return refuse(100, 'The body is not valid UTF-8.')
    const json = readJsonBody(text)
    if (json.kind === 'refusal') return json
    const { brand } = caller
    const read = readRequest(operation.request, json.body, brand)
    this.unknownFields = read.unknown
    if (read.unknown.length > 0 && this.isStrict())
      return refuse(100, tellUnknown(read.unknownFields, brand.apiVersion))
    if (read.kind === 'refusal') return read
    const passedOver = passedOverIn(operation, read, brand)
    if (passedOver.advice !== undefined && this.isStrict()) return refuse(100, passedOver.advice)
    this.unknownFields = passedOver.paths
    const further = operation.alsoCalls?.(read.value)
    if (further !== undefined && caller.access.operations?.has(further) === false)
      return refuse(104, `The key's scope does not include ${further}, which this request needs, too.`)
    const guessing = this.findGuessing(read.value)
    if (guessing) return guessing
    const idempotency = idempotencyOf(this.headers, operation, body)
    const since = performance.now() - this.waitedMs
    const work = { operation, request: read.value, call, brand, unknownFields: passedOver.paths, since }
    const { span } = this
    const plain = idempotency ? { ...work, idempotency } : work
    return this.after(this.edge.dispatcher.run(span ? { ...plain, span } : plain), this.finish)
  }

  /** Whether the caller wants to be told of fields that the operation does not know. */
  private isStrict(): boolean {
    const asked = headerText(this.headers, 'purser-strict').toLowerCase()
    return asked === '' ? this.caller?.access.rights.strict === true : asked === 'true'
  }

  /** Refuses who tries one card or code after the other, before it is looked at. */
  private findGuessing(request: unknown): WireRefusal | undefined {
    const { caller, call } = this
    if (!caller || !call) return undefined
    const { key, brand } = caller
    const { locationId: location, terminalId: terminal } = call
    this.lookups = lookupsOf(request, { brand: brand.id, key, location, terminal })
    const wait = this.lookups ? this.edge.guesses.secondsToWait(this.lookups) : 0
    if (!this.lookups || wait === 0) return undefined
    this.edge.watch.refused('guessLimited', this.lookups.caller, this.loggedFields(108))
    return { ...refuse(108), retryAfter: wait }
  }

  private finish(finished: Finished): Step {
    if (this.lookups) this.edge.guesses.count(this.lookups, finished)
    if (finished.ref !== undefined) this.reply.ref = finished.ref
    if (finished.kind === 'done') {
      const { response } = finished
      const shown =
        this.caller?.brand.apiVersion === 1 ? withoutVersionTwo(this.operation.response, response) : response
      this.reply.succeed(successBody(shown, this.reply.ref), this.unknownFields)
      this.tellAnswered(undefined)
      return undefined
    }
    const { code, text, original, misused, blockingCoupons, lock } = finished
    const more = defined({ ...(original && { original, matches: !misused }), blockingCoupons, ...this.tellLock(lock) })
    this.reply.refuse({ ...refuse(code, text), ...more }, this.unknownFields)
    this.tellAnswered(code)
    return undefined
  }

  /** When everybody may try again; and what can be completed or cancelled to whoever made it. */
  private tellLock(lock: RefusedWork['lock']): Pick<WireRefusal, 'retryAfter' | 'lockedBy'> {
    const zone = this.caller?.brand.interfaceTimeZone
    if (!lock) return {}
    if (!lock.isOwn || zone === undefined) return { retryAfter: lock.seconds }
    const lockedBy = { setupTransactionId: lock.setup, until: formatDateTime(lock.until, zone) }
    return { retryAfter: lock.seconds, lockedBy }
  }

  /** Refuses a call that never reached the engine, which therefore could not record it. */
  private refuse(refusal: WireRefusal): void {
    const isRecorded = this.record(refusal.code)
    if (isRecorded === true) this.answerRefused(refusal)
    else void isRecorded.then((isPlaced) => this.answerRefused(isPlaced ? refusal : refuse(109)))
  }

  private answerRefused(refusal: WireRefusal): void {
    this.reply.refuse(refusal, this.unknownFields)
    this.tellAnswered(refusal.code)
  }

  /** False in the end when there is no place for the record. */
  private record(code: ErrorCode): true | Promise<boolean> {
    const { caller, operation, reply } = this
    if (!caller) return true
    const call = this.call ?? callOf(this.headers, reply.ref, caller.brand)
    const { unknownFields } = this
    const isRecorded = this.edge.dispatcher.recordRefusal({ brand: caller.brand, call, operation, code, unknownFields })
    return isRecorded === true || Promise.resolve(isRecorded)
  }

  /** A bug of ours: the caller is told no more than where to find it. */
  private fail(error: unknown): void {
    this.edge.log.error('call.failed', { ...this.loggedFields(1), ...faultFields(error) })
    this.reply.refuse(refuse(1))
    this.tellAnswered(1)
    void this.record(1)
  }

  /** Whoever sends a header that asks to be followed is known by now: strangers cannot make it cost anything. */
  private follow(): CallSpan | undefined {
    const { observer } = this.edge
    if (!observer) return undefined
    const { traceparent } = this.headers
    const given = typeof traceparent === 'string' ? traceparent : undefined
    return observer.follow(this.operation.name, given, this.began)
  }

  private tellAnswered(code: ErrorCode | undefined): void {
    const { log, observer } = this.edge
    observer?.answered(this.operation.name, code ?? 0, performance.now() - this.began)
    if (this.span && this.caller)
      this.span.end({ requestRef: this.reply.ref, brand: this.caller.brand.id, code: code ?? 0 })
    if (log.writes('debug')) log.debug('call', this.loggedFields(code))
  }

  /** Notes, for the operator, a call that is refused for who makes it. */
  private noteRefused({ code }: WireRefusal, what: 'authentication' | 'employee', name: string): void {
    const fields = { ...this.loggedFields(code), address: this.source.address }
    if (code === 108) this.edge.watch.refused(`${what}Limited`, name, fields)
    else if (code !== 109) this.edge.watch.refused(`${what}Failed`, name, fields)
  }

  private loggedFields(code: ErrorCode | undefined) {
    return defined({
      requestRef: this.reply.ref,
      brand: this.caller?.brand.id ?? headerText(this.headers, 'brand'),
      operation: this.operation.name,
      milliseconds: Math.round(performance.now() - this.began),
      ...(this.caller && { key: this.caller.key }),
      code,
      traceId: this.span?.traceId,
    })
  }

  /** Goes on to the next step: at once, or when what it needs is there. */
  private after<T>(value: T | Promise<T>, next: (this: HttpExchange, value: T) => Step): Step {
    if (!(value instanceof Promise)) return next.call(this, value)
    value.then(
      (settled) => this.take(next, settled),
      (error) => this.fail(error),
    )
    return undefined
  }

  private take<T>(step: (this: HttpExchange, value: T) => Step, value: T): void {
    try {
      const refusal = step.call(this, value)
      if (refusal) this.refuse(refusal)
    } catch (error) {
      this.fail(error)
    }
  }
}

/** A step that does not go on returns why. */
type Step = WireRefusal | undefined

function isEnabled({ group, enablement }: Operation, { enabled }: Brand): boolean {
  return (group === 'merchant' || enabled.has(group)) && (!enablement || enabled.has(enablement))
}

/** What a key may call, and from which locations, is narrower than what the brand has. */
function findOutside(access: AccessKey, operation: Operation, locationId: string): WireRefusal | undefined {
  if (access.operations && !access.operations.has(operation.name) && !operation.isForAnyKey)
    return refuse(104, `The key's scope does not include ${operation.name}.`)
  const { locations } = access.rights
  if (locations && operation.isOfWholeBrand)
    return refuse(104, `The key is limited to some locations, and ${operation.name} is about all of them.`)
  return locations && !locations.includes(locationId)
    ? refuse(104, 'The key may not be used at this location.')
    : undefined
}

function idempotencyOf(headers: IncomingHttpHeaders, operation: Operation, body: Buffer): IdempotencyKey | undefined {
  const id = headerText(headers, 'customrequestid')
  if (id === '') return undefined
  return {
    // Node hands a header's bytes over as Latin-1: this is what was sent, byte for byte.
    idSha256: sha256(Buffer.from(id, 'latin1')),
    fingerprint: sha256(Buffer.concat([Buffer.from(`${operation.name}\0`), body])),
  }
}
