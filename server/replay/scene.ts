import type { Brand } from '../brand/brand.ts'
import type { LocalClock } from '../campaign/clock.ts'
import type { Past } from '../campaign/past.ts'
import { type Card, cardKey, childKey } from '../card/card.ts'
import type { PinKeeper } from '../card/pin-keeper.ts'
import type { CheckoutRecord } from '../checkout/record.ts'
import type { Coupon } from '../coupon/coupon.ts'
import type { CodeUse } from '../coupon/public-code.ts'
import type { Call } from '../decision/call.ts'
import type { DecisionContext } from '../decision/decision.ts'
import type { PastRequest } from '../decision/past-request.ts'
import type { CardId, RequestRef } from '../kernel/ids.ts'
import { WorkMeter } from '../kernel/work-meter.ts'
import type { UndoableCall } from './card-state.ts'
import type { World } from './world.ts'

/** Everything that one decision looks at. */
export interface Scene {
  readonly world: World
  readonly brand: Brand
  readonly clock: LocalClock
  readonly pins: PinKeeper
  readonly workLimit: number
  readonly call: Call
  readonly cards: Map<CardId, Card>
  readonly coupons: Map<string, Coupon>
  readonly checkouts: Map<RequestRef, CheckoutRecord>
  readonly requests: Map<RequestRef, PastRequest>
  /** What rules asked for, by card. */
  readonly pasts: Map<CardId | undefined, MutablePast>
  readonly freeCoupons: Map<string, { readonly asked: number; readonly coupons: readonly Coupon[] }>
}

export type MutablePast = { -readonly [Key in keyof Past]: Past[Key] } & {
  readonly answers: Map<string, NonNullable<ReturnType<Past['answers']['get']>>>
}

/** The context of a decision, fed from memory. */
export function contextOf(scene: Scene, request: unknown): DecisionContext<unknown> {
  const { world, brand, clock, pins, call, cards, coupons, checkouts, requests, pasts, freeCoupons } = scene
  const { now } = clock
  const byKey = new Map([...cards.values()].map((card) => [cardKey(card), card]))
  return {
    request,
    call,
    brand,
    now,
    work: new WorkMeter(scene.workLimit),
    pins,
    random: nothingRandom,
    clock,
    card: (number) => byKey.get(number),
    child: ({ root, child }) => byKey.get(childKey(root, child)),
    cardById: (id) => cards.get(id),
    childrenOf: ({ id }) => [...cards.values()].filter(({ root }) => root?.id === id),
    couponsOf: ({ id }) => [...coupons.values()].filter(({ allocation }) => allocation?.card?.id === id),
    checkout: (ref) => checkouts.get(ref),
    past: (card) => pasts.get(card) ?? nothing,
    budget: (name) => world.budgets.roomOf(name, now),
    pastRequest: (ref) => requests.get(ref),
    heirOf: (id) => world.heirOf(id),
    freeCard: () => undefined,
    newCardId: () => undefined,
    hasTwin: () => undefined,
    coupon: (id) => coupons.get(id),
    channel: () => undefined,
    eventType: () => undefined,
    isBusy: () => false,
    codeUsage: (key, card) => ({ used: world.codes.countOf(key, now), usedByCard: usesByCard(scene, key, card) }),
    codeUsesOf: (ref) => codeUsesOf(scene, ref),
    promotionCoupon: () => undefined,
    freeCoupons: (set, count) => {
      const found = freeCoupons.get(set)
      return found && found.asked >= count ? found.coupons : undefined
    },
  }
}

/** An earlier call of the replay, with the lots that its cards have by now. */
export function bringUndoable({ request, record }: Pick<UndoableCall, 'request' | 'record'>, scene: Scene): void {
  const { world } = scene
  const ids = [...new Set(request.postings.map(({ cardId }) => cardId))]
  const lots = ids.flatMap((cardId) => (world.cards.get(cardId)?.card.lots ?? []).map((lot) => ({ ...lot, cardId })))
  scene.requests.set(request.ref, { ...request, lots })
  if (record) scene.checkouts.set(record.ref, record)
}

const nothing: Past = { answers: new Map() }

/** No rule draws lots by it: what is drawn is drawn by the card. */
const nothingRandom = (count: number) => new Uint8Array(count)

function usesByCard({ world, clock }: Scene, key: string, card: CardId | undefined): number {
  const uses = card === undefined ? [] : (world.cards.get(card)?.codeUses ?? [])
  return uses.filter((use) => use.key === key && (use.until === undefined || use.until > clock.now)).length
}

function codeUsesOf({ world, cards }: Scene, ref: RequestRef): CodeUse[] {
  const ofCards = [...cards.keys()].flatMap((cardId) =>
    (world.cards.get(cardId)?.codeUses ?? []).filter((use) => use.ref === ref).map((use) => ({ ...use, cardId })),
  )
  return [...ofCards, ...(world.anonymousCodes.get(ref) ?? [])]
}
