import type { Sql } from '../../../ground/database/connection.ts'
import { type BrandId, type RequestRef, uuidFloor } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import { findSettled } from '../../../storage/store/batch/late-record.sql.ts'
import {
  listCallsAfter,
  listCallsOf,
  listRefs,
  listRefsSince,
  readSnapshot,
  type TailedCall,
} from '../../../storage/store/queries/call-tail.sql.ts'

export interface TailBounds {
  /** Calls that are read in one statement, and how many such statements one look may take. */
  readonly pageCalls: number
  readonly pages: number
  /** References that one look compares with what was shown. */
  readonly sweepRefs: number
  /** A call is recorded so long after it arrived, at the latest. */
  readonly lateMs: number
}

export const usualBounds: TailBounds = { pageCalls: 1000, pages: 10, sweepRefs: 5000, lateMs: 120_000 }

export interface Look {
  readonly calls: readonly TailedCall[]
  /** Whether there is more to read at once. */
  readonly isBehind: boolean
}

/** The clock of the database was put back, and has not caught up. */
interface PutBack {
  readonly snapshot: string
  /** The newest reference by then. */
  readonly upTo: RequestRef
}

/** Two readings of one clock may be in the wrong order by so much. */
const jitterMs = 1000

/**
 * Follows the record of one brand's calls. References are in the order of arrival, but records become visible in the order
 * of their ends, from several processes. So each look reads what is newer than all before, and compares a bounded number
 * of the references of the last minutes with what was shown: nothing is missed, and nothing is shown twice.
 */
export class FollowedBrand {
  readonly brand: BrandId
  private readonly bounds: TailBounds
  /** Nothing that arrived before is shown. */
  private readonly first: RequestRef
  private newest: RequestRef
  private readonly shown = new Set<RequestRef>()
  /** Where the comparison of the last minutes has got to. */
  private cursor: RequestRef
  private sweepBegan: Instant
  /** When it looked last, by the database, and what was carried out by then. */
  private last: { readonly at: Instant; readonly snapshot: string } | undefined
  private putBack: PutBack | undefined

  constructor(brand: BrandId, from: Instant, bounds: TailBounds = usualBounds) {
    this.brand = brand
    this.bounds = bounds
    this.first = uuidFloor(from)
    this.newest = this.first
    this.cursor = this.first
    this.sweepBegan = from
  }

  async look(db: Sql, now: Instant): Promise<Look> {
    const snapshot = await readSnapshot(db)
    this.noticeClock(now)
    const again = this.putBack ? await this.findNamedAgain(db, this.putBack, now) : []
    this.last = { at: now, snapshot }
    const fresh: TailedCall[] = []
    let isBehind = true
    for (let page = 0; page < this.bounds.pages && isBehind; page += 1) {
      const rows = await listCallsAfter(db, this.brand, this.newest, this.bounds.pageCalls)
      fresh.push(...rows)
      this.newest = rows.at(-1)?.request_ref ?? this.newest
      isBehind = rows.length === this.bounds.pageCalls
    }
    for (const { request_ref } of fresh) this.shown.add(request_ref)
    const late = await this.findLate(db, now)
    return { calls: [...again, ...late, ...fresh], isBehind }
  }

  /** The clock of the database was put back: calls have references again that lie among those of calls that were shown. */
  private noticeClock(now: Instant): void {
    const { last, putBack } = this
    if (last && now < last.at - jitterMs) this.putBack = { snapshot: last.snapshot, upTo: this.newest }
    else if (putBack && uuidFloor(now - this.bounds.lateMs) > putBack.upTo) this.putBack = undefined
  }

  /**
   * Calls of the minutes that come a second time, and those that were named after what was settled before. They are told
   * from the earlier ones by what the database had carried out by the last look before.
   */
  private async findNamedAgain(db: Sql, putBack: PutBack, now: Instant): Promise<readonly TailedCall[]> {
    const { sweepRefs: limit, lateMs } = this.bounds
    const { snapshot, upTo } = putBack
    const present = uuidFloor(now + lateMs)
    const settled = await findSettled(db, this.brand)
    const after = uuidFloor(Math.min(now, this.last?.at ?? now) - lateMs)
    const refs = await listRefsSince(db, this.brand, snapshot, { after, upTo: present < upTo ? present : upTo, limit })
    if (settled !== undefined && settled < upTo)
      refs.push(...(await listRefsSince(db, this.brand, snapshot, { after: settled, upTo, limit })))
    const missed = [...new Set(refs)].filter((ref) => !this.shown.has(ref))
    for (const ref of missed) this.shown.add(ref)
    return missed.length === 0 ? [] : listCallsOf(db, this.brand, missed)
  }

  /** Calls whose record came after that of calls that arrived later. */
  private async findLate(db: Sql, now: Instant): Promise<readonly TailedCall[]> {
    const { sweepRefs: limit } = this.bounds
    const refs = await listRefs(db, this.brand, { after: this.cursor, upTo: this.newest, limit })
    const missed = refs.filter((ref) => !this.shown.has(ref))
    const calls = missed.length === 0 ? [] : await listCallsOf(db, this.brand, missed)
    for (const ref of missed) this.shown.add(ref)
    this.cursor = refs.at(-1) ?? this.cursor
    if (refs.length < limit) this.beginSweep(now)
    return calls
  }

  /** From so far back that a record which became visible since the last beginning cannot lie before it. */
  private beginSweep(now: Instant): void {
    const floor = uuidFloor(this.sweepBegan - this.bounds.lateMs)
    this.cursor = floor > this.first ? floor : this.first
    if (!this.putBack) for (const ref of this.shown) if (ref < this.cursor) this.shown.delete(ref)
    this.sweepBegan = Math.max(now, this.sweepBegan)
  }
}
