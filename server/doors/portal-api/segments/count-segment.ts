import type { Brand } from '../../../domain/brand/brand.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { CardId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import { listWanted } from '../../../storage/segment/refresh.sql.ts'
import type { Segment } from '../../../storage/segment/segment-query.sql.ts'
import { countCards, findCardSpan, findStretchEnd } from '../../../storage/store/portal/card-span.sql.ts'

/** Cards that are looked at in one statement, and how many such stretches: more are estimated. */
const stretchSize = 2000
const stretchesMax = 12
const countedMax = 5_000_000
const sampleMax = 8

export interface SegmentCount {
  readonly estimate: number
  /** Whether every card was looked at. */
  readonly isExact: boolean
  readonly sample: readonly CardId[]
}

interface Counting {
  readonly brand: Brand
  readonly segment: Segment
  readonly now: Instant
  /** Reads the clock. */
  readonly clock: () => Instant
  readonly patienceMs: number
}

/**
 * How many cards would be in a segment. All are looked at if they are few; else stretches that are spread evenly from
 * the oldest to the newest card, for as long as somebody waits who is still writing it.
 */
export async function countSegment(db: Sql, counting: Counting): Promise<SegmentCount> {
  const { brand, segment, now, clock, patienceMs } = counting
  const span = await findCardSpan(db, brand.id)
  if (!span) return { estimate: 0, isExact: true, sample: [] }
  const total = await countCards(db, brand.id, countedMax)
  const isAll = total <= stretchSize * stretchesMax
  const until = clock() + patienceMs
  const found: CardId[] = []
  let looked = 0
  let after = span.first - 1
  for (let index = 0; index < stretchesMax && clock() < until; index += 1) {
    if (!isAll) after = span.first - 1 + Math.floor(((span.last - span.first) * index) / stretchesMax)
    const stretch = await findStretchEnd(db, brand.id, after, stretchSize)
    if (!stretch) break
    const range = { after, upto: stretch.upto }
    found.push(...(await listWanted(db, { brand, segment, now }, range)))
    looked += stretch.count
    after = stretch.upto
  }
  const isExact = isAll && looked >= total
  const estimate = isExact || looked === 0 ? found.length : Math.round((found.length / looked) * total)
  return { estimate, isExact, sample: found.slice(-sampleMax) }
}
