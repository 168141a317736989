import { randomBytes } from 'node:crypto'
import { after } from 'node:test'
import type { JobContext } from '../../server/background/jobs/runner/job.ts'
import { Engine } from '../../server/calls/engine/engine.ts'
import { PinKeeper } from '../../server/domain/card/pin-keeper.ts'
import { readNow } from '../../server/ground/database/clock.sql.ts'
import { ConnectionPool } from '../../server/ground/database/connection.ts'
import { serverConnection } from '../../server/ground/database/database.ts'
import { openLog } from '../../server/ground/log/log.ts'
import { loadBrand } from '../../server/storage/brand-store/load-brand.ts'
import { type Shop, testDatabase, testSealer } from './shop.ts'

const rooms: (() => Promise<void>)[] = []

after(async () => {
  for (const close of rooms) await close()
})

export interface JobRoom extends JobContext {
  /** Exceptions that commands ended in. */
  readonly faults: unknown[]
}

/** What a job is given, with an engine of its own, for one brand. */
export async function openJobRoom(
  shop: Pick<Shop, 'id'>,
  more: Partial<JobContext> = {},
  url = testDatabase(),
): Promise<JobRoom> {
  const connection = await serverConnection(url)
  const pool = new ConnectionPool({ ...connection, statementTimeoutMs: 10_000 }, 3)
  const brandAt = async () => {
    const brand = await loadBrand(pool, shop.id, testSealer)
    if (!brand) throw new Error('the brand is there')
    return brand
  }
  const faults: unknown[] = []
  const engine = new Engine({
    connection,
    pool,
    oncePool: pool,
    longPool: pool,
    pins: new PinKeeper(randomBytes(32), randomBytes),
    random: randomBytes,
    environment: 'demo',
    brandAt,
    lanes: 2,
    batchSize: 64,
    limits: { perCard: 256, perBrand: 2048, inAll: 4096 },
    workLimit: 1_000_000,
    stopwatch: () => performance.now(),
    onOverwork: () => undefined,
    onFault: (error) => faults.push(error),
    onMisuse: () => undefined,
    onUnfulfilled: () => undefined,
    brandChanged: async () => undefined,
  })
  rooms.push(async () => {
    await engine.drain()
    await pool.close()
  })
  return {
    listBrands: async () => [shop.id],
    brandAt,
    run: (work) => engine.run(work),
    pool,
    atLength: engine.atLength,
    now: () => readNow(pool),
    random: randomBytes,
    log: openLog('error'),
    isOver: () => false,
    faults,
    ...more,
  }
}
