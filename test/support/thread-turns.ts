import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

/** What the thread did while somebody watched it, in milliseconds of its processor: others on the machine do not count. */
export interface Turns {
  readonly longestMs: number
  /** All turns that did something. */
  readonly sumMs: number
}

/** Below this a turn is the watching itself: some systems count time in steps of 4 ms. */
const idleMs = 6

/** Watches the turns of this thread's event loop until the work is done, about once a millisecond: while it waits, so does this. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<Turns> {
  let longestMs = 0
  let sumMs = 0
  let isOver = false
  let last = threadMs()
  const watch = () => {
    const now = threadMs()
    const turn = now - last
    last = now
    if (turn > longestMs) longestMs = turn
    if (turn > idleMs) sumMs += turn
    if (!isOver) setTimeout(watch, 1)
  }
  setTimeout(watch, 1)
  try {
    await work()
    // The turn that it ended in counts as well.
    await pause(2)
  } finally {
    isOver = true
  }
  return { longestMs, sumMs }
}

/** The processor time of this thread. */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** How many times slower this machine is than the one that bounds were set on; never less than 1. */
export function slowness(): number {
  const tries = [0, 1, 2].map(() => {
    const began = threadMs()
    calibrate()
    return threadMs() - began
  })
  return Math.max(1, Math.min(...tries) / calibratedMs)
}

const calibratedMs = 60

function calibrate(): number {
  const words = new Map<string, number>()
  for (let i = 0; i < 200_000; i += 1) words.set(`word-${i % 5000}-${i % 7}`, i)
  return JSON.stringify([...words]).length
}

interface Request {
  readonly port: number
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

interface Response {
  readonly status: number
  readonly setCookie: string
  readonly text: string
}

/** Only the beginning of a response is wanted: the thread that is watched should not have to read the rest. */
const client = `
const { parentPort } = require('node:worker_threads')
const { request } = require('node:http')
parentPort.on('message', ({ id, port, path, headers, text }) => {
  const sent = request({ port, path, method: 'POST', headers: { ...headers, 'content-length': Buffer.byteLength(text) } }, (response) => {
    const chunks = []
    response.on('data', (chunk) => chunks.push(chunk))
    response.on('end', () => parentPort.postMessage({
      id,
      status: response.statusCode,
      setCookie: String(response.headers['set-cookie'] ?? ''),
      text: Buffer.concat(chunks).toString('utf8').slice(0, 2000),
    }))
  })
  sent.on('error', (error) => parentPort.postMessage({ id, status: 0, setCookie: '', text: String(error) }))
  sent.end(text)
})`

/** Somebody on another thread who calls the server of this one. */
export class ThreadClient {
  private readonly thread = new Worker(client, { eval: true })
  private readonly waiting = new Map<number, (response: Response) => void>()
  private sent = 0

  constructor() {
    this.thread.on('message', ({ id, ...response }: Response & { readonly id: number }) => {
      this.waiting.get(id)?.(response)
      this.waiting.delete(id)
    })
  }

  send(request: Request): Promise<Response> {
    this.sent += 1
    const { promise, resolve } = Promise.withResolvers<Response>()
    this.waiting.set(this.sent, resolve)
    this.thread.postMessage({ id: this.sent, ...request })
    return promise
  }

  async close(): Promise<void> {
    await this.thread.terminate()
  }
}
