import type { BrandId } from '../kernel/ids.ts'
import type { ConnectionPool, Sql } from './connection.ts'
import { ReadShare, TooManyReads } from './read-share.ts'
import { inLongRead } from './timeouts.sql.ts'

/** How many connections there are for them. */
export const longReadConnections = 2
/** How long a statement may take, such as that of a report before its sums are made. */
const patienceMs = 30_000
const waitingOfBrandMax = 20
const waitingMax = 100
/** How long a report may have to wait until it is begun. */
const turnMsMax = 10 * 60_000

/** Reads something of a brand that takes seconds, all of it of one moment. Rejects with TooManyReads if many wait. */
export type LongRead = <Result>(brand: BrandId, read: (db: Sql) => Promise<Result>) => Promise<Result>

/** Reports and the like: one of a brand and a few in all at a time, on connections that let everybody else go first. */
export class LongReads {
  private readonly pool: ConnectionPool
  private readonly ofBrand = new ReadShare(waitingOfBrandMax, 1, turnMsMax)
  private readonly inAll = new ReadShare<'all'>(waitingMax, longReadConnections, turnMsMax)

  constructor(pool: ConnectionPool) {
    this.pool = pool
  }

  run: LongRead = (brand, read) => {
    const whenFree = () => inTurn(this.inAll.run('all', () => inLongRead(this.pool, patienceMs, read)))
    return inTurn(this.ofBrand.run(brand, whenFree))
  }
}

const inTurn = <T>(reading: Promise<T> | undefined): Promise<T> =>
  reading ?? Promise.reject(new TooManyReads('too many long reads are waiting'))
