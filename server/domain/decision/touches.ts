import type { CardId, RequestRef } from '../../ground/kernel/ids.ts'
import { type ChannelUser, channelKey } from '../channel/channel-user.ts'

/** What a command will touch, so that it can be locked and read before anything is decided. */
export interface Touches extends Partial<TouchLists>, Partial<TouchFlags> {
  /** What commands without a card queue behind, such as a card set. */
  readonly queue?: string
}

/** What several commands touch together. */
export interface MergedTouches extends TouchLists, TouchFlags {}

/** The kinds of things and what names one. A new kind does not compile until `keysOf` says how to tell two apart. */
interface TouchedThings {
  readonly cards: string
  /** Child cards; their roots are locked with them. */
  readonly children: ChildName
  /** The numbers of root cards of which all children are touched, and of those whose coupons all are. */
  readonly allChildrenOf: string
  readonly allCouponsOf: string
  /** Further cards by their ids: those that an earlier request changed. */
  readonly cardIds: CardId
  /** Earlier checkouts, setups and returns that the command completes, cancels, voids or returns. */
  readonly checkouts: RequestRef
  /** Earlier requests that the command reverses or refers to. */
  readonly requests: RequestRef
  /** Coupons that the command changes or looks at, by their ids. */
  readonly coupons: string
  /** Coupons that are not waited for: one that another call holds is busy (26). */
  readonly presentedCoupons: string
  /** Public codes by what they are compared by, or texts that may be one: read, but not locked. */
  readonly codes: string
  /** Promotions of which a card of the command may have a coupon already. */
  readonly promotions: CardPromotion
  /** Users of phone numbers and addresses whose channels the command changes. */
  readonly channels: ChannelUser
  /** Event types that the command makes or changes, by their categoryIds. */
  readonly eventTypes: string
  /** Event types that the command names: read, but not locked. */
  readonly namedEventTypes: string
}

type TouchKind = keyof TouchedThings
type TouchLists = { readonly [Kind in TouchKind]: readonly TouchedThings[Kind][] }

interface TouchFlags {
  /** Whether the cards' pins are looked at. */
  readonly pins: boolean
  /** Whether the cards' personal offers are looked at. */
  readonly offers: boolean
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

type KeyOf<One> = (one: One) => string | number

const itself = <One>(one: One): One => one

/** What tells two things of a kind apart. */
const keysOf: { readonly [Kind in TouchKind]: KeyOf<TouchedThings[Kind]> } = {
  cards: itself,
  children: ({ root, child }) => `${root}\0${child}`,
  allChildrenOf: itself,
  allCouponsOf: itself,
  cardIds: itself,
  checkouts: itself,
  requests: itself,
  coupons: itself,
  presentedCoupons: itself,
  codes: itself,
  promotions: ({ cardNumber, promotionId }) => `${cardNumber}\0${promotionId}`,
  channels: channelKey,
  eventTypes: itself,
  namedEventTypes: itself,
}

const kinds = Object.keys(keysOf) as TouchKind[]

/** All of them together, each thing once. */
export function mergeTouches(all: readonly Touches[]): MergedTouches {
  const lists = Object.fromEntries(kinds.map((kind) => [kind, merged(kind, all)])) as unknown as TouchLists
  return { ...lists, pins: all.some(({ pins }) => pins), offers: all.some(({ offers }) => offers) }
}

/** Both together; undefined when `more` names nothing that is not in `before`. */
export function widened(before: Touches, more: Touches): Touches | undefined {
  const grown = kinds.filter((kind) => namesMore(kind, before, more))
  const pins = more.pins && !before.pins
  const offers = more.offers && !before.offers
  if (grown.length === 0 && !pins && !offers) return undefined
  const lists = Object.fromEntries(grown.map((kind) => [kind, merged(kind, [before, more])]))
  return { ...before, ...lists, ...(pins && { pins }), ...(offers && { offers }) }
}

function merged<Kind extends TouchKind>(kind: Kind, all: readonly Touches[]): readonly TouchedThings[Kind][] {
  const keyOf: KeyOf<TouchedThings[Kind]> = keysOf[kind]
  const things = new Map<string | number, TouchedThings[Kind]>()
  for (const touches of all) for (const one of listOf(touches, kind)) things.set(keyOf(one), one)
  return [...things.values()]
}

function namesMore<Kind extends TouchKind>(kind: Kind, before: Touches, more: Touches): boolean {
  const keyOf: KeyOf<TouchedThings[Kind]> = keysOf[kind]
  const known = new Set(listOf(before, kind).map(keyOf))
  return listOf(more, kind).some((one) => !known.has(keyOf(one)))
}

function listOf<Kind extends TouchKind>(touches: Partial<TouchLists>, kind: Kind): readonly TouchedThings[Kind][] {
  return touches[kind] ?? []
}
