import { connect, type Socket } from 'node:net'
import type { Tally } from './tally.ts'

export interface CallerParts {
  readonly port: number
  readonly requests: readonly string[]
  readonly numberBase: number
  /** The next card's number. */
  readonly nextNumber: () => number
  /** Which request is next. */
  readonly nextTurn: () => number
  readonly tally: Tally
  /** Told of a caller without a call in flight, which then calls when it is asked to. Absent: it calls at once. */
  readonly onIdle?: (caller: Caller) => void
}

const headEnd = Buffer.from('\r\n\r\n')
const lengthName = Buffer.from('Content-Length: ')
const success = Buffer.from('"success":true')
const zero = 48
const patience = 20_000

/** A request, and where in it the number ends. */
interface Template {
  readonly bytes: Buffer
  readonly numberEnds: readonly number[]
}

/**
 * One connection with one call in flight. Made to be cheap, because it shares the processors with the server: one
 * buffer for all requests of a turn, one for all answers, and of an answer only its status, its length and its success are read.
 */
export class Caller {
  private readonly parts: CallerParts
  private readonly templates: readonly Template[]
  private readonly socket: Socket
  private partial: Buffer | undefined
  private sentAt = 0
  private finished: (() => void) | undefined

  constructor(parts: CallerParts) {
    this.parts = parts
    this.templates = parts.requests.map((request) => toTemplate(request, String(parts.numberBase)))
    const onread = {
      buffer: Buffer.allocUnsafe(16_384),
      callback: (count: number, buffer: Uint8Array) => this.read(buffer as Buffer, count),
    }
    this.socket = connect({ port: parts.port, host: '127.0.0.1', noDelay: true, onread })
    this.socket.on('error', (error) => this.broken(error.message))
    this.socket.on('close', () => this.broken('the connection was closed'))
    this.socket.setTimeout(patience, () => this.broken('no answer came'))
  }

  connected(): Promise<void> {
    return new Promise((resolve, reject) => this.socket.once('connect', resolve).once('error', reject))
  }

  /** Calls until the tally is closed and the last answer is here. */
  async run(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.finished = resolve
      this.next()
    })
    this.finished = undefined
    this.socket.destroy()
  }

  private next(): void {
    if (this.parts.onIdle) this.parts.onIdle(this)
    else this.call()
  }

  /** No further call is asked for. */
  end(): void {
    this.finished?.()
  }

  call(): void {
    const number = this.parts.nextNumber()
    const template = this.templates[this.parts.nextTurn()]
    if (!template) throw new Error('There is a request for each turn.')
    for (const end of template.numberEnds) writeNumber(template.bytes, end, number)
    this.sentAt = performance.now()
    this.socket.write(template.bytes)
  }

  private read(buffer: Buffer, count: number): boolean {
    const fresh = buffer.subarray(0, count)
    const answer = this.partial ? Buffer.concat([this.partial, fresh]) : fresh
    if (isComplete(answer)) {
      this.partial = undefined
      this.answered(answer)
    } else {
      // The buffer is read into again.
      this.partial = Buffer.from(answer)
    }
    return true
  }

  private answered(answer: Buffer): void {
    const { tally } = this.parts
    const now = performance.now()
    const isSuccess = answer[9] === zero + 2 && answer.includes(success)
    if (isSuccess) tally.add(now, now - this.sentAt)
    else tally.fail(answer.toString('latin1'))
    if (now < tally.end) this.next()
    else this.finished?.()
  }

  private broken(reason: string): void {
    if (!this.finished) return
    this.parts.tally.fail(reason)
    this.finished()
  }
}

function toTemplate(request: string, number: string): Template {
  const numberEnds: number[] = []
  for (let at = request.indexOf(number); at >= 0; at = request.indexOf(number, at + 1)) {
    numberEnds.push(at + number.length)
  }
  return { bytes: Buffer.from(request, 'latin1'), numberEnds }
}

/** Over the digits of another number of the same length. */
function writeNumber(bytes: Buffer, end: number, number: number): void {
  for (let at = end - 1, left = number; left > 0; at -= 1) {
    bytes[at] = zero + (left % 10)
    left = Math.floor(left / 10)
  }
}

function isComplete(answer: Buffer): boolean {
  const end = answer.indexOf(headEnd)
  if (end < 0) return false
  let length = 0
  for (let at = answer.indexOf(lengthName) + lengthName.length; ; at += 1) {
    const digit = (answer[at] ?? 0) - zero
    if (digit < 0 || digit > 9) break
    length = 10 * length + digit
  }
  return answer.length >= end + headEnd.length + length
}
