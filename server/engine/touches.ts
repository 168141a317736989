import type { ChannelUser } from '../channel/channel-user.ts'
import type { CardPromotion, ChildName, Touches } from '../decision/touches.ts'
import type { CardId, RequestRef } from '../kernel/ids.ts'
import { channelKey } from '../store/batch/channel.sql.ts'
import type { LoadPlan } from '../store/batch/load.ts'
import type { QueuedCommand } from './queued-command.ts'

/** The number of the root card whose commands a command queues behind. */
export function firstCard(touches: Touches): string | undefined {
  return touches.cards?.[0] ?? touches.children?.[0]?.root
}

/** What the commands of a batch touch, each once. */
export function namesOf(jobs: readonly QueuedCommand[]): Omit<LoadPlan, 'brand' | 'keys' | 'lockTimeoutMs'> {
  const cards = new Set<string>()
  const children: ChildName[] = []
  const allChildrenOf = new Set<string>()
  const allCouponsOf = new Set<string>()
  const cardIds = new Set<CardId>()
  const requests = new Set<RequestRef>()
  const checkouts = new Set<RequestRef>()
  const coupons = new Set<string>()
  const presented = new Set<string>()
  const promotions: CardPromotion[] = []
  const channels = new Map<string, ChannelUser>()
  const eventTypes = new Set<string>()
  const namedEventTypes = new Set<string>()
  let withPins = false
  let withOffers = false
  for (const { touches } of jobs) {
    for (const number of touches.cards ?? []) cards.add(number)
    for (const name of touches.children ?? []) {
      cards.add(name.root)
      children.push(name)
    }
    for (const number of touches.allChildrenOf ?? []) allChildrenOf.add(number)
    for (const number of touches.allCouponsOf ?? []) allCouponsOf.add(number)
    for (const id of touches.cardIds ?? []) cardIds.add(id)
    for (const ref of touches.requests ?? []) requests.add(ref)
    for (const ref of touches.checkouts ?? []) checkouts.add(ref)
    for (const id of touches.coupons ?? []) coupons.add(id)
    for (const id of touches.presentedCoupons ?? []) presented.add(id)
    if (touches.promotions) promotions.push(...touches.promotions)
    for (const user of touches.channels ?? []) channels.set(channelKey(user), user)
    for (const id of touches.eventTypes ?? []) eventTypes.add(id)
    for (const id of touches.namedEventTypes ?? []) namedEventTypes.add(id)
    withPins ||= touches.pins ?? false
    withOffers ||= touches.offers ?? false
  }
  return {
    cards: [...cards],
    children,
    allChildrenOf: [...allChildrenOf],
    allCouponsOf: [...allCouponsOf],
    cardIds: [...cardIds],
    requests: [...requests],
    checkouts: [...checkouts],
    coupons: [...coupons],
    presentedCoupons: [...presented],
    promotions,
    channels: [...channels.values()],
    eventTypes: [...eventTypes],
    namedEventTypes: [...namedEventTypes.difference(eventTypes)],
    withPins,
    withOffers,
  }
}

/** Both together; undefined when `more` names nothing that is not in `before`. */
export function widened(before: Touches, more: Touches): Touches | undefined {
  const lists = {
    cards: added(before.cards, more.cards, String),
    children: added(before.children, more.children, ({ root, child }) => `${root}\0${child}`),
    allChildrenOf: added(before.allChildrenOf, more.allChildrenOf, String),
    allCouponsOf: added(before.allCouponsOf, more.allCouponsOf, String),
    cardIds: added(before.cardIds, more.cardIds, String),
    checkouts: added(before.checkouts, more.checkouts, String),
    requests: added(before.requests, more.requests, String),
    coupons: added(before.coupons, more.coupons, String),
    presentedCoupons: added(before.presentedCoupons, more.presentedCoupons, String),
    promotions: added(before.promotions, more.promotions, (one) => `${one.cardNumber}\0${one.promotionId}`),
    channels: added(before.channels, more.channels, channelKey),
    eventTypes: added(before.eventTypes, more.eventTypes, String),
    namedEventTypes: added(before.namedEventTypes, more.namedEventTypes, String),
  }
  const pins = more.pins && !before.pins
  const offers = more.offers && !before.offers
  const grown = Object.entries(lists).filter(([, list]) => list !== undefined)
  if (grown.length === 0 && !pins && !offers) return undefined
  return { ...before, ...Object.fromEntries(grown), ...(pins && { pins }), ...(offers && { offers }) }
}

/** The list with what is new in it; undefined when nothing is. */
function added<T>(
  before: readonly T[] | undefined,
  more: readonly T[] | undefined,
  keyOf: (one: T) => string,
): T[] | undefined {
  const known = new Set(before?.map(keyOf))
  const fresh = (more ?? []).filter((one) => !known.has(keyOf(one)))
  return fresh.length === 0 ? undefined : [...(before ?? []), ...fresh]
}
