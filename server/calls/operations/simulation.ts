import type { Account } from '../../domain/account/account.ts'
import type { Brand } from '../../domain/brand/brand.ts'
import type { Card } from '../../domain/card/card.ts'
import type { Coupon } from '../../domain/coupon/coupon.ts'
import type { CallOrigin } from '../../domain/decision/call.ts'
import type { DecisionRefusal } from '../../domain/decision/decision.ts'
import type { Outcome } from '../../domain/decision/outcome.ts'
import type { Instant } from '../../ground/kernel/time.ts'

/** A command that is decided on the state of now, and not carried out. */
export interface Simulation<Command> {
  readonly operation: Command
  /** As the command's contract reads it. */
  readonly request: object
  /** Where it would come from. */
  readonly origin: CallOrigin
  /** What it is decided by, if not by what is in force. */
  readonly brand?: Brand | undefined
  /** When it happens; absent: now. */
  readonly now?: Instant | undefined
  /** A card that does not exist, which the request names by its number. */
  readonly described?: DescribedCard | undefined
}

/** A card and what rules may know of it. It has no past. */
export interface DescribedCard {
  readonly card: Card
  readonly account: Account
  readonly segments: readonly string[]
  /** Its level, which it keeps for good. */
  readonly tier?: string | undefined
}

export interface Simulated {
  readonly decided: Outcome<object> | DecisionRefusal
  readonly brand: Brand
  readonly now: Instant
  /** The cards and coupons that the command named, as they were. */
  readonly cards: readonly Card[]
  readonly coupons: readonly Coupon[]
}

/** Undefined when too many simulations are waiting. */
export type Simulate<Command> = (simulation: Simulation<Command>) => Promise<Simulated | undefined>

/** The number by which a request names a described card: no card can have it. */
export const describedNumber = '(described)'
/** Its id, under which nothing is stored. */
export const describedId = -1
