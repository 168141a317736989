import { performance } from 'node:perf_hooks'

/** What the operator is told when the store begins to refuse writes. */
export class StoreUnwritable extends Error {
  constructor(cause: unknown) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    super(
      `The database takes no writes: ${reasons[code] ?? `its error ${code}`}. ` +
        'Calls that change something are refused with error 109, and /readyz is not ready, until it does.',
      { cause },
    )
  }
}

const reasons: Readonly<Record<string, string>> = {
  '53100': 'its disk is full',
  '53200': 'it is out of memory',
  '25006': 'it is read-only',
  '58030': 'its disk reports errors',
}

/** How long after a failed write the store counts as unwritable, whatever else says. */
const doubtMs = 10_000

/**
 * Whether the store takes writes. A write that was lucky proves nothing, because a full disk still has room in pages
 * that exist: so the doubt lasts for a while after the last failure, and then until somebody has proved the contrary.
 */
export class WriteHealth {
  private failedAt: number | undefined
  private readonly onFault: (error: unknown) => void
  private readonly clock: () => number

  constructor(onFault: (error: unknown) => void, clock: () => number = () => performance.now()) {
    this.onFault = onFault
    this.clock = clock
  }

  /** Told of each write that the store could not take; the operator hears of the first. */
  failed(error: unknown): void {
    if (this.failedAt === undefined) this.onFault(new StoreUnwritable(error))
    this.failedAt = this.clock()
  }

  /** Asks for the proof that there is room only once the doubt has lasted long enough. */
  async isGood(hasRoom: () => Promise<boolean>): Promise<boolean> {
    const { failedAt } = this
    if (failedAt === undefined) return true
    if (this.clock() - failedAt < doubtMs || !(await hasRoom())) return false
    if (this.failedAt === failedAt) this.failedAt = undefined
    return this.failedAt === undefined
  }
}
