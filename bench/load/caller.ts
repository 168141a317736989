import { connect, type Socket } from 'node:net'
import type { Tally } from './tally.ts'

export interface CallerParts {
  readonly port: number
  readonly request: string
  readonly numberAt: number
  readonly numberLength: number
  /** The next card's number. */
  readonly nextNumber: () => number
  readonly tally: Tally
}

const headEnd = Buffer.from('\r\n\r\n')
const lengthName = Buffer.from('Content-Length: ')
const success = Buffer.from('"success":true')
const zero = 48
const patience = 20_000

/**
 * One connection with one call in flight. Made to be cheap, because it shares the processors with the server: one
 * buffer for all requests, one for all answers, and of an answer only its status, its length and its success are read.
 */
export class Caller {
  private readonly parts: CallerParts
  private readonly request: Buffer
  private readonly socket: Socket
  private partial: Buffer | undefined
  private sentAt = 0
  private finished: (() => void) | undefined

  constructor(parts: CallerParts) {
    this.parts = parts
    this.request = Buffer.from(parts.request, 'latin1')
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
      this.call()
    })
    this.finished = undefined
    this.socket.destroy()
  }

  private call(): void {
    let number = this.parts.nextNumber()
    const { numberAt, numberLength } = this.parts
    for (let at = numberAt + numberLength - 1; at >= numberAt; at -= 1) {
      this.request[at] = zero + (number % 10)
      number = Math.floor(number / 10)
    }
    this.sentAt = performance.now()
    this.socket.write(this.request)
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
    if (now < tally.end) this.call()
    else this.finished?.()
  }

  private broken(reason: string): void {
    if (!this.finished) return
    this.parts.tally.fail(reason)
    this.finished()
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
