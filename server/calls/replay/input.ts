import type { Brand } from '../../domain/brand/brand.ts'
import type { PinKeeper } from '../../domain/card/pin-keeper.ts'
import type { Sql } from '../../ground/database/connection.ts'
import type { BrandId } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { PastCall } from './past-call.ts'
import type { ReplayedCall } from './replay-call.ts'

export interface ReplayInput {
  readonly brandId: BrandId
  /** The period: from is part of it, to is not. */
  readonly from: Instant
  readonly to: Instant
  /** Every so many cards. */
  readonly sample: number
  /** Absent: each call by the version that was in force. */
  readonly draft?: Brand
  /** The campaigns that the draft changes, where they are told apart. */
  readonly own?: ReadonlySet<string>
  /** By whose worth and rates what is given is counted; absent: by the last file that was decided by. */
  readonly prices?: Brand
  /** The versions that were in force, the oldest first. */
  readonly versions: readonly BrandSince[]
}

export interface BrandSince {
  readonly since: Instant
  readonly brand: Brand
}

export interface ReplayParts {
  /** One connection, for a transaction that only reads. */
  readonly db: Sql
  readonly pins: PinKeeper
  readonly workLimit: number
  /** How many cards may be in memory. */
  readonly cardsMax?: number
  /** How many calls are read together, and their cards. */
  readonly callsPerPage?: number
  readonly progress?: (done: number, total: number) => void | Promise<void>
  readonly signal?: AbortSignal
  /** Told what became of each checkout and return: for tests. */
  readonly onSale?: (call: PastCall, replayed: ReplayedCall) => void
}
