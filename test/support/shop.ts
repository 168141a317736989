import { randomBytes } from 'node:crypto'
import { Agent, request as httpRequest } from 'node:http'
import { after } from 'node:test'
import { operations } from '../../server/calls/operations/all.ts'
import { PinKeeper } from '../../server/domain/card/pin-keeper.ts'
import { operator } from '../../server/domain/judge/caller.ts'
import type { HttpLimits } from '../../server/doors/api/http-server.ts'
import { ConnectionPool } from '../../server/ground/database/connection.ts'
import { type Log, openLog } from '../../server/ground/log/log.ts'
import { type Service, startService } from '../../server/program/assembly/running-server.ts'
import { parseCommandLine } from '../../server/program/command-line/parse.ts'
import type { Config } from '../../server/program/configuration/config.ts'
import { applyBrandFile } from '../../server/storage/brand-store/apply/apply.ts'
import { brandSecretUse } from '../../server/storage/brand-store/document-secrets.ts'
import type { ErrandTable } from '../../server/storage/errand/kind.ts'
import { verify } from '../../server/storage/verify/verify.ts'
import { clusterPorts } from './cluster-copies.ts'
import { assertDescribed } from './described-answer.ts'
import { placedMessage } from './told-fault.ts'

/** The database that the test run made. */
export function testDatabase(): string {
  const url = process.env.PURSER_TEST_DATABASE
  if (!url) throw new Error('Tests run by `npm test`, which starts their database.')
  return url
}

/** What pins and secrets are sealed with, for processes that a test starts on the same database. */
export const testKey = randomBytes(32)
/** What the servers of tests seal with. */
export const testPins = new PinKeeper(testKey, randomBytes)
const pins = testPins
/** Opens the secrets of a shop's senders. */
export const testSealer = pins.sealerFor(brandSecretUse)

/** Who changes brands by hand in tests. */
export const testOrigin = { actor: { kind: 'commandLine', name: 'ana', from: 'till-7' } } as const
/** How tests change a brand, unless they say who does. */
export const byOperator = { caller: operator, origin: testOrigin } as const

/** One server for each test process, on the test run's database; it ends with the process. */
let service: Promise<Service> | undefined

/** How often servers ask the database for its time, where a test says so. */
let clockLookMs: number | undefined

/** From now on servers that are started follow the database's time so closely. */
export function followClock(everyMs: number): void {
  clockLookMs = everyMs
}

/** By address: a file may have taken a database of its own. */
const pools = new Map<string, ConnectionPool>()

after(async () => {
  await (await service)?.stop()
  agent.destroy()
  await Promise.all([...pools.values()].map((pool) => pool.close()))
})

/**
 * Connections that stay open between tests, and plan each statement once: to plan the check of a brand takes PostgreSQL
 * five times as long as to carry it out.
 */
function testPool(): ConnectionPool {
  const url = testDatabase()
  const planning = clusterPorts().length > 0 ? { isDistributed: true } : { plansOnce: true }
  const pool = pools.get(url) ?? new ConnectionPool({ url, name: 'purser test', ...planning }, 10)
  pools.set(url, pool)
  return pool
}

export function testService(): Promise<Service> {
  service ??= startTestService()
  return service
}

/** A further server on the same database, with settings of its own. The caller stops it. Jobs would run for all tests' brands. */
export function startTestService(
  flags: readonly string[] = [],
  runsJobs = false,
  url = testDatabase(),
  {
    log = openLog('error'),
    ...more
  }: Partial<HttpLimits> &
    Partial<Pick<Config, 'allowPrivateReceivers'>> & { readonly log?: Log; readonly errands?: ErrandTable } = {},
): Promise<Service> {
  // Many tests make mistakes on purpose, all from one address.
  const unlimited = { PURSER_FAILURE_LIMIT: '0', PURSER_EMPLOYEE_LIMIT: '0', PURSER_GUESS_LIMIT: '0' }
  const env = { PURSER_ALLOW_UNSAFE_DATABASE: 'true', ...unlimited }
  const parsed = parseCommandLine(['start', '--port', '0', '--log-level', 'error', ...flags], env)
  if (parsed.kind !== 'command') throw new Error(JSON.stringify(parsed))
  const following = clockLookMs === undefined ? {} : { clockLookMs }
  // Hardly any test asks for a page, and most servers are gone before all are made.
  const own = { runsJobs, preparesPages: false, ...following, ...more }
  return startService(url, { ...parsed.config, ...own }, log, pins)
}

export interface Answer {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came back.
  readonly body: any
}

export interface ShopOptions {
  /** Changes the brand file before it is applied. */
  readonly brand?: object
  readonly settings?: object
  readonly valueTypes?: readonly object[]
  readonly cardSets?: readonly object[]
  readonly program?: object
  readonly locations?: readonly object[]
  readonly service?: Service
  /** Further sections of the brand file. */
  readonly more?: object
}

export const allEnablements = [
  'createIfNew',
  'customRequestDate',
  'pin',
  'segments',
  'mailings',
  'recommendations',
  'customMutationTypes',
  'balanceReference',
  'reactivate',
  'transferZero',
  'tierOverride',
  'flex',
  'admin',
  'showExplanation',
]

/** A brand of its own, with one key, one location and a program with points, dollars, euros, stars and punches. */
export async function openShop(options: ShopOptions = {}): Promise<Shop> {
  const running = options.service ?? (await testService())
  const id = `b${randomBytes(6).toString('hex')}`
  const secret = `secret-${randomBytes(12).toString('hex')}`
  const file = shopFile(id, secret, options)
  await applyFile(file)
  return new Shop({ id, secret, port: running.port, file })
}

export async function applyFile(file: object): Promise<void> {
  const sealer = {
    seal: (brand: string, card: string, pin: string) => {
      const { sealed, check } = pins.seal(brand, card, pin)
      return { sealed: Buffer.from(sealed), check: Buffer.from(check) }
    },
  }
  const options = { ...byOperator, random: randomBytes, pins: sealer, sealer: testSealer }
  const applied = await testPool().withConnection((db) => applyBrandFile(db, JSON.stringify(file), options))
  if ('faults' in applied) throw new Error(applied.faults.map(placedMessage).join('\n'))
}

function shopFile(id: string, secret: string, options: ShopOptions) {
  return {
    brand: {
      id,
      name: 'Test shop',
      country: 'US',
      currency: 'USD',
      timeZone: 'America/New_York',
      enable: allEnablements,
      exchangeRates: { EUR: '1.10', JPY: '0.0067' },
      settings: options.settings ?? {},
      ...options.brand,
    },
    apiKeys: [{ key: 'till', secret }],
    locations: options.locations ?? [{ id: 'L1', name: 'Pier 1', terminals: ['T1', 'T2'] }],
    programs: [
      {
        id: 'rewards',
        name: 'Rewards',
        type: 'loyalty',
        valueTypes: options.valueTypes ?? [
          { balanceType: 'Points', scale: 0 },
          { balanceType: 'Currency', balanceCode: 'USD', scale: 2 },
          { balanceType: 'Currency', balanceCode: 'EUR', scale: 2 },
          { balanceType: 'Custom', balanceCode: 'STARS', display: 'Stars', scale: 0 },
          { balanceType: 'Punches', scale: 0 },
        ],
        cardSets: options.cardSets ?? [
          { id: 'cards', name: 'Cards', generate: { count: 40, prefix: '60', length: 16 } },
        ],
        ...options.program,
      },
    ],
    ...options.more,
  }
}

interface ShopParts {
  readonly id: string
  readonly secret: string
  readonly port: number
  readonly file: object
}

const groups = new Map(operations.map(({ name, group }) => [name, group]))
const pathOf = (operation: string) =>
  operation.startsWith('/') ? operation : `/${groups.get(operation) ?? 'merchant'}/${operation}`

/** What is idle ends here long before it ends at the server: a call that met its end there would be lost. */
const agent = new Agent({ keepAlive: true, maxSockets: 200, timeout: 20_000 })

/** Calls the interface as a till would: over HTTP. */
export class Shop {
  readonly id: string
  readonly secret: string
  readonly port: number
  readonly file: object

  constructor(parts: ShopParts) {
    this.id = parts.id
    this.secret = parts.secret
    this.port = parts.port
    this.file = parts.file
  }

  /**
   * Calls an operation in its own group, or at a path; `body` may be a text to send as it is. Whatever a test is about,
   * the answer is held against its description.
   */
  async call(operation: string, body: object | string = {}, headers: Record<string, string> = {}): Promise<Answer> {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const all = {
      authorization: `Basic ${Buffer.from(`till:${this.secret}`).toString('base64')}`,
      brand: this.id,
      location: 'L1',
      terminal: 'T1',
      'content-length': String(Buffer.byteLength(text)),
      ...headers,
    }
    const answer = await post(this.port, pathOf(operation), { headers: all, text })
    assertDescribed(operation, answer.body)
    return answer
  }

  /** Allocates a card of the set and puts these amounts on it: { usd: 50, points: 3 }. */
  async card(amounts: Amounts = {}, set = 'cards'): Promise<string> {
    const { body } = await this.call('allocate', { cardSetId: set })
    if (!body.success) throw new Error(JSON.stringify(body))
    for (const amount of toAmounts(amounts))
      await this.must('updateBalance', { cardNumber: body.cardNumber, action: 'issue', amount })
    return body.cardNumber
  }

  /** Calls an operation that has to succeed. */
  async must(operation: string, body: object, headers: Record<string, string> = {}) {
    const answer = await this.call(operation, body, headers)
    if (!answer.body.success) throw new Error(`${operation}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  update(
    cardNumber: string,
    action: string,
    amounts: Amounts,
    more: object = {},
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const [amount] = toAmounts(amounts)
    return this.call('updateBalance', { cardNumber, action, ...(amount && { amount }), ...more }, headers)
  }

  issue = (card: string, amounts: Amounts, more: object = {}) => this.update(card, 'issue', amounts, more)
  redeem = (card: string, amounts: Amounts, more: object = {}) => this.update(card, 'redeem', amounts, more)
  hold = (card: string, amounts: Amounts, more: object = {}) => this.update(card, 'hold', amounts, more)

  async balances(cardNumber: string, fields: object = {}) {
    const body = await this.must('search', {
      filters: { cardNumber },
      includeInactive: true,
      returnFields: { balances: true, ...fields },
    })
    return body.cards[0]?.balances
  }

  async history(cardNumber: string, more: object = {}) {
    const body = await this.must('cardHistory', { cardNumber, ...more })
    return body.transactions
  }

  /** What does not add up in this brand: always nothing. */
  async verify() {
    return (await verify(testPool(), this.id)).discrepancies
  }
}

export interface Amounts {
  readonly usd?: number
  readonly eur?: number
  readonly points?: number
  readonly stars?: number
  readonly punches?: number
}

function toAmounts(amounts: Amounts) {
  const names: Record<keyof Amounts, object> = {
    usd: { balanceType: 'Currency', balanceCode: 'USD' },
    eur: { balanceType: 'Currency', balanceCode: 'EUR' },
    points: { balanceType: 'Points' },
    stars: { balanceType: 'Custom', balanceCode: 'STARS' },
    punches: { balanceType: 'Punches' },
  }
  return Object.entries(amounts).map(([name, amount]) => ({ ...names[name as keyof Amounts], amount }))
}

function post(
  port: number,
  path: string,
  { headers, text }: { headers: Record<string, string>; text: string },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ port, path, method: 'POST', headers, agent }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        body += chunk
      })
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: JSON.parse(body) }),
      )
    })
    request.on('error', reject)
    request.end(text)
  })
}

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))
