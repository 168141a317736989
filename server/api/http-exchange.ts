import assert from 'node:assert/strict'
import type { IncomingHttpHeaders } from 'node:http'
import type { Brand } from '../brand/brand.ts'
import { readJsonBody } from '../contract/json.ts'
import { readRequest } from '../contract/read.ts'
import type { Call } from '../decision/call.ts'
import type { Dispatcher, Finished, IdempotencyKey } from '../engine/work.ts'
import { defined } from '../kernel/defined.ts'
import { type ErrorCode, isRefusal, refuse } from '../kernel/errors.ts'
import { faultFields, type Log } from '../log/log.ts'
import type { Operation } from '../operations/operation.ts'
import type { Authenticated, Authenticator } from './authenticate.ts'
import { collectBody, declaresTooMuch, decodeBody } from './body.ts'
import { addressOf, callOf, findHeaderFault, findLocation, headerText, judgeEmployee, lacksPlace } from './caller.ts'
import { sha256 } from './digest.ts'
import type { EmployeeCheck, EmployeeJudged } from './employee-check.ts'
import { successBody, type WireRefusal } from './envelope.ts'
import { findRepeatedHeader, type OwnHeader } from './header-text.ts'
import type { HttpReply } from './http-reply.ts'
import type { RateLimit } from './rate-limit.ts'
import { withoutVersionTwo } from './version-one.ts'

/** What all exchanges share. */
export interface Edge {
  readonly dispatcher: Dispatcher
  readonly authenticator: Authenticator
  readonly employees: EmployeeCheck
  readonly rateLimit: RateLimit
  readonly bodyLimit: number
  /** Where callers reach the server; absent: where each call was sent to. */
  readonly publicUrl?: string
  readonly log: Log
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
  private caller: Authenticated | undefined
  private call: Call | undefined
  private unknownFields: readonly string[] = []

  constructor(edge: Edge, reply: HttpReply, operation: Operation) {
    this.edge = edge
    this.reply = reply
    this.operation = operation
    this.headers = reply.request.headers
    this.repeated = findRepeatedHeader(reply.request.rawHeaders)
  }

  run(): void {
    this.take(this.authenticate, undefined)
  }

  private authenticate(): Step {
    const { authenticator } = this.edge
    const source = this.reply.request.socket.remoteAddress ?? ''
    const ambiguous = this.repeated === 'authorization' || this.repeated === 'brand'
    const judged = ambiguous ? authenticator.failed('', source) : authenticator.authenticate(this.headers, source)
    return this.after(judged, this.admit)
  }

  private admit(judged: Authenticated | WireRefusal): Step {
    if (judged.kind === 'refusal') return judged
    this.caller = judged
    const { brand, key } = judged
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
    if (employee && isRefusal(employee)) return employee
    const address = this.edge.publicUrl ?? addressOf(headers)
    this.call = { ...callOf(headers, this.reply.ref, caller.brand, employee?.id), ...(address && { address }) }
    if (!isEnabled(operation, caller.brand)) return refuse(104)
    if (repeated) return refuse(100, `The header ${repeated} stands there twice.`)
    const fault = findHeaderFault(headers)
    if (fault) return fault
    if (declaresTooMuch(this.reply.request, this.edge.bodyLimit)) return refuse(107)
    this.reply.askForBody()
    collectBody(this.reply.request, this.edge.bodyLimit, (body) => this.take(this.dispatch, body))
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
    if (read.kind === 'refusal') return read
    const idempotency = idempotencyOf(this.headers, operation, body)
    const work = { operation, request: read.value, call, brand, unknownFields: read.unknown }
    return this.after(this.edge.dispatcher.run(idempotency ? { ...work, idempotency } : work), this.finish)
  }

  private finish(finished: Finished): Step {
    if (finished.kind === 'done') {
      const { response } = finished
      const shown =
        this.caller?.brand.apiVersion === 1 ? withoutVersionTwo(this.operation.response, response) : response
      this.reply.succeed(successBody(shown, this.reply.ref), this.unknownFields)
      this.logCall(undefined)
      return undefined
    }
    const { code, text, original, blockingCoupons } = finished
    const more = defined({ ...(original && { original }), blockingCoupons })
    this.reply.refuse({ ...refuse(code, text), ...more }, this.unknownFields)
    this.logCall(code)
    return undefined
  }

  /** Refuses a call that never reached the engine, which therefore could not record it. */
  private refuse(refusal: WireRefusal): void {
    this.reply.refuse(refusal, this.unknownFields)
    this.record(refusal.code)
    this.logCall(refusal.code)
  }

  private record(code: ErrorCode): void {
    const { caller, operation, reply } = this
    if (!caller) return
    const call = this.call ?? callOf(this.headers, reply.ref, caller.brand)
    const { unknownFields } = this
    this.edge.dispatcher.recordRefusal({ brand: caller.brand, call, operation, code, unknownFields })
  }

  /** A bug of ours: the caller is told no more than where to find it. */
  private fail(error: unknown): void {
    this.edge.log.error('call.failed', { ...this.loggedFields(1), ...faultFields(error) })
    this.reply.refuse(refuse(1))
    this.record(1)
  }

  private logCall(code: ErrorCode | undefined): void {
    const { log } = this.edge
    if (!this.caller && code === 101) {
      // Whoever guesses secrets can be shut out only by the address they come from.
      const address = this.reply.request.socket.remoteAddress
      log.warn('authentication.failed', defined({ ...this.loggedFields(code), address }))
    } else if (log.writes('debug')) log.debug('call', this.loggedFields(code))
  }

  private loggedFields(code: ErrorCode | undefined) {
    return defined({
      requestRef: this.reply.ref,
      brand: this.caller?.brand.id ?? headerText(this.headers, 'brand'),
      operation: this.operation.name,
      milliseconds: Math.round(performance.now() - this.began),
      ...(this.caller && { key: this.caller.key }),
      code,
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

function idempotencyOf(headers: IncomingHttpHeaders, operation: Operation, body: Buffer): IdempotencyKey | undefined {
  const id = headerText(headers, 'customrequestid')
  if (id === '') return undefined
  return {
    // Node hands a header's bytes over as Latin-1: this is what was sent, byte for byte.
    idSha256: sha256(Buffer.from(id, 'latin1')),
    fingerprint: sha256(Buffer.concat([Buffer.from(`${operation.name}\0`), body])),
  }
}
