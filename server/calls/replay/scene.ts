import type { Brand } from '../../domain/brand/brand.ts'
import type { LocalClock } from '../../domain/campaign/clock.ts'
import type { Past } from '../../domain/campaign/past.ts'
import { type Card, cardKey, childKey } from '../../domain/card/card.ts'
import type { PinKeeper } from '../../domain/card/pin-keeper.ts'
import type { CheckoutRecord } from '../../domain/checkout/record.ts'
import type { Coupon } from '../../domain/coupon/coupon.ts'
import type { CodeUse } from '../../domain/coupon/public-code.ts'
import type { Call } from '../../domain/decision/call.ts'
import type { DecisionContext } from '../../domain/decision/decision.ts'
import type { PastRequest } from '../../domain/decision/past-request.ts'
import type { CardId, RequestRef } from '../../ground/kernel/ids.ts'
import { oncePer } from '../../ground/kernel/once-per.ts'
import { WorkMeter } from '../../ground/kernel/work-meter.ts'
import type { UndoableCall } from './card-state.ts'
import type { World } from './world.ts'

/** Everything that one decision looks at. */
export interface ReplayScene {
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

/** The context of a decision, fed from memory. It is good for one decision: the next one of the world takes it over. */
export function contextOf(scene: ReplayScene, request: unknown): DecisionContext<unknown> {
  const { brand, clock, pins, call } = scene
  const readers = readersOf(scene.world)
  readers.scene = scene
  const work = new WorkMeter(scene.workLimit)
  return { request, call, brand, now: clock.now, work, pins, clock, ...readers.reading }
}

type Reading = Omit<DecisionContext<unknown>, 'request' | 'call' | 'brand' | 'now' | 'work' | 'pins' | 'clock'>

/** What a decision asks with, made once for all of them: a replay makes thousands a second, each of two dozen functions. */
class Readers {
  scene: ReplayScene | undefined
  readonly reading: Reading

  constructor(world: World) {
    const scene = () => {
      if (!this.scene) throw new Error('a decision has a scene')
      return this.scene
    }
    this.reading = {
      random: nothingRandom,
      card: (number) => findCard(scene(), number),
      child: ({ root, child }) => findCard(scene(), childKey(root, child)),
      cardById: (id) => scene().cards.get(id),
      childrenOf: ({ id }) => [...scene().cards.values()].filter(({ root }) => root?.id === id),
      couponsOf: ({ id }) => [...scene().coupons.values()].filter(({ allocation }) => allocation?.card?.id === id),
      checkout: (ref) => scene().checkouts.get(ref),
      past: (card) => scene().pasts.get(card) ?? nothing,
      budget: (name) => world.budgets.roomOf(name, scene().clock.now),
      pastRequest: (ref) => scene().requests.get(ref),
      heirOf: (id) => world.heirOf(id),
      freeCard: () => undefined,
      newCardId: () => undefined,
      hasTwin: () => undefined,
      coupon: (id) => scene().coupons.get(id),
      channel: () => undefined,
      eventType: () => undefined,
      isBusy: () => false,
      codeUsage: (key, card) => ({
        used: world.codes.countOf(key, scene().clock.now),
        usedByCard: usesByCard(scene(), key, card),
      }),
      knowsCode: () => true,
      codeUsesOf: (ref) => codeUsesOf(scene(), ref),
      promotionCoupon: () => undefined,
      freeCoupons: (set, count) => {
        const found = scene().freeCoupons.get(set)
        return found && found.asked >= count ? found.coupons : undefined
      },
    }
  }
}

const readersOf = oncePer((world: World) => new Readers(world))

/** There are one or two. */
function findCard({ cards }: ReplayScene, key: string): Card | undefined {
  for (const card of cards.values()) if (cardKey(card) === key) return card
  return undefined
}

/** An earlier call of the replay, with the lots that its cards have by now. */
export function bringUndoable({ request, record }: Pick<UndoableCall, 'request' | 'record'>, scene: ReplayScene): void {
  const { world } = scene
  const ids = [...new Set(request.postings.map(({ cardId }) => cardId))]
  const lots = ids.flatMap((cardId) => (world.cards.get(cardId)?.card.lots ?? []).map((lot) => ({ ...lot, cardId })))
  scene.requests.set(request.ref, { ...request, lots })
  if (record) scene.checkouts.set(record.ref, record)
}

const nothing: Past = { answers: new Map() }

/** No rule draws lots by it: what is drawn is drawn by the card. */
const nothingRandom = (count: number) => new Uint8Array(count)

function usesByCard({ world, clock }: ReplayScene, key: string, card: CardId | undefined): number {
  const uses = card === undefined ? [] : (world.cards.get(card)?.codeUses ?? [])
  return uses.filter((use) => use.key === key && (use.until === undefined || use.until > clock.now)).length
}

function codeUsesOf({ world, cards }: ReplayScene, ref: RequestRef): CodeUse[] {
  const ofCards = [...cards.keys()].flatMap((cardId) =>
    (world.cards.get(cardId)?.codeUses ?? []).filter((use) => use.ref === ref).map((use) => ({ ...use, cardId })),
  )
  return [...ofCards, ...(world.anonymousCodes.get(ref) ?? [])]
}
