import type { Brand } from '../../domain/brand/brand.ts'
import type { LocalClock } from '../../domain/campaign/clock.ts'
import type { PinKeeper } from '../../domain/card/pin-keeper.ts'
import type { DecisionContext } from '../../domain/decision/decision.ts'

/** What all decisions of a batch share. */
export interface DecisionParts {
  readonly brand: Brand
  readonly pins: PinKeeper
  readonly clock: () => LocalClock
  /** The most steps that a decision may take. */
  readonly workLimit: number
}

/** What all commands of a batch see alike. */
export type CommonContext = DecisionParts &
  Pick<
    DecisionContext<unknown>,
    | 'now'
    | 'card'
    | 'child'
    | 'cardById'
    | 'childrenOf'
    | 'couponsOf'
    | 'checkout'
    | 'budget'
    | 'pastRequest'
    | 'heirOf'
    | 'coupon'
    | 'isBusy'
    | 'codeUsage'
    | 'knowsCode'
    | 'codeUsesOf'
    | 'promotionCoupon'
    | 'channel'
    | 'eventType'
  >
