import { randomUUID } from 'node:crypto'
import { Agent, request as httpRequest } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

// biome-ignore lint/suspicious/noExplicitAny: an answer has whatever the operation answers.
export type Body = any

export interface Outcome {
  /** Undefined when it succeeded. */
  readonly refusedWith: number | undefined
  readonly ref: string
  /** Without one where the answer was lost and only the success is known. */
  readonly body: Body | undefined
  readonly tries: number
}

export interface Attempt {
  readonly body: Body
  readonly original: string | undefined
}

/** How long a call may remain unknown: a killed server on a busy machine needs its time to be back. */
const patienceMs = 240_000
const transient = new Set([109, 136])
/** A server answers within 5 seconds, and executes nothing after that. */
const underWayMs = 6000

interface BrandOfTill {
  readonly id: string
  readonly key: string
  readonly secret: string
}

/** Makes calls until their outcome is known: whatever gets lost, with the same customRequestId again. */
export class Till {
  retries = 0
  private turn = 0
  private readonly brand: BrandOfTill
  private readonly ports: () => readonly number[]
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 64 })

  /** `ports` are those of the servers that are up; they are called in turn. */
  constructor(brand: BrandOfTill, ports: () => readonly number[]) {
    this.brand = brand
    this.ports = ports
  }

  async call(operation: string, body: object, isLost = false, id: string = randomUUID()): Promise<Outcome> {
    const until = performance.now() + patienceMs
    let lostUntil = 0
    for (let tries = 1; ; tries += 1) {
      const port = this.nextPort()
      const sentAt = performance.now()
      const answer = await this.attempt(operation, body, {
        id,
        port,
        cutAfterMs: isLost && tries === 1 ? 3 : undefined,
      })
      if (answer?.body.success) return { refusedWith: undefined, ref: answer.body.requestRef, body: answer.body, tries }
      if (answer?.body.errorCode === 3)
        return { refusedWith: undefined, ref: answer.original ?? '', body: undefined, tries }
      const isRefused = answer && !transient.has(answer.body.errorCode)
      // An attempt whose answer nobody waited for may still be under way, and be executed after this one was refused.
      const left = lostUntil - performance.now()
      if (isRefused && left <= 0)
        return { refusedWith: answer.body.errorCode ?? -1, ref: answer.body.requestRef, body: answer.body, tries }
      if (!answer && port !== undefined) lostUntil = sentAt + underWayMs
      if (performance.now() > until)
        throw new Error(`${operation} is still unknown after ${patienceMs} ms: ${JSON.stringify(answer?.body)}`)
      this.retries += 1
      await wait(isRefused ? left : Math.min(50 * tries, 500))
    }
  }

  /** A call that only reads. */
  async read(operation: string, body: object): Promise<Body> {
    const until = performance.now() + patienceMs
    for (;;) {
      const answer = await this.attempt(operation, body, {})
      if (answer?.body.success) return answer.body
      if (performance.now() > until || (answer && !transient.has(answer.body.errorCode)))
        throw new Error(`${operation} ${JSON.stringify(body)}: ${JSON.stringify(answer?.body)}`)
      await wait(100)
    }
  }

  /** What time the server at a port takes it to be: the references that it makes begin with it. 0 where it does not answer. */
  async time(port: number): Promise<number> {
    const answer = await this.attempt('couponDetails', { couponId: 'OPEN' }, { port })
    const { requestRef } = answer?.body ?? {}
    return typeof requestRef === 'string' ? Number.parseInt(requestRef.replace('-', '').slice(0, 12), 16) : 0
  }

  private nextPort(): number | undefined {
    const ports = this.ports()
    this.turn += 1
    return ports[this.turn % ports.length]
  }

  close(): void {
    this.agent.destroy()
  }

  /** One attempt; undefined where there is no answer. */
  attempt(
    operation: string,
    body: object,
    {
      id,
      cutAfterMs,
      port = this.nextPort(),
    }: { id?: string; cutAfterMs?: number | undefined; port?: number | undefined },
  ): Promise<Attempt | undefined> {
    const { brand } = this
    if (port === undefined) return Promise.resolve(undefined)
    const path = operation.includes('/') ? `/${operation}` : `/merchant/${operation}`
    const text = JSON.stringify(body)
    const headers = {
      authorization: `Basic ${Buffer.from(`${brand.key}:${brand.secret}`).toString('base64')}`,
      brand: brand.id,
      location: 'L1',
      terminal: 'T1',
      'content-length': String(Buffer.byteLength(text)),
      ...(id && { customRequestId: id }),
    }
    return new Promise((resolve) => {
      const options = { port, path, method: 'POST', headers, agent: this.agent }
      const request = httpRequest(options, (response) => {
        let answer = ''
        response.setEncoding('utf8').on('data', (chunk: string) => {
          answer += chunk
        })
        response.on('error', () => resolve(undefined))
        response.on('close', () => resolve(undefined))
        response.on('end', () => {
          const original = response.headers['purser-original-request']
          resolve({ body: parsed(answer), original: typeof original === 'string' ? original : undefined })
        })
      })
      request.setTimeout(20_000, () => request.destroy())
      request.on('error', () => resolve(undefined))
      request.end(text)
      if (cutAfterMs !== undefined) setTimeout(() => request.destroy(), cutAfterMs)
    })
  }
}

function parsed(text: string): Body {
  try {
    return JSON.parse(text)
  } catch {
    return { success: false, errorCode: -1, errorMessage: text }
  }
}
