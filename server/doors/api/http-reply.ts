import type { IncomingMessage, ServerResponse } from 'node:http'
import { catalogue } from '../../ground/kernel/errors.ts'
import type { RequestRef } from '../../ground/kernel/ids.ts'
import { mayBeTooLarge } from './body.ts'
import { addRefusalHeaders, addUnknownFields, failureBody, headersOf, type WireRefusal } from './envelope.ts'
import type { ReplyLine } from './reply-line.ts'

export interface ReplyRules {
  readonly bodyLimit: number
  /** True from the moment the server is told to stop. */
  readonly stopping: boolean
  /** True from the moment it takes no more calls. */
  readonly draining: boolean
  /** Names and values that go with every answer. */
  readonly headers: readonly string[]
}

/** How long the rest of an unwanted body is read and thrown away, so that the answer arrives before the end. */
const lingering = 1000

/** The answer to one request: given once, in the common envelope. */
export class HttpReply {
  /** The reference of the call; another one if it was carried out under that. */
  ref: RequestRef
  readonly request: IncomingMessage
  answered = false
  private readonly response: ServerResponse
  private readonly line: ReplyLine
  private readonly rules: ReplyRules
  /** Whether the caller waits for a word before it sends the body. */
  private bodyHeldBack = false

  constructor(
    message: { request: IncomingMessage; response: ServerResponse },
    ref: RequestRef,
    line: ReplyLine,
    rules: ReplyRules,
  ) {
    this.request = message.request
    this.response = message.response
    this.ref = ref
    this.line = line
    this.rules = rules
    line.unanswered += 1
    line.receiving = this
    this.response.on('close', () => {
      line.unanswered -= 1
    })
  }

  holdBody(): void {
    this.bodyHeldBack = true
  }

  askForBody(): void {
    if (this.bodyHeldBack) this.response.writeContinue()
    this.bodyHeldBack = false
  }

  /** The body is here as a whole: nothing that follows on the connection belongs to this request. */
  received(): void {
    if (this.line.receiving === this) this.line.receiving = undefined
  }

  succeed(body: string, unknownFields: readonly string[] = []): void {
    this.send(200, body, this.jsonHeaders(body, unknownFields))
  }

  refuse(
    refusal: WireRefusal,
    unknownFields: readonly string[] = [],
    body: string = failureBody(refusal, this.ref),
  ): void {
    const headers = this.jsonHeaders(body, unknownFields)
    addRefusalHeaders(headers, refusal)
    this.send(catalogue[refusal.code].status, body, headers)
  }

  /** Has something done when the answer is out, or nobody is there any more to take it. */
  whenGone(run: () => void): void {
    this.response.once('close', run)
  }

  send(status: number, body: string | Buffer, headers: string[]): void {
    if (this.answered) return
    this.answered = true
    const lingers = !this.bodyHeldBack && !this.request.complete && mayBeTooLarge(this.request, this.rules.bodyLimit)
    if (lingers || this.bodyHeldBack || this.rules.stopping || this.line.broken) headers.push('Connection', 'close')
    headers.push(...this.rules.headers)
    this.response.writeHead(status, headers)
    if (lingers) this.linger(body)
    else if (typeof body === 'string') this.response.end(body, isAscii(body, headers) ? 'latin1' : 'utf8')
    else this.response.end(body)
  }

  private jsonHeaders(body: string, unknownFields: readonly string[]): string[] {
    const headers = headersOf(body)
    if (unknownFields.length > 0) addUnknownFields(headers, unknownFields)
    return headers
  }

  /** Closing while the caller still sends would make its system throw the answer away. */
  private linger(body: string | Buffer): void {
    this.response.write(body)
    const end = () => this.response.end()
    const timer = setTimeout(end, lingering)
    this.request.once('end', end)
    this.request.resume()
    this.response.once('close', () => clearTimeout(timer))
  }
}

/** A body of as many bytes as characters, as its headers say, needs no encoding on its way out. */
function isAscii(body: string, headers: readonly string[]): boolean {
  const at = headers.indexOf('Content-Length')
  return at >= 0 && headers[at + 1] === String(body.length)
}
