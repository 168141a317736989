import type { Socket } from 'node:net'
import pg from 'pg'
import { defined } from '../kernel/defined.ts'
import type { Instant } from '../kernel/time.ts'

/** Runs statements written as SQL: every `${value}` is bound, never pasted. */
export interface Sql {
  rows<Row>(text: TemplateStringsArray, ...values: readonly unknown[]): Promise<Row[]>
}

/** How connections behave, whatever they are used for. */
export interface ConnectionOptions {
  readonly url: string
  /** The role that may not change the ledger; undefined where the operator's database has none. */
  readonly role?: string
  readonly lockTimeout?: number
  readonly statementTimeout?: number
  /** How long an answer of the database is waited for, in case it stands still and keeps no timeout of its own. */
  readonly answerTimeout?: number
  readonly name?: string
}

export function clientConfig(options: ConnectionOptions): pg.ClientConfig {
  const { url, role, lockTimeout = 1000, statementTimeout = 5000, answerTimeout, name = 'purser' } = options
  const settings = [
    'timezone=UTC',
    `lock_timeout=${lockTimeout}`,
    `statement_timeout=${statementTimeout}`,
    'idle_in_transaction_session_timeout=30000',
    'plan_cache_mode=force_generic_plan',
    ...(role ? [`role=${role}`] : []),
  ]
  return defined({
    connectionString: url,
    application_name: name,
    types: { getTypeParser },
    options: settings.map((setting) => `-c ${setting}`).join(' '),
    keepAlive: true,
    connectionTimeoutMillis: 2500,
    query_timeout: answerTimeout,
  })
}

/** One connection of its own. Statements are sent at once and answered in order, so several make one trip. */
export class Connection implements Sql {
  readonly client: pg.Client
  /** False once the server has gone away; the connection is of no use then. */
  alive = true
  private corked = false

  private constructor(client: pg.Client) {
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
    return connection
  }

  async rows<Row>(text: TemplateStringsArray, ...values: readonly unknown[]): Promise<Row[]> {
    this.sendTogether()
    const result = await this.client.query({ ...namedStatement(text), values: values as unknown[] })
    return result.rows as Row[]
  }

  /** Statements of one moment leave in one system call instead of one each. */
  private sendTogether(): void {
    if (this.corked) return
    this.corked = true
    const { stream } = (this.client as unknown as { connection: { stream: Socket } }).connection
    stream.cork()
    process.nextTick(() => {
      this.corked = false
      stream.uncork()
    })
  }

  /** The server's number for this connection, by which another one can see whether it is still there. */
  get backend(): number {
    return (this.client as unknown as { processID: number }).processID
  }

  async close(): Promise<void> {
    this.alive = false
    await this.client.end().catch(() => undefined)
  }
}

/** Connections that are shared by whoever reads. */
export class ConnectionPool implements Sql {
  readonly pool: pg.Pool

  constructor(options: ConnectionOptions, size: number) {
    this.pool = new pg.Pool({ ...clientConfig(options), max: size, idleTimeoutMillis: 60_000 })
    this.pool.on('error', () => undefined)
  }

  async rows<Row>(text: TemplateStringsArray, ...values: readonly unknown[]): Promise<Row[]> {
    const result = await this.pool.query({ ...namedStatement(text), values: values as unknown[] })
    return result.rows as Row[]
  }

  /** A transaction whose statements may take so many milliseconds, for jobs that look at a whole brand at once. */
  inPatience<Result>(patience: number, use: (db: Sql) => Promise<Result>): Promise<Result> {
    return this.withConnection(async (db) => {
      await db.rows`begin`
      await db.rows`
        select set_config('statement_timeout', ${String(patience)}, true), set_config('lock_timeout', ${String(patience)}, true)`
      const result = await use(db)
      await db.rows`commit`
      return result
    }, patience + 1000)
  }

  /** Lends a connection for a transaction; one that an exception comes out of is thrown away. */
  async withConnection<Result>(
    use: (db: Sql, client: pg.PoolClient) => Promise<Result>,
    answerTimeout?: number,
  ): Promise<Result> {
    const client = await this.pool.connect()
    const timeout = answerTimeout === undefined ? {} : { query_timeout: answerTimeout }
    const db: Sql = {
      rows: async <Row>(text: TemplateStringsArray, ...values: readonly unknown[]) => {
        const result = await client.query({ ...namedStatement(text), ...timeout, values: values as unknown[] })
        return result.rows as Row[]
      },
    }
    try {
      const result = await use(db, client)
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

const statements = new WeakMap<TemplateStringsArray, { name: string; text: string }>()
let statementCount = 0

/** A statement of the source code keeps its name, so the server plans it once for each connection. */
function namedStatement(strings: TemplateStringsArray): { name: string; text: string } {
  let statement = statements.get(strings)
  if (!statement) {
    statementCount += 1
    statement = { name: `p${statementCount}`, text: strings.reduce((text, part, index) => `${text}$${index}${part}`) }
    statements.set(strings, statement)
  }
  return statement
}

const oidOfInt8 = 20
const oidOfTimestamptz = 1184

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === oidOfInt8) return Number
  if (oid === oidOfTimestamptz) return toInstant
  return pg.types.getTypeParser(oid, format as 'text')
}

/** Reads PostgreSQL's text of a timestamptz in UTC: 2026-11-15 03:25:24.123456+00. */
function toInstant(text: string): Instant {
  const part = (from: number, to: number) => Number(text.slice(from, to))
  const seconds = Date.UTC(part(0, 4), part(5, 7) - 1, part(8, 10), part(11, 13), part(14, 16), part(17, 19))
  return text[19] === '.' ? seconds + Number(text.slice(20, -3).slice(0, 3).padEnd(3, '0')) : seconds
}

/** What a bound timestamptz is written as. */
export const toTimestamp = (instant: Instant | undefined): string | null =>
  instant === undefined ? null : new Date(instant).toISOString()
