import { performance } from 'node:perf_hooks'
import { troubleOf } from '../../ground/kernel/database-errors.ts'

/** What the operator is told when the store begins to refuse writes. */
export class StoreUnwritable extends Error {
  constructor(cause: unknown) {
    const { words = 'it says no more', advice = '' } = troubleOf(cause) ?? {}
    super(
      `The database takes no writes: ${words}. ` +
        `Calls that change something are refused with error 109, and /readyz is not ready, until it does. ${advice}`,
      { cause },
    )
  }
}

/** How long after a failed write the store counts as unwritable, whatever else says. */
const doubtMs = 10_000

/**
 * Whether the store takes writes. A write that was lucky proves nothing, because a full disk still has room in pages
 * that exist: so the doubt lasts for a while after the last failure, and then until somebody has proved the contrary.
 */
export class WriteHealth {
  private failedAt: number | undefined
  private beganAt = 0
  private readonly onFault: (error: unknown) => void
  private readonly clock: () => number
  private readonly onGood: (seconds: number) => void

  constructor(
    onFault: (error: unknown) => void,
    clock: () => number = () => performance.now(),
    onGood: (seconds: number) => void = () => undefined,
  ) {
    this.onFault = onFault
    this.clock = clock
    this.onGood = onGood
  }

  /** Told of each write that the store could not take; the operator hears of the first. */
  failed(error: unknown): void {
    const now = this.clock()
    const isFirst = this.failedAt === undefined
    this.failedAt = now
    if (!isFirst) return
    this.beganAt = now
    this.onFault(new StoreUnwritable(error))
  }

  /** Asks for the proof that there is room only once the doubt has lasted long enough. */
  async isGood(hasRoom: () => Promise<boolean>): Promise<boolean> {
    const { failedAt } = this
    if (failedAt === undefined) return true
    if (this.clock() - failedAt < doubtMs || !(await hasRoom())) return false
    if (this.failedAt !== failedAt) return this.failedAt === undefined
    this.failedAt = undefined
    this.onGood(Math.max(1, Math.round((failedAt - this.beganAt) / 1000)))
    return true
  }
}
