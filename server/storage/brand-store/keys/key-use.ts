import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import { type Instant, minute } from '../../../ground/kernel/time.ts'
import { updateLastUse } from './api-key.sql.ts'

const writeEveryMs = 1000

/** Records when keys were last used, in the background and at most once a minute for each key. */
export class KeyUse {
  private readonly db: Sql
  private readonly now: () => Instant
  /** When each key's use was last recorded, by the process's monotonic clock. It cannot grow without limit: only keys that exist are recorded. */
  private readonly noted = new Map<BrandId, Map<string, number>>()
  private pending = new Map<BrandId, string[]>()
  private timer: NodeJS.Timeout | undefined
  private writing: Promise<void> = Promise.resolve()

  constructor(db: Sql, now: () => Instant) {
    this.db = db
    this.now = now
  }

  note(brandId: BrandId, key: string): void {
    const now = performance.now()
    let keys = this.noted.get(brandId)
    if (!keys) {
      keys = new Map()
      this.noted.set(brandId, keys)
    }
    const before = keys.get(key)
    if (before !== undefined && now - before < minute) return
    keys.set(key, now)
    const waiting = this.pending.get(brandId)
    if (waiting) waiting.push(key)
    else this.pending.set(brandId, [key])
    this.timer ??= setTimeout(() => this.write(), writeEveryMs).unref()
  }

  /** Writes what has not been written yet. */
  async close(): Promise<void> {
    this.write()
    await this.writing
  }

  private write(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    const uses = this.pending
    this.pending = new Map()
    this.writing = this.writing.then(() => this.writeAll(uses))
  }

  private async writeAll(uses: ReadonlyMap<BrandId, readonly string[]>): Promise<void> {
    const now = new Date(this.now())
    // If a use cannot be written, nothing is lost: the next one will be.
    for (const [brandId, keys] of uses) await updateLastUse(this.db, brandId, keys, now).catch(() => undefined)
  }
}
