import type { Instant } from '../kernel/time.ts'
import { readNow } from './clock.sql.ts'
import type { Sql } from './connection.ts'

/**
 * The database's time without asking for it each time. It runs by the process's monotonic clock, so that nothing happens
 * here when somebody sets the clock of the machine; and it follows the database's whenever somebody looks at that.
 */
export class DatabaseClock {
  /** The database's time when the monotonic clock said 0. */
  private base: number | undefined
  private readonly local: () => Instant

  /** `local`: what the machine takes for the time. */
  constructor(local: () => Instant = Date.now) {
    this.local = local
  }

  static async open(db: Sql, local?: () => Instant): Promise<DatabaseClock> {
    const clock = new DatabaseClock(local)
    await clock.look(db)
    await clock.look(db)
    return clock
  }

  readonly now = (): Instant => Math.floor((this.base ?? this.local() - performance.now()) + performance.now())

  /** By how much the machine is ahead of the database, below 0 where it is behind. */
  get aheadMs(): number {
    return this.local() - this.now()
  }

  /** What is known is changed by no more than the trip there leaves open. */
  async look(db: Sql): Promise<void> {
    const before = performance.now()
    const read = await readNow(db)
    const [least, most] = [read - performance.now(), read + 1 - before]
    this.base = this.base === undefined ? (least + most) / 2 : Math.min(Math.max(this.base, least), most)
  }
}
