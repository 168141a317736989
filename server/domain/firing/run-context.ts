import type { CardId, RequestRef } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { WorkMeter } from '../../ground/kernel/work-meter.ts'
import type { Brand } from '../brand/brand.ts'
import type { BudgetName, BudgetRoom } from '../campaign/budgets.ts'
import type { LocalClock } from '../campaign/clock.ts'
import type { Past } from '../campaign/past.ts'
import type { TierInCall } from '../campaign/tier/tier-in-call.ts'
import type { Coupon } from '../coupon/coupon.ts'

/** What rules use of the decision that they are part of. */
export interface RunContext {
  readonly brand: Brand
  readonly call: RuleCaller
  readonly now: Instant
  /** Counts the work of the rules. Beyond its limit the call is refused (135). */
  readonly work: WorkMeter
  readonly clock: LocalClock
  readonly past: (card: CardId | undefined) => Past
  readonly budget: (name: BudgetName) => BudgetRoom | undefined
  /** The level at which the call is decided, if it reaches or loses one. */
  readonly tier?: TierInCall
  readonly freeCoupons: (setId: string, count: number) => readonly Coupon[] | undefined
}

interface RuleCaller {
  readonly ref: RequestRef
  readonly locationId: string
  readonly terminalId: string
  readonly employeeId?: string
}
