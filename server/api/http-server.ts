import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, Server as NetServer } from 'node:net'
import type { BrandDirectory } from '../brand-store/cache/brand-directory.ts'
import type { Dispatcher } from '../engine/work.ts'
import { defined } from '../kernel/defined.ts'
import { refuse } from '../kernel/errors.ts'
import type { RandomBytes } from '../kernel/ids.ts'
import type { Log } from '../log/log.ts'
import type { Operation } from '../operations/operation.ts'
import { Authenticator } from './authenticate.ts'
import { answerBrokenRequest, answerRaw } from './broken-request.ts'
import { EmployeeCheck } from './employee-check.ts'
import { RateLimit } from './rate-limit.ts'
import { Reception } from './reception.ts'
import { RequestRefs } from './request-refs.ts'
import { type FixedPage, type PagesNow, Routes } from './routes.ts'

export interface HttpParts {
  readonly dispatcher: Dispatcher
  readonly operations: readonly Operation[]
  readonly brands: Pick<BrandDirectory, 'findAccess' | 'loadAccess'>
  /** What is read with GET, by its path. */
  readonly pages: ReadonlyMap<string, FixedPage>
  /** What is made anew for each visitor, by the beginning of its path. */
  readonly pagesNow?: PagesNow
  /** Where callers reach the server; absent: where each call was sent to. */
  readonly publicUrl?: string
  readonly readiness: () => boolean | Promise<boolean>
  readonly limits: HttpLimits
  readonly log: Log
  readonly random: RandomBytes
}

export interface HttpLimits {
  readonly bodyBytesMax: number
  readonly connectionsMax: number
  /** 0: no limit. */
  readonly requestsPerKeyPerSecond: number
  /** Failed authentications a minute of one key, address or employee before they are answered with 429; 0: no limit. */
  readonly failuresPerMinute: number
}

export interface HttpServer {
  readonly port: number
  readonly address: string
  /** Takes nothing new, finishes what is in flight, and resolves when every connection is closed. */
  stop(): Promise<void>
}

/** Where a server is reached from the machine that it runs on. */
export function urlOf({ address, port }: Pick<HttpServer, 'address' | 'port'>): string {
  const host =
    address === '0.0.0.0' || address === '::' ? '127.0.0.1' : address.includes(':') ? `[${address}]` : address
  return `http://${host}:${port}`
}

const serverOptions = {
  // A customRequestId has no size limit of its own.
  maxHeaderSize: 64 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  // Longer than load balancers keep theirs, so that it is never us who closes under a request.
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1000,
  // Answered by us in the envelope rather than by Node without one.
  requireHostHeader: false,
}

export async function startHttpServer(
  parts: HttpParts,
  { host, port }: { host: string; port: number },
): Promise<HttpServer> {
  const rules = { bodyLimit: parts.limits.bodyBytesMax, draining: false }
  const refs = new RequestRefs(parts.random)
  const reception = openReception(parts, refs, rules)
  const server = createServer(serverOptions)
  server.maxConnections = parts.limits.connectionsMax
  server.maxHeadersCount = 0
  attach(server, reception, refs)
  server.listen(port, host)
  await once(server, 'listening')
  const bound = server.address() as AddressInfo
  const stop = () => {
    rules.draining = true
    return drain(server, reception)
  }
  return { port: bound.port, address: bound.address, stop }
}

function openReception(
  parts: HttpParts,
  refs: RequestRefs,
  rules: { bodyLimit: number; draining: boolean },
): Reception {
  const { dispatcher, operations, pages, pagesNow, publicUrl, brands, limits, log, readiness } = parts
  const edge = defined({
    dispatcher,
    log,
    authenticator: new Authenticator(brands, limits.failuresPerMinute),
    employees: new EmployeeCheck(limits.failuresPerMinute),
    rateLimit: new RateLimit(limits.requestsPerKeyPerSecond),
    bodyLimit: limits.bodyBytesMax,
    publicUrl,
  })
  return new Reception({ edge, routes: new Routes(operations, pages, pagesNow), refs, rules, readiness })
}

function attach(server: Server, reception: Reception, refs: RequestRefs): void {
  server.on('connection', (socket) => reception.connected(socket))
  server.on('request', (request, response) => reception.take(request, response, false))
  server.on('checkContinue', (request, response) => reception.take(request, response, true))
  // An expectation that nobody knows is no reason to refuse.
  server.on('checkExpectation', (request, response) => reception.take(request, response, false))
  server.on('connect', (_, socket) => answerRaw(socket, { ...refuse(106), allow: 'POST, OPTIONS' }, refs.next()))
  server.on('clientError', (error, socket) => {
    answerBrokenRequest(error, socket, reception.lines.get(socket), refs.next())
  })
}

/** Connections without a request are left this long, for one that may be on its way and deserves an answer. */
const patience = 500
const longestDrain = 10_000

async function drain(server: Server, reception: Reception): Promise<void> {
  if (!server.listening) return
  const closed = once(server, 'close')
  // Only takes no new connections: an HTTP server's own close would cut off calls that are just arriving.
  NetServer.prototype.close.call(server)
  const began = performance.now()
  const sweep = setInterval(() => {
    const waited = performance.now() - began
    for (const [socket, line] of reception.lines) {
      if (waited > longestDrain || (waited > patience && line.unanswered === 0)) socket.destroy()
    }
  }, 50)
  await closed
  clearInterval(sweep)
}
