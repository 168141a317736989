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
export interface DecisionFrame {
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
export function contextOf(frame: DecisionFrame, request: unknown): DecisionContext<unknown> {
  const { brand, clock, pins, call } = frame
  const readers = readersOf(frame.world)
  readers.frame = frame
  const work = new WorkMeter(frame.workLimit)
  return { request, call, brand, now: clock.now, work, pins, clock, ...readers.reading }
}

type Reading = Omit<DecisionContext<unknown>, 'request' | 'call' | 'brand' | 'now' | 'work' | 'pins' | 'clock'>

/** What a decision asks with, made once for all of them: a replay makes thousands a second, each of two dozen functions. */
class Readers {
  frame: DecisionFrame | undefined
  readonly reading: Reading

  constructor(world: World) {
    const frame = () => {
      if (!this.frame) throw new Error('a decision has a frame')
      return this.frame
    }
    this.reading = {
      random: nothingRandom,
      card: (number) => findCard(frame(), number),
      child: ({ root, child }) => findCard(frame(), childKey(root, child)),
      cardById: (id) => frame().cards.get(id),
      childrenOf: ({ id }) => [...frame().cards.values()].filter(({ root }) => root?.id === id),
      couponsOf: ({ id }) => [...frame().coupons.values()].filter(({ allocation }) => allocation?.card?.id === id),
      checkout: (ref) => frame().checkouts.get(ref),
      past: (card) => frame().pasts.get(card) ?? nothing,
      budget: (name) => world.budgets.roomOf(name, frame().clock.now),
      pastRequest: (ref) => frame().requests.get(ref),
      heirOf: (id) => world.heirOf(id),
      freeCard: () => undefined,
      newCardId: () => undefined,
      hasTwin: () => undefined,
      customerCard: () => undefined,
      coupon: (id) => frame().coupons.get(id),
      channel: () => undefined,
      eventType: () => undefined,
      isBusy: () => false,
      codeUsage: (key, card) => ({
        used: world.codes.countOf(key, frame().clock.now),
        usedByCard: usesByCard(frame(), key, card),
      }),
      knowsCode: () => true,
      codeUsesOf: (ref) => codeUsesOf(frame(), ref),
      promotionCoupon: () => undefined,
      freeCoupons: (set, count) => {
        const found = frame().freeCoupons.get(set)
        return found && found.asked >= count ? found.coupons : undefined
      },
    }
  }
}

const readersOf = oncePer((world: World) => new Readers(world))

/** There are one or two. */
function findCard({ cards }: DecisionFrame, key: string): Card | undefined {
  for (const card of cards.values()) if (cardKey(card) === key) return card
  return undefined
}

/** An earlier call of the replay, with the lots that its cards have by now. */
export function bringUndoable(
  { request, record }: Pick<UndoableCall, 'request' | 'record'>,
  frame: DecisionFrame,
): void {
  const { world } = frame
  const ids = [...new Set(request.postings.map(({ cardId }) => cardId))]
  const lots = ids.flatMap((cardId) => (world.cards.get(cardId)?.card.lots ?? []).map((lot) => ({ ...lot, cardId })))
  frame.requests.set(request.ref, { ...request, lots })
  if (record) frame.checkouts.set(record.ref, record)
}

const nothing: Past = { answers: new Map() }

/** No rule draws lots by it: what is drawn is drawn by the card. */
const nothingRandom = (count: number) => new Uint8Array(count)

function usesByCard({ world, clock }: DecisionFrame, key: string, card: CardId | undefined): number {
  const uses = card === undefined ? [] : (world.cards.get(card)?.codeUses ?? [])
  return uses.filter((use) => use.key === key && (use.until === undefined || use.until > clock.now)).length
}

function codeUsesOf({ world, cards }: DecisionFrame, ref: RequestRef): CodeUse[] {
  const ofCards = [...cards.keys()].flatMap((cardId) =>
    (world.cards.get(cardId)?.codeUses ?? []).filter((use) => use.ref === ref).map((use) => ({ ...use, cardId })),
  )
  return [...ofCards, ...(world.anonymousCodes.get(ref) ?? [])]
}
