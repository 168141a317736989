import type { ChannelUser } from '../channel/channel-user.ts'
import type { CardId, RequestRef } from '../kernel/ids.ts'

/** What a command will touch, so that it can be locked and read before anything is decided. */
export interface Touches {
  readonly cards?: readonly string[]
  /** Child cards; their roots are locked with them. */
  readonly children?: readonly ChildName[]
  /** The numbers of root cards of which all children are touched, and of those whose coupons all are. */
  readonly allChildrenOf?: readonly string[]
  readonly allCouponsOf?: readonly string[]
  /** Further cards by their ids: those that an earlier request changed. */
  readonly cardIds?: readonly CardId[]
  /** Earlier checkouts, setups and returns that the command completes, cancels, voids or returns. */
  readonly checkouts?: readonly RequestRef[]
  /** Earlier requests that the command reverses or refers to. */
  readonly requests?: readonly RequestRef[]
  /** Coupons that the command changes or looks at, by their ids. */
  readonly coupons?: readonly string[]
  /** Coupons that are not waited for: one that another call holds is busy (26). */
  readonly presentedCoupons?: readonly string[]
  /** Promotions of which a card of the command may have a coupon already. */
  readonly promotions?: readonly CardPromotion[]
  /** Users of phone numbers and addresses whose channels the command changes. */
  readonly channels?: readonly ChannelUser[]
  /** Event types that the command makes or changes, by their categoryIds. */
  readonly eventTypes?: readonly string[]
  /** Event types that the command names: read, but not locked. */
  readonly namedEventTypes?: readonly string[]
  /** What commands without a card queue behind, such as a card set. */
  readonly queue?: string
  /** Whether the cards' pins are looked at. */
  readonly pins?: boolean
  /** Whether the cards' personal offers are looked at. */
  readonly offers?: boolean
}

export interface ChildName {
  readonly root: string
  readonly child: string
}

/** A card and a promotion of which it may have a coupon already. */
export interface CardPromotion {
  readonly cardNumber: string
  readonly promotionId: string
}
