import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, Server as NetServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Dispatcher } from '../../calls/engine/work.ts'
import type { Operation } from '../../calls/operations/operation.ts'
import { toAddressList } from '../../domain/brand/keys/addresses.ts'
import { defined } from '../../ground/kernel/defined.ts'
import { refuse } from '../../ground/kernel/errors.ts'
import type { RandomBytes } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { Log } from '../../ground/log/log.ts'
import type { Observer } from '../../ground/observe/observer.ts'
import type { BrandDirectory } from '../../storage/brand-store/cache/brand-directory.ts'
import type { KeyUse } from '../../storage/brand-store/keys/key-use.ts'
import { Authenticator } from './authenticate.ts'
import { answerBrokenRequest, answerRaw } from './broken-request.ts'
import { type CountExchange, nowhere } from './count-exchange.ts'
import { EmployeeCheck } from './employee-check.ts'
import { Guesses } from './guesses.ts'
import type { ReplyRules } from './http-reply.ts'
import { OneATurn } from './one-a-turn.ts'
import { RateLimit } from './rate-limit.ts'
import type { Readiness } from './readiness.ts'
import { Reception } from './reception.ts'
import { RequestRefs } from './request-refs.ts'
import { type FixedPage, type PageShelf, type PagesNow, type PortalDoor, Routes } from './routes.ts'
import type { Watch } from './watch.ts'

export interface HttpParts {
  readonly dispatcher: Dispatcher
  readonly operations: readonly Operation[]
  readonly brands: Pick<BrandDirectory, 'findAccess' | 'loadAccess'>
  /** What is read with GET, by its path. */
  readonly pages: ReadonlyMap<string, FixedPage>
  /** What is made anew for each visitor, by the beginning of its path. */
  readonly pagesNow?: PagesNow
  readonly shelf?: PageShelf
  /** What takes everything under /portal. */
  readonly portal?: PortalDoor
  /** What takes everything under /wallet. */
  readonly wallet?: PortalDoor
  /** What takes everything under /member, and under /m. */
  readonly member?: PortalDoor
  readonly memberPages?: PortalDoor
  /** Where callers reach the server; absent: the address at which a call came in. */
  readonly publicUrl?: string
  /** Addresses and networks whose word on where they have a call from is believed. */
  readonly trustedProxies?: readonly string[]
  /** Whether secrets that everybody knows work, from this machine. */
  readonly takesPublicSecrets: boolean
  readonly keyUse: Pick<KeyUse, 'note'>
  readonly readiness: Readiness
  readonly limits: HttpLimits
  /** What is counted together with the other processes of the server; absent where there are none. */
  readonly counts?: Pick<CountExchange, 'of'>
  /** Milliseconds that a request may take to arrive; the usual ones when absent. */
  readonly timeouts?: Partial<
    Pick<typeof serverOptions, 'headersTimeout' | 'requestTimeout' | 'connectionsCheckingInterval'>
  >
  readonly log: Log
  /** Counts who is refused, for whoever shows the counts. */
  readonly watch: Watch
  readonly random: RandomBytes
  /** The database's time. */
  readonly now: () => Instant
  readonly observer?: Observer
}

export interface HttpLimits {
  readonly bodyBytesMax: number
  readonly connectionsMax: number
  /** 0: no limit. */
  readonly requestsPerKeyPerSecond: number
  /** Failed authentications a minute of one key or address before they are answered with 429; 0: no limit. */
  readonly failuresPerMinute: number
  /** Wrong passwords a minute of one employee before they are; 0: no limit. */
  readonly employeeFailuresPerMinute: number
  /** Unknown cards and wrong pins a minute of one key at one terminal before its look-ups are; 0: no limit. */
  readonly guessesPerMinute: number
  /** How long calls that are being answered may hold up a stop; ten seconds when not said. */
  readonly drainMsMax?: number
  /** How long calls are still taken after a stop was asked for, so that proxies can notice it first; not at all when not said. */
  readonly stopDelaySeconds?: number
}

export interface HttpServer {
  readonly port: number
  readonly address: string
  /** Takes nothing new, finishes what is in flight, and resolves when every connection is closed. */
  stop(): Promise<void>
}

export const serverOptions = {
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

const yearSeconds = 365 * 24 * 60 * 60

/** Browsers that were here once over TLS come back only over TLS. */
function securityHeaders(publicUrl: string | undefined): readonly string[] {
  return publicUrl?.startsWith('https:') ? ['Strict-Transport-Security', `max-age=${yearSeconds}`] : []
}

export async function startHttpServer(
  parts: HttpParts,
  { host, port }: { host: string; port: number },
): Promise<HttpServer> {
  const headers = securityHeaders(parts.publicUrl)
  const rules = { bodyLimit: parts.limits.bodyBytesMax, stopping: false, draining: false, headers }
  const refs = new RequestRefs(parts.random, parts.now)
  const reception = openReception(parts, refs, rules)
  const { drainMsMax = usualDrainMsMax, stopDelaySeconds = 0 } = parts.limits
  // A call may take as long to arrive as a stop would wait for it.
  const requestTimeout = Math.max(serverOptions.requestTimeout, drainMsMax)
  const server = createServer({ ...serverOptions, requestTimeout, ...parts.timeouts })
  // A caller that has said all it has to say may close its half, and still wants its answer. A connection beyond the
  // limit is closed: processes that are all full would otherwise hand it on to each other without end.
  Object.assign(server, { httpAllowHalfOpen: true, dropMaxConnection: true })
  server.maxConnections = parts.limits.connectionsMax
  server.maxHeadersCount = 0
  attach(server, reception, refs)
  server.listen(port, host)
  await once(server, 'listening')
  const bound = server.address() as AddressInfo
  const stop = async () => {
    rules.stopping = true
    if (stopDelaySeconds > 0) await sleep(stopDelaySeconds * 1000)
    rules.draining = true
    return drain(server, reception, drainMsMax)
  }
  return { port: bound.port, address: bound.address, stop }
}

function openReception(parts: HttpParts, refs: RequestRefs, rules: ReplyRules): Reception {
  const {
    dispatcher,
    operations,
    pages,
    pagesNow,
    shelf,
    portal,
    wallet,
    member,
    memberPages,
    publicUrl,
    brands,
    limits,
    log,
    readiness,
    keyUse,
  } = parts
  const { failuresPerMinute } = limits
  const { takesPublicSecrets, trustedProxies = [] } = parts
  const elsewhere = (limit: string) => parts.counts?.of(limit) ?? nowhere
  const edge = defined({
    dispatcher,
    log,
    authenticator: new Authenticator(brands, { failuresPerMinute, takesPublicSecrets, elsewhere, now: parts.now }),
    employees: new EmployeeCheck(limits.employeeFailuresPerMinute, elsewhere('employees')),
    guesses: new Guesses(limits.guessesPerMinute, elsewhere),
    watch: parts.watch,
    keyUse,
    trustedProxies: trustedProxies.length > 0 ? toAddressList(trustedProxies) : undefined,
    rateLimit: new RateLimit(limits.requestsPerKeyPerSecond, elsewhere('requests of a key')),
    bodyLimit: limits.bodyBytesMax,
    turns: new OneATurn(),
    publicUrl,
    observer: parts.observer,
  })
  return new Reception({
    edge,
    routes: new Routes(operations, defined({ pages, pagesNow, shelf, portal, wallet, member, memberPages })),
    refs,
    rules,
    readiness,
  })
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
const idleMs = 500
const usualDrainMsMax = 10_000

async function drain(server: Server, reception: Reception, drainMsMax: number): Promise<void> {
  if (!server.listening) return
  const closed = once(server, 'close')
  // Only takes no new connections: an HTTP server's own close would cut off calls that are just arriving.
  NetServer.prototype.close.call(server)
  const began = performance.now()
  const sweep = setInterval(() => {
    const waited = performance.now() - began
    for (const [socket, line] of reception.lines) {
      if (waited > drainMsMax || (waited > idleMs && line.unanswered === 0)) socket.destroy()
    }
  }, 50)
  await closed
  clearInterval(sweep)
}
