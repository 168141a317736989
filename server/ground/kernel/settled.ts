import { instantOf, type RequestRef } from './ids.ts'
import type { Instant } from './time.ts'

/** The name of the mark of a brand up to which its books are settled: no call is stored any more under such a reference. */
export const settledJob = 'settled'

/** The time by which calls are named now: the database's, unless the books are settled beyond it already. */
export const namingTime = (now: Instant, settled: RequestRef | undefined): Instant =>
  settled === undefined ? now : Math.max(now, instantOf(settled) + 1)
