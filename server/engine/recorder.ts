import { readNow } from '../database/clock.sql.ts'
import type { Sql } from '../database/connection.ts'
import type { BrandId } from '../kernel/ids.ts'
import { insertRequests, type RequestRecord } from '../store/batch/record.sql.ts'

const mostWaiting = 20_000
const mostAtOnce = 500
const flushAfter = 15

type Waiting = { readonly brand: BrandId; readonly since: number; readonly record: Omit<RequestRecord, 'happenedAt'> }

/**
 * Writes the records of reads and refusals a moment later, many at a time. They may be lost in a crash, and when
 * the store is so slow that they pile up; records of changes never come this way.
 */
export class Recorder {
  private waiting: Waiting[] = []
  /** Waiting here, or for the writing of others. */
  private pending = 0
  private timer: NodeJS.Timeout | undefined
  private flushing: Promise<void> = Promise.resolve()
  private readonly db: Sql
  private readonly onFault: (error: unknown) => void

  constructor(db: Sql, onFault: (error: unknown) => void) {
    this.db = db
    this.onFault = onFault
  }

  add(brand: BrandId, record: Omit<RequestRecord, 'happenedAt'>): void {
    if (this.pending >= mostWaiting) return
    this.pending += 1
    this.waiting.push({ brand, since: performance.now(), record })
    this.timer ??= setTimeout(() => void this.flush(), flushAfter)
  }

  /** Resolves when everything that was added before has been written. */
  flush(): Promise<void> {
    clearTimeout(this.timer)
    this.timer = undefined
    const batch = this.waiting
    this.waiting = []
    if (batch.length > 0) this.flushing = this.flushing.then(() => this.write(batch)).catch(this.onFault)
    return this.flushing
  }

  private async write(batch: readonly Waiting[]): Promise<void> {
    this.pending -= batch.length
    const began = (await readNow(this.db)) - performance.now()
    for (const [brand, entries] of Map.groupBy(batch, (entry) => entry.brand)) {
      for (let from = 0; from < entries.length; from += mostAtOnce) {
        const chunk = entries.slice(from, from + mostAtOnce)
        await this.insert(
          brand,
          chunk.map(({ record, since }) => ({ ...record, happenedAt: Math.floor(began + since) })),
        )
      }
    }
  }

  /** One record that cannot be written must not take its neighbours along. */
  private async insert(brand: BrandId, records: readonly RequestRecord[]): Promise<void> {
    try {
      await insertRequests(this.db, brand, records)
    } catch (error) {
      this.onFault(error)
      if (records.length > 1) for (const record of records) await this.insert(brand, [record])
    }
  }
}
