import type { Brand } from '../../../domain/brand/brand.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { TooManyReads } from '../../../ground/database/read-share.ts'
import { setTimeouts } from '../../../ground/database/timeouts.sql.ts'
import { codeOf } from '../../../ground/kernel/code-of.ts'
import type { CardId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import { listWanted } from '../../../storage/segment/refresh.sql.ts'
import type { Segment } from '../../../storage/segment/segment-query.sql.ts'
import { type CardSpan, countCards, findCardSpan, findStretchEnd } from '../../../storage/store/portal/card-span.sql.ts'

/** Cards that are looked at in one statement, and how many such stretches: more are estimated. */
const stretchSize = 2000
const stretchesMax = 12
const allMax = stretchSize * stretchesMax
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

interface Looked {
  readonly found: CardId[]
  cards: number
  /** How many ids the stretches spread over. */
  width: number
}

/**
 * How many cards would be in a segment. All are looked at if they are few; else stretches that are spread evenly from
 * the oldest to the newest card, for as long as somebody waits. Within a transaction, whose statements take no longer
 * than what is left of that. TooManyReads: nothing could be looked at in time.
 */
export async function countSegment(db: Sql, counting: Counting): Promise<SegmentCount> {
  const { brand, clock, patienceMs } = counting
  const until = clock() + patienceMs
  const looked: Looked = { found: [], cards: 0, width: 0 }
  try {
    await limitTo(db, until - clock())
    const span = await findCardSpan(db, brand.id)
    if (!span) return { estimate: 0, isExact: true, sample: [] }
    const total = await countCards(db, brand.id, allMax + 1)
    const isAll = total <= allMax
    // Some time is left to count what the stretches stand for.
    const inTime = { ...counting, span, isAll, until: isAll ? until : until - patienceMs / 3 }
    await untilTimeIsOver(db, () => lookAtStretches(db, looked, inTime))
    if (looked.cards === 0) throw new TooManyReads('no card of a segment could be looked at in time')
    if (isAll) return tell(looked, total, looked.cards >= total)
    await limitTo(db, until - clock())
    const known = await untilTimeIsOver(db, () => countCards(db, brand.id, countedMax))
    return tell(looked, known ?? Math.round((looked.cards / looked.width) * (span.last - span.first + 1)), false)
  } catch (error) {
    if (!isTimeOver(error)) throw error
    throw new TooManyReads('a segment could not be counted in time')
  }
}

interface Stretching extends Counting {
  readonly span: CardSpan
  readonly isAll: boolean
  readonly until: Instant
}

async function lookAtStretches(db: Sql, looked: Looked, stretching: Stretching): Promise<void> {
  const { brand, segment, now, clock, span, isAll, until } = stretching
  let after = span.first - 1
  for (let index = 0; index < stretchesMax && clock() < until; index += 1) {
    if (!isAll) after = span.first - 1 + Math.floor(((span.last - span.first) * index) / stretchesMax)
    await limitTo(db, until - clock())
    const stretch = await findStretchEnd(db, brand.id, after, stretchSize)
    if (!stretch) break
    looked.found.push(...(await listWanted(db, { brand, segment, now }, { after, upto: stretch.upto })))
    looked.cards += stretch.count
    looked.width += stretch.upto - after
    after = stretch.upto
  }
}

/** Undefined if a statement took too long: the transaction goes on without it. */
async function untilTimeIsOver<Result>(db: Sql, read: () => Promise<Result>): Promise<Result | undefined> {
  await db.rows`savepoint counting`
  try {
    return await read()
  } catch (error) {
    if (!isTimeOver(error)) throw error
    await db.rows`rollback to savepoint counting`
    return undefined
  }
}

function tell({ found, cards }: Looked, total: number, isExact: boolean): SegmentCount {
  const estimate = isExact ? found.length : Math.round((found.length / cards) * total)
  return { estimate, isExact, sample: found.slice(-sampleMax) }
}

const limitTo = (db: Sql, leftMs: number) => {
  const ms = Math.max(1, Math.ceil(leftMs))
  return setTimeouts(db, { statementMs: ms, lockMs: ms })
}

/** A statement, or what it waited for, took longer than it might. */
const isTimeOver = (error: unknown) => ['57014', '55P03'].includes(codeOf(error) ?? '')
