import { hash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import type { TestContext } from 'node:test'
import type { Dispatcher, Finished, Work } from '../../server/calls/engine/work.ts'
import { command } from '../../server/calls/operations/operation.ts'
import type { Brand, Location } from '../../server/domain/brand/brand.ts'
import {
  type HttpLimits,
  type HttpParts,
  type HttpServer,
  startHttpServer,
} from '../../server/doors/api/http-server.ts'
import type { Readiness } from '../../server/doors/api/readiness.ts'
import { Watch } from '../../server/doors/api/watch.ts'
import { decimal, flag, id, list, model, text } from '../../server/ground/contract/field.ts'
import type { SentDocument } from '../../server/ground/html/page.ts'
import { openLog } from '../../server/ground/log/log.ts'
import type { BrandAccess } from '../../server/storage/brand-store/cache/brand-directory.ts'
import { type AccessKey, toAccessKey } from '../../server/storage/brand-store/keys/access-key.ts'

const line = model('Line', 'A line.', { sku: id('Its product.').required(), gift: flag('Whether it is a gift.').v2() })

const shared = {
  summary: 'Says what it was told.',
  callType: 'UPDATE_BALANCE' as const,
  requestModel: 'EchoRequest',
  responseModel: 'EchoResponse',
  touches: () => ({}),
  decide: () => {
    throw new Error('the engine is not part of these tests')
  },
}

const contract = {
  request: {
    cardNumber: id('The card.').required(6),
    amount: decimal('An amount.'),
    pin: text('A pin.'),
    silent: flag('Whether nobody is told.').default(false),
    lines: list('The lines.', line),
    newer: text('Only in the latest version.').v2(),
    createIfNew: flag('Needs enablement.').default(false).enablement('createIfNew'),
  },
  response: {
    cardNumber: text('The card.'),
    lines: list('The lines.', line),
    newer: text('Only in the latest version.').v2(),
  },
}

const operations = [
  command({ name: 'echo', ...contract, ...shared }),
  command({ name: 'reactivate', enablement: 'reactivate', ...contract, ...shared }),
  command({ name: 'flexible', group: 'flex', ...contract, ...shared }),
  command({ name: 'administer', group: 'admin', ...contract, ...shared }),
]

export const pier: Location = {
  id: 'L1',
  name: 'Pier 1',
  country: 'US',
  currency: 'USD',
  terminals: new Set(['T1', 'T2']),
  employees: new Map(),
}

/** As much of a brand as the wire looks at. */
export function brandWith(changes: Partial<Brand> = {}): Brand {
  const brand: Partial<Brand> = {
    id: '1001',
    version: 1,
    interfaceTimeZone: 'UTC',
    apiVersion: 2,
    enabled: new Set(),
    settings: { requireEmployee: false, requireEmployeePassword: false, reversalGraceDays: 0, cashoutReturns: false },
    locations: new Map([
      ['L1', pier],
      ['L2', { ...pier, id: 'L2', terminals: new Set(['T9']) }],
    ]),
    ...changes,
  }
  return brand as Brand
}

interface WireOptions {
  readonly brand?: Partial<Brand>
  readonly limits?: Partial<HttpLimits>
  /** The keys of the brand, instead of the one. */
  readonly keys?: ReadonlyMap<string, AccessKey>
  /** Further settings of the server. */
  readonly parts?: Partial<HttpParts>
  readonly answer?: (work: Work) => Finished | Promise<Finished>
  readonly pages?: ReadonlyMap<string, () => SentDocument>
  /** How the directory answers for brands that it does not hold. */
  readonly load?: (brandId: string) => Promise<BrandAccess | null>
  /** Whether there is a place for the record of a call that is refused early. */
  readonly hasPlace?: () => boolean | Promise<boolean>
  readonly readiness?: Readiness
}

const somePages = new Map([['/docs', () => ({ contentType: 'text/html', body: '<p>', headers: { 'X-Page': 'yes' } })]])

/** A server on a free port with a made-up engine behind it; what reached the engine can be looked at. */
export async function openWire(t: TestContext, options: WireOptions = {}) {
  const brand = brandWith(options.brand)
  const keys = options.keys ?? new Map([['till', toAccessKey([hash('sha256', 'a secret: of ours', 'buffer')])]])
  const works: Work[] = []
  const refusals: { code: number; operation: string; ref: string }[] = []
  const logged: string[] = []
  const used: [brand: string, key: string][] = []
  const log = openLog('debug', (entry) => logged.push(entry))
  const watch = new Watch(log)
  const { answer = ({ call }) => ({ kind: 'done', response: { cardNumber: call.locationId } }) } = options
  const dispatcher: Dispatcher = {
    run: async (work) => {
      works.push(work)
      return answer(work)
    },
    recordRefusal: ({ code, operation, call }) => {
      refusals.push({ code, operation: operation.name, ref: call.ref })
      return options.hasPlace?.() ?? true
    },
    drain: async () => undefined,
  }
  const server = await startHttpServer(
    {
      dispatcher,
      operations,
      brands: {
        findAccess: (brandId) => (brandId === brand.id ? { brand, keys } : options.load ? undefined : null),
        loadAccess: async (brandId) => options.load?.(brandId) ?? null,
      },
      pages: options.pages ?? somePages,
      readiness: options.readiness ?? (() => undefined),
      takesPublicSecrets: true,
      keyUse: { note: (...use) => used.push(use) },
      watch,
      now: Date.now,
      ...options.parts,
      limits: {
        bodyBytesMax: 1024 * 1024,
        connectionsMax: 1000,
        requestsPerKeyPerSecond: 0,
        failuresPerMinute: 20,
        employeeFailuresPerMinute: 20,
        guessesPerMinute: 0,
        ...options.limits,
      },
      log,
      random: (count) => randomBytes(count),
    },
    { host: '127.0.0.1', port: 0 },
  )
  t.after(() => server.stop())
  return { server, works, refusals, logged, used, refused: watch.counts, ...callers(server) }
}

export const authorization = `Basic ${Buffer.from('till:a secret: of ours').toString('base64')}`
export const goodHeaders = { authorization, brand: '1001', location: 'L1', terminal: 'T1' }

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

export interface WireAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly json: Record<string, unknown>
}

function callers(server: HttpServer) {
  const send = (method: string, path: string, headers: Headers, body?: string | Buffer) =>
    sendRequest(server.port, { method, path, headers }, body)
  return {
    send,
    post: (path: string, body: unknown = {}, headers: Headers = {}) =>
      send('POST', path, { ...goodHeaders, ...headers }, textOf(body)),
    raw: (bytes: string | Buffer, options: RawOptions = {}) => sendRaw(server.port, bytes, options),
  }
}

function textOf(body: unknown): string | Buffer {
  return typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
}

async function sendRequest(
  port: number,
  options: { method: string; path: string; headers: Headers },
  body?: string | Buffer,
): Promise<WireAnswer> {
  const headers = Object.fromEntries(Object.entries(options.headers).filter(([, value]) => value !== undefined))
  const sent = request({ port, ...options, headers: headers as Record<string, string>, agent: false })
  // As bytes: with a text, Node would send the headers as UTF-8 too.
  sent.end(Buffer.from(body ?? ''))
  const [response] = await once(sent, 'response')
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  const answer = Buffer.concat(chunks).toString()
  const isJson = String(response.headers['content-type']).startsWith('application/json')
  const json = isJson && answer ? JSON.parse(answer) : {}
  return { status: response.statusCode, headers: response.headers, text: answer, json }
}

interface RawOptions {
  /** What is sent when the answer has begun. */
  readonly reply?: string
  /** What is sent a moment later. */
  readonly later?: string
  /** Whether the sending side is closed after the last byte. */
  readonly end?: boolean
}

/** Sends bytes as they are, and resolves with everything that came back once the connection is closed. */
function sendRaw(port: number, bytes: string | Buffer, options: RawOptions): Promise<string> {
  return new Promise((resolve) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(bytes)
      if (options.end) socket.end()
      if (options.later !== undefined) setTimeout(() => socket.write(options.later ?? ''), 30)
    })
    socket.on('data', (chunk) => {
      if (received === '' && options.reply !== undefined) socket.write(options.reply)
      received += chunk.toString('latin1')
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(received))
  })
}

/** The lines of a request's head, for sending it raw. */
export function rawHead(extra: readonly string[] = [], path = '/merchant/echo'): string {
  const headers = Object.entries(goodHeaders).map(([name, value]) => `${name}: ${value}`)
  return [`POST ${path} HTTP/1.1`, 'Host: x', ...headers, ...extra, '', ''].join('\r\n')
}

/** The JSON bodies in a raw answer, in order. */
export function rawBodies(received: string): Record<string, unknown>[] {
  return [...received.matchAll(/\{"[^\r\n]*?"(?:success|requestRef)":[^\r\n]*?\}/g)].map(([body]) => JSON.parse(body))
}
