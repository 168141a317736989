import type { Socket } from 'node:net'
import pg from 'pg'
import { defined } from '../kernel/defined.ts'
import type { Instant } from '../kernel/time.ts'
import { lowerBackend } from './backend-priority.ts'
import { type Sql, Statements } from './statements.ts'

export type { Sql } from './statements.ts'

/** One connection for the length of a transaction. */
export interface Session extends Sql {
  /** The server's process id of this connection, so that another connection can check whether it still exists. */
  readonly backend: number
  /** Closes the socket at once, without goodbye, so that the server's process behind it ends too. */
  cutOff(): void
}

/** How connections behave, whatever they are used for. */
export interface ConnectionOptions {
  readonly url: string
  /** The role that may not change the ledger; undefined if the operator's database has none. */
  readonly role?: string
  readonly lockTimeoutMs?: number
  readonly statementTimeoutMs?: number
  /** How long to wait for a response, in case the database hangs and its own timeouts do not work. */
  readonly answerTimeoutMs?: number
  readonly name?: string
  /** Each statement is planned once and not for each value: right for many short calls on a database of one machine. */
  readonly plansOnce?: boolean
  /** The rows of each brand lie on one of several nodes. */
  readonly isDistributed?: boolean
  /** Whether the database ends a statement within a second when whoever waits for it is gone, and lets a transaction rest. */
  readonly endsWithClient?: boolean
  /** Whether the database refuses whatever these connections would change. */
  readonly isReadOnly?: boolean
  /** Whether the database's processes behind them let all others go first, where it is on this machine: for what only reads. */
  readonly letsOthersFirst?: boolean
  /** Further settings of the database for these connections, as `name=value`. */
  readonly settings?: readonly string[]
}

/** Long work may compute for a while between two statements of one transaction. */
const longWorkIdleMs = 600_000

const usualConnectMs = 2500

/** How long a connection may take to be made: as other clients of PostgreSQL, `connect_timeout` of the URL says it in seconds. */
function connectMs(url: string): number {
  const given = Number(new URLSearchParams(url.split('?')[1] ?? '').get('connect_timeout') ?? Number.NaN)
  return given > 0 ? given * 1000 : usualConnectMs
}

function clientConfig(options: ConnectionOptions): pg.ClientConfig {
  const { url, role, lockTimeoutMs = 1000, statementTimeoutMs = 5000, answerTimeoutMs, name = 'purser' } = options
  const settings = [
    'timezone=UTC',
    `lock_timeout=${lockTimeoutMs}`,
    `statement_timeout=${statementTimeoutMs}`,
    `idle_in_transaction_session_timeout=${options.endsWithClient ? longWorkIdleMs : 30_000}`,
    ...(options.endsWithClient ? ['client_connection_check_interval=1000'] : []),
    ...(options.plansOnce ? ['plan_cache_mode=force_generic_plan'] : []),
    // What a transaction sets for itself holds on the nodes too. A list over all brands takes one connection to each node:
    // after several at once, the transaction could not change tables at the coordinator any more.
    ...(options.isDistributed
      ? ['citus.propagate_set_commands=local', 'citus.multi_shard_modify_mode=sequential']
      : []),
    ...(role ? [`role=${role}`] : []),
    ...(options.isReadOnly ? ['default_transaction_read_only=on'] : []),
    // Processes that help a statement would not let others go first.
    ...(options.letsOthersFirst ? ['max_parallel_workers_per_gather=0'] : []),
    ...(options.settings ?? []),
  ]
  return defined({
    connectionString: url,
    application_name: name,
    types: { getTypeParser },
    options: settings.map((setting) => `-c ${setting}`).join(' '),
    keepAlive: true,
    connectionTimeoutMillis: connectMs(url),
    query_timeout: answerTimeoutMs,
  })
}

/** A dedicated connection. Statements are sent at once and answered in order, so several take one round trip. */
export class Connection extends Statements implements Session {
  readonly client: pg.Client
  /** False once the server has gone away. The connection is then useless. */
  alive = true
  private corked = false

  private constructor(client: pg.Client) {
    super()
    this.client = client
    client.on('error', () => {
      this.alive = false
    })
    client.on('end', () => {
      this.alive = false
    })
  }

  static async open(options: ConnectionOptions): Promise<Connection> {
    const connection = new Connection(new pg.Client({ ...clientConfig(options), pipeline: true } as pg.ClientConfig))
    await connection.client.connect()
    if (options.letsOthersFirst) letOthersFirst(connection.client)
    return connection
  }

  protected run(query: pg.QueryConfig): Promise<pg.QueryResult> {
    this.sendTogether()
    return this.client.query(query)
  }

  /** Statements issued together are sent in one system call instead of one each. */
  private sendTogether(): void {
    if (this.corked) return
    this.corked = true
    const stream = streamOf(this.client)
    stream.cork()
    process.nextTick(() => {
      this.corked = false
      stream.uncork()
    })
  }

  get backend(): number {
    return backendOf(this.client)
  }

  /** Grows with whatever the server says. */
  get bytesHeard(): number {
    return streamOf(this.client).bytesRead
  }

  cutOff(): void {
    this.alive = false
    streamOf(this.client).destroy()
  }

  async close(): Promise<void> {
    this.alive = false
    await this.client.end().catch(() => undefined)
  }
}

const ignore = () => undefined

const streamOf = (client: pg.ClientBase): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream

/** A connection that is borrowed from a pool. */
class Lent extends Statements implements Session {
  private readonly client: pg.PoolClient
  private readonly timeout: { readonly query_timeout?: number }

  constructor(client: pg.PoolClient, answerTimeoutMs?: number) {
    super()
    this.client = client
    this.timeout = defined({ query_timeout: answerTimeoutMs })
  }

  protected run(query: pg.QueryConfig): Promise<pg.QueryResult> {
    return this.client.query({ ...query, ...this.timeout })
  }

  get backend(): number {
    return backendOf(this.client)
  }

  cutOff(): void {
    streamOf(this.client).destroy()
  }
}

/** A database that is reached through a socket in a folder is on this machine. */
function letOthersFirst(client: pg.ClientBase): void {
  if ((client as pg.Client).host.startsWith('/')) lowerBackend(backendOf(client))
}

const backendOf = (client: pg.ClientBase): number => (client as unknown as { processID: number }).processID

/** Connections shared by all readers. */
export class ConnectionPool extends Statements {
  readonly pool: pg.Pool

  constructor(options: ConnectionOptions, size: number) {
    super()
    this.pool = new pg.Pool({ ...clientConfig(options), max: size, idleTimeoutMillis: 60_000 })
    this.pool.on('error', () => undefined)
    if (options.letsOthersFirst) this.pool.on('connect', letOthersFirst)
  }

  protected run(query: pg.QueryConfig): Promise<pg.QueryResult> {
    return this.pool.query(query)
  }

  /** Lends a connection for a transaction. After an exception, the connection is discarded. */
  async withConnection<Result>(use: (db: Session) => Promise<Result>, answerTimeoutMs?: number): Promise<Result> {
    const client = await this.pool.connect()
    // A connection that breaks between two statements reports it here. The next statement fails and tells its user.
    client.on('error', ignore)
    try {
      const result = await use(new Lent(client, answerTimeoutMs))
      client.removeListener('error', ignore)
      client.release()
      return result
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  async close(): Promise<void> {
    await this.pool.end()
  }
}

const oidOfInt8 = 20
const oidOfTimestamptz = 1184

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === oidOfInt8) return Number
  if (oid === oidOfTimestamptz) return toInstant
  return pg.types.getTypeParser(oid, format as 'text')
}

/** Reads PostgreSQL's text of a timestamptz in UTC: 2026-11-15 03:25:24.123456+00. Digit by digit: every row has some. */
function toInstant(text: string): Instant {
  const date = Date.UTC(numberAt(text, 0, 4), numberAt(text, 5, 2) - 1, numberAt(text, 8, 2))
  const seconds = numberAt(text, 11, 2) * 3600 + numberAt(text, 14, 2) * 60 + numberAt(text, 17, 2)
  return date + seconds * 1000 + (text[19] === '.' ? millisecondsOf(text) : 0)
}

/** The first three digits of the fraction, of which trailing zeros are left out. */
function millisecondsOf(text: string): number {
  let milliseconds = 0
  for (let place = 20, worth = 100; worth >= 1 && isDigit(text, place); place += 1, worth /= 10)
    milliseconds += worth * (text.charCodeAt(place) - zeroCode)
  return milliseconds
}

function numberAt(text: string, from: number, count: number): number {
  let number = 0
  for (let place = from; place < from + count; place += 1) number = 10 * number + text.charCodeAt(place) - zeroCode
  return number
}

const zeroCode = 48
const isDigit = (text: string, place: number) => text.charCodeAt(place) >= zeroCode && text.charCodeAt(place) <= 57

/** The text of a bound timestamptz. */
export const toTimestamp = (instant: Instant | undefined): string | null =>
  instant === undefined ? null : new Date(instant).toISOString()
