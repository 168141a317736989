import { setTimeout as wait } from 'node:timers/promises'
import type { Call } from '../../domain/decision/call.ts'
import { readNow } from '../../ground/database/clock.sql.ts'
import type { ConnectionPool } from '../../ground/database/connection.ts'
import { faultOf, TookTooLong } from '../../ground/database/fault.ts'
import type { BrandId } from '../../ground/kernel/ids.ts'
import { insertRecords } from '../../storage/store/batch/late-record.sql.ts'
import type { RequestRecord } from '../../storage/store/batch/record.sql.ts'
import { listKnownRequests } from '../../storage/store/batch/request.sql.ts'
import { RecordPlaces } from './record-places.ts'

export interface RecorderLimits {
  /** Records that are waiting, and calls that may still leave one. */
  readonly recordsMax: number
  /** How long a call waits for a place before it is refused. */
  readonly placeMs: number
  /** How long a reader waits for the records before its own. */
  readonly flushMs: number
}

const usualLimits: RecorderLimits = { recordsMax: 10_000, placeMs: 2000, flushMs: 4000 }
/** How long records gather when nobody waits for them. */
const gatherMs = 30
const batchMax = 2000
const insertMax = 500
const retryMs = 200

export interface RecorderParts {
  readonly pool: ConnectionPool
  /** Told of a record that cannot be written, with its call, and of the first failure of an outage. */
  readonly onFault: (error: unknown, call?: Call) => void
  readonly limits?: Partial<RecorderLimits>
}

type Waiting = { readonly brand: BrandId; readonly since: number; readonly record: Omit<RequestRecord, 'happenedAt'> }

interface Flush {
  /** How many records were added before. */
  readonly upTo: number
  readonly done: () => void
}

/**
 * Writes the records of reads and refusals a moment later, many at a time, in the order in which they came. They may be
 * lost in a crash, but never in silence: a call takes a place for its record before it begins, and when records are not
 * written as fast as calls come, it waits for one, and is refused in the end. Records of changes never come this way.
 */
export class Recorder {
  readonly places: RecordPlaces
  private readonly parts: RecorderParts
  private readonly limits: RecorderLimits
  private waiting: Waiting[] = []
  private added = 0
  private written = 0
  private flushes: Flush[] = []
  private writing = false
  private hurry: () => void = () => undefined
  private isFailing = false
  private isClosed = false

  constructor(parts: RecorderParts) {
    this.parts = parts
    this.limits = { ...usualLimits, ...parts.limits }
    this.places = new RecordPlaces(this.limits, parts.onFault)
  }

  get waitingCount(): number {
    return this.waiting.length
  }

  /** For a call that has taken a place, which is given back when the record is written. */
  add(brand: BrandId, record: Omit<RequestRecord, 'happenedAt'>): void {
    this.added += 1
    this.waiting.push({ brand, since: performance.now(), record })
    if (!this.writing) void this.write()
  }

  /** Resolves when everything that was added before has been written; what comes after is not waited for. */
  flush(): Promise<void> {
    const upTo = this.added
    if (this.written >= upTo) return Promise.resolve()
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        this.flushes = this.flushes.filter((one) => one !== flush)
        reject(new TookTooLong('the records of earlier calls are not written yet'))
      }, this.limits.flushMs)
      const done = () => {
        clearTimeout(late)
        resolve()
      }
      const flush = { upTo, done }
      this.flushes.push(flush)
      this.hurry()
    })
  }

  /** Writes what is waiting, for as long as a reader would wait for it, and says what it could not write. */
  async close(): Promise<void> {
    await this.flush().catch(() => undefined)
    this.isClosed = true
    const lost = this.added - this.written
    if (lost > 0)
      this.parts.onFault(new Error(`${lost} records of reads and refusals were not written before the stop`))
  }

  /** One batch at a time: whatever comes meanwhile waits here, where the next batch takes it. */
  private async write(): Promise<void> {
    this.writing = true
    while (this.waiting.length > 0 && !this.isClosed) {
      if (this.flushes.length === 0 && this.waiting.length < batchMax) await this.gather()
      const batch = this.waiting.splice(0, batchMax)
      await this.store(batch)
      if (this.isClosed) break
      this.written += batch.length
      this.places.free(batch.length)
      this.tellFlushes()
    }
    this.writing = false
  }

  private gather(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, gatherMs)
      this.hurry = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  private tellFlushes(): void {
    const { written } = this
    for (const { done } of this.flushes.filter(({ upTo }) => upTo <= written)) done()
    this.flushes = this.flushes.filter(({ upTo }) => upTo > written)
  }

  private async store(batch: readonly Waiting[]): Promise<void> {
    let began = 0
    await this.insist(async () => {
      began = (await readNow(this.parts.pool)) - performance.now()
    })
    for (const [brand, entries] of Map.groupBy(batch, (entry) => entry.brand)) {
      const records = entries.map(({ record, since }) => ({ ...record, happenedAt: Math.floor(began + since) }))
      for (let from = 0; from < records.length; from += insertMax) {
        await this.insert(brand, records.slice(from, from + insertMax))
      }
    }
  }

  /** A record that cannot be written is looked for by halves, so that it takes none of its neighbours along. */
  private async insert(brand: BrandId, records: readonly RequestRecord[]): Promise<void> {
    const [first] = records
    if (!first) return
    try {
      await this.insist((isRepeated) =>
        isRepeated ? this.insertMissing(brand, records) : insertRecords(this.parts.pool, brand, records),
      )
    } catch (error) {
      if (records.length === 1) return this.parts.onFault(error, first.call)
      const middle = Math.ceil(records.length / 2)
      await this.insert(brand, records.slice(0, middle))
      await this.insert(brand, records.slice(middle))
    }
  }

  /** An attempt whose answer did not come may have succeeded all the same. */
  private async insertMissing(brand: BrandId, records: readonly RequestRecord[]): Promise<void> {
    const { pool } = this.parts
    const byRef = new Map(records.toReversed().map((record) => [record.call.ref, record]))
    for (const ref of await listKnownRequests(pool, brand, [...byRef.keys()])) byRef.delete(ref)
    if (byRef.size > 0) await insertRecords(pool, brand, [...byRef.values()])
  }

  /** Tries again for as long as the store is out of reach or full; throws when it is the statement that is at fault. */
  private async insist(attempt: (isRepeated: boolean) => Promise<unknown>): Promise<void> {
    for (let repetition = 0; !this.isClosed; repetition += 1) {
      try {
        await attempt(repetition > 0)
        this.isFailing = false
        return
      } catch (error) {
        const fault = faultOf(error)
        if (fault === 'bug' || (fault === 'conflict' && repetition > 2)) throw error
        if (!this.isFailing && fault !== 'conflict') this.parts.onFault(error)
        this.isFailing ||= fault !== 'conflict'
        await wait(fault === 'conflict' ? 0 : retryMs)
      }
    }
  }
}
