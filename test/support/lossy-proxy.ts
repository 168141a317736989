import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { TestContext } from 'node:test'

/** What becomes of one request on its way to the server and back. */
export type Fate =
  | 'passes'
  /** The connection breaks before the server sees the request. */
  | 'losesRequest'
  /** The server has done the work, and its answer is lost. */
  | 'losesAnswer'
  /** The connection breaks in the middle of the answer. */
  | 'cutsAnswer'
  /** The answer is kept until whoever asked has gone. */
  | 'keepsAnswer'
  /** The request is kept until whoever sent it has gone, and then delivered. */
  | 'deliversLate'
  /** A proxy says that nobody is there. */
  | 'unavailable'
  /** As the server says it when it has too much to do. */
  | 'overloaded'
  | Canned
  | Held

/** An answer that never saw the server. */
interface Canned {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
}

/** The connection breaks, and the request is delivered when the promise resolves. */
interface Held {
  readonly until: Promise<void>
}

export interface LossyProxy {
  readonly url: string
  readonly port: number
  /** What becomes of the requests from now on. */
  fates(next: (request: Passing) => Fate): void
  /** How many met each fate. */
  readonly met: Map<string, number>
  /** Everything that arrived here, lost or not. */
  readonly seen: Passing[]
  /** Resolves when nothing is on its way to the server any more. */
  idle(): Promise<void>
}

interface Passing {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const overloaded: Canned = {
  status: 503,
  headers: { 'retry-after': '1' },
  body: '{"errorMessage":"Temporarily unavailable.","errorCode":109,"requestRef":"none","success":false}',
}

/** A proxy in front of a server of a test, over TCP on both sides. */
export async function openLossyProxy(t: TestContext, target: number): Promise<LossyProxy> {
  const state: { fate: (request: Passing) => Fate } = { fate: () => 'passes' }
  const met = new Map<string, number>()
  const seen: Passing[] = []
  const under = new Set<Promise<unknown>>()
  const server = createServer((incoming, outgoing) => {
    const work = handle(incoming, outgoing).catch(() => outgoing.destroy())
    under.add(work)
    void work.then(() => under.delete(work))
  })
  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { url = '', headers, method = '' } = incoming
    const passing = { method, path: url, headers, body: (await buffer(incoming)).toString() }
    // What a browser asks before it calls is no call.
    if (method === 'OPTIONS') return carry(passing, 'passes', { outgoing, target })
    seen.push(passing)
    const fate = state.fate(passing)
    const name = typeof fate === 'string' ? fate : 'canned'
    met.set(name, (met.get(name) ?? 0) + 1)
    await carry(passing, fate, { outgoing, target })
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    met,
    seen,
    fates: (next) => {
      state.fate = next
    },
    idle: async () => {
      while (under.size > 0) await Promise.all(under)
    },
  }
}

async function carry(passing: Passing, fate: Fate, to: { outgoing: ServerResponse; target: number }): Promise<void> {
  const { outgoing, target } = to
  if (typeof fate === 'object' && 'until' in fate) {
    breakOff(outgoing)
    await fate.until
    await forward(passing, target)
    return
  }
  if (typeof fate === 'object') return reply(outgoing, fate)
  if (fate === 'unavailable') return reply(outgoing, { status: 503, body: '<h1>No server is available.</h1>' })
  if (fate === 'overloaded') return reply(outgoing, overloaded)
  if (fate === 'losesRequest') return breakOff(outgoing)
  if (fate === 'deliversLate') await gone(outgoing)
  const answer = await forward(passing, target)
  if (fate === 'losesAnswer') return breakOff(outgoing)
  if (fate === 'keepsAnswer') await gone(outgoing)
  if (outgoing.destroyed) return
  outgoing.writeHead(answer.status, answer.headers)
  if (fate !== 'cutsAnswer') return void outgoing.end(answer.body)
  outgoing.write(answer.body.subarray(0, answer.body.length / 2), () => breakOff(outgoing))
}

function reply(outgoing: ServerResponse, { status, headers = {}, body }: Canned): void {
  outgoing.writeHead(status, headers).end(body)
}

function breakOff(outgoing: ServerResponse): void {
  outgoing.socket?.resetAndDestroy()
}

/** Whoever asked has given up. */
async function gone(outgoing: ServerResponse): Promise<void> {
  if (!outgoing.destroyed) await once(outgoing, 'close')
}

async function forward({ method, path, headers, body }: Passing, port: number) {
  const sent = request({ port, path, method, headers: { ...headers, connection: 'close' }, agent: false })
  // As bytes: with a text, Node would send the headers as UTF-8 too.
  sent.end(Buffer.from(body))
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) }
}

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
export function seededNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
