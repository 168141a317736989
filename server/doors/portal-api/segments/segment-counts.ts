import type { Brand } from '../../../domain/brand/brand.ts'
import type { ConnectionPool } from '../../../ground/database/connection.ts'
import { ReadShare, TooManyReads } from '../../../ground/database/read-share.ts'
import { inLongRead } from '../../../ground/database/timeouts.sql.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import type { Segment } from '../../../storage/segment/segment-query.sql.ts'
import { countSegment, type SegmentCount } from './count-segment.ts'

/** As long as somebody who looks at a segment, or writes one, waits for its number; and for their turn besides. */
const patienceMs = 1500
const keptMs = 30_000

/** How many count at a time, of the few connections of the portal; and how many wait. */
const atOnceMax = 2
const waitingOfBrandMax = 10
const waitingMax = 20

interface CountedNow extends SegmentCount {
  readonly at: Instant
}

interface Kept {
  readonly at: Instant
  readonly counting: Promise<CountedNow>
}

/**
 * Counts segments while somebody looks: one of a brand at a time and a few in all, so that everybody else finds a
 * connection. Whoever looks at the same segment shortly after another is told the same. Each process counts for itself.
 */
export class SegmentCounts {
  private readonly pool: ConnectionPool
  private readonly now: () => Instant
  private readonly ofBrand = new ReadShare(waitingOfBrandMax, 1, patienceMs)
  private readonly inAll = new ReadShare<'all'>(waitingMax, atOnceMax, patienceMs)
  /** By the segment of one version of the brand: another version has others. */
  private readonly kept = new WeakMap<Segment, Kept>()

  constructor(pool: ConnectionPool, now: () => Instant) {
    this.pool = pool
    this.now = now
  }

  /** Counts a segment that is in force, or tells what was counted within half a minute. TooManyReads: it takes too long. */
  latest(brand: Brand, segment: Segment): Promise<CountedNow> {
    const at = this.now()
    const known = this.kept.get(segment)
    if (known && at - known.at < keptMs) return known.counting
    const counting = this.count(brand, segment)
    const kept = { at, counting }
    this.kept.set(segment, kept)
    counting.catch(() => {
      if (this.kept.get(segment) === kept) this.kept.delete(segment)
    })
    return counting
  }

  /** Counts a segment as it is being written. */
  count(brand: Brand, segment: Segment): Promise<CountedNow> {
    const whenFree = () => inTurn(this.inAll.run('all', () => this.countNow(brand, segment)))
    return inTurn(this.ofBrand.run(brand.id, whenFree))
  }

  private async countNow(brand: Brand, segment: Segment): Promise<CountedNow> {
    const at = this.now()
    const counting = { brand, segment, now: at, clock: this.now, patienceMs }
    const counted = await inLongRead(this.pool, patienceMs, (db) => countSegment(db, counting))
    return { ...counted, at }
  }
}

const inTurn = <T>(counting: Promise<T> | undefined): Promise<T> =>
  counting ?? Promise.reject(new TooManyReads('too many segments are waiting to be counted'))
