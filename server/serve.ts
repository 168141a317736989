import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openBrandDirectory } from './api/cached-brands.ts'
import { descriptionPages } from './api/describe/pages.ts'
import { startHttpServer } from './api/http-server.ts'
import { PinKeeper } from './card/pin-keeper.ts'
import type { Config } from './config.ts'
import { Engine } from './engine/engine.ts'
import { makeOrReadKeyFile, readKeyFile } from './key-file.ts'
import type { Log } from './log.ts'
import { operations } from './operations/all.ts'
import { passLinkUse, passPath } from './pass/pass-link.ts'
import { Passes } from './pass/passes.ts'
import { ConnectionPool } from './store/connection.ts'
import { isDurable, serverConnection } from './store/database.ts'
import { readNow } from './store/load.ts'
import { keepPartitionsAhead } from './store/partitions.sql.ts'
import { Reader } from './store/reader.ts'

export interface Service {
  readonly port: number
  readonly address: string
  /** Finishes what is in flight, refuses what is new, and closes every connection. */
  stop(): Promise<void>
}

/** How many connections reads share. */
const readConnections = 8

/** Serves a database that has been migrated: the whole program but for its command line. */
export async function startService(url: string, config: Config, log: Log, pins: PinKeeper): Promise<Service> {
  const connection = await serverConnection(url)
  if (!connection.role)
    log.warn('role', { text: 'the role purser_app cannot be used; the ledger is not write-protected' })
  const reading = { ...connection, statementTimeout: 3000, answerTimeout: 5000 }
  const pool = new ConnectionPool(reading, readConnections)
  const oncePool = new ConnectionPool(reading, readConnections)
  if (!config.allowUnsafeDatabase && !(await isDurable(pool))) {
    await pool.close()
    throw new Error('The database may lose committed data (fsync, full_page_writes or synchronous_commit is off).')
  }
  const brands = await openBrandDirectory(pool.pool, log)
  const engine = new Engine({
    connection: { ...connection, answerTimeout: 7000 },
    pool,
    oncePool,
    pins,
    random: randomBytes,
    brandAt: (brand, version) => brands.atLeast(brand, version),
    lanes: config.lanes,
    batchSize: config.batchSize,
    limits: config.queueLimits,
    onFault: (error, call) => log.error('fault', faultFields(error, call?.ref)),
    onMisuse: ({ brand, call, operation }) =>
      log.warn('customRequestId reused', { brand: brand.id, requestRef: call.ref, operation: operation.name }),
  })
  const passes = new Passes({ key: pins.keyFor(passLinkUse), brands, reader: new Reader(pool, async () => undefined) })
  const partitions = keepPartitionsAhead(pool, (error) => log.error('partitions', faultFields(error)))
  const close = async () => {
    await engine.drain()
    clearInterval(partitions)
    await brands.close()
    await oncePool.close()
    await pool.close()
  }
  try {
    const http = await startHttpServer(
      {
        dispatcher: engine,
        operations,
        brands,
        pages: descriptionPages(operations, config.publicUrl === undefined ? {} : { baseUrl: config.publicUrl }),
        pagesNow: new Map([[passPath(''), (token) => passes.show(token)]]),
        ...(config.publicUrl !== undefined && { publicUrl: config.publicUrl }),
        readiness: () => Promise.race([readNow(pool).then(() => true), wait(2000, false, { ref: false })]),
        limits: config,
        log,
        random: randomBytes,
      },
      config,
    )
    return { port: http.port, address: http.address, stop: () => http.stop().then(close) }
  } catch (error) {
    await close()
    throw isInUse(error)
      ? new Error(`Port ${config.port} of ${config.host} is in use; choose another with --port.`)
      : error
  }
}

const isInUse = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'

/** The stack names code, never data; messages of the database's errors may quote values, so only their code is kept. */
function faultFields(error: unknown, requestRef?: string) {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const text = /^[0-9A-Z]{5}$/.test(code)
    ? `database error ${code}`
    : error instanceof Error
      ? (error.stack ?? error.message)
      : String(error)
  return { text, ...(requestRef && { requestRef }) }
}

/** The pins of this deployment, by the key that the operator gave or that the data folder has. */
export async function openPins(config: Config): Promise<PinKeeper> {
  if (config.secretKey) return new PinKeeper(config.secretKey, randomBytes)
  const found = config.secretKeyFile
    ? await readKeyFile(config.secretKeyFile)
    : await makeOrReadKeyFile(join(config.dataFolder, 'secret.key'), randomBytes)
  if (found.kind === 'fault') throw new Error(found.text)
  return new PinKeeper(found.key, randomBytes)
}
