import assert from 'node:assert/strict'
import { termKey } from '../../domain/account/terms.ts'
import type { Brand } from '../../domain/brand/brand.ts'
import { isLocking } from '../../domain/campaign/needs.ts'
import type { Card } from '../../domain/card/card.ts'
import type { CustomerCard } from '../../domain/decision/decision.ts'
import type { Need } from '../../domain/decision/need.ts'
import { widened } from '../../domain/decision/touches.ts'
import type { Connection } from '../../ground/database/connection.ts'
import type { CardId, RandomBytes } from '../../ground/kernel/ids.ts'
import { awaitFreeCard, pickFreeCards, takeCardIds } from '../../storage/store/batch/card.sql.ts'
import { findCustomerCard, lockCustomers } from '../../storage/store/batch/customer-card.sql.ts'
import { lockDay } from '../../storage/store/batch/hand-day.sql.ts'
import { type Loaded, loadMoreCards } from '../../storage/store/batch/load.ts'
import { lockTwins } from '../../storage/store/batch/new-number.sql.ts'
import type { HeldBudgets } from './batch-budgets.ts'
import { dayKey, type HandDays } from './batch-hand-days.ts'
import type { FetchedPasts } from './batch-past.ts'
import { type BudgetWish, fetchBudgets } from './fetch-budgets.ts'
import { type CouponWish, type FetchedCoupons, fetchFreeCoupons } from './free-coupons.ts'
import { type FactWish, fetchFacts } from './past-facts.ts'
import type { QueuedCommand } from './queued-command.ts'
import { pickFromRandomPlace } from './random-place.ts'

/** What was fetched because decisions asked for it. */
export interface Facts {
  readonly freeCards: Map<QueuedCommand, Card | null>
  readonly newCardIds: Map<QueuedCommand, CardId>
  /** Whether a card has the number of a new one in another case. */
  readonly twins: Map<QueuedCommand, boolean>
  /** The card that a customer has already; null: none. */
  readonly customerCards: Map<QueuedCommand, CustomerCard | null>
  readonly freeCoupons: FetchedCoupons
  readonly pasts: FetchedPasts
  readonly budgets: HeldBudgets
  readonly handDays: HandDays
}

export const noFacts = (budgets: HeldBudgets): Facts => ({
  freeCards: new Map(),
  newCardIds: new Map(),
  twins: new Map(),
  customerCards: new Map(),
  freeCoupons: new Map(),
  pasts: new Map(),
  budgets,
  handDays: new Map(),
})

/** Where it is fetched from. */
export interface FactRoom {
  readonly db: Connection
  readonly commands: readonly QueuedCommand[]
  readonly loaded: Loaded
  readonly brand: Brand
  readonly random: RandomBytes
  readonly patient: boolean
  /** The stripe of budgets that the lane spends of. */
  readonly stripe: number
}

interface WantedNeed {
  readonly command: QueuedCommand
  readonly need: Need
}

/** Fetches what the commands of a batch need, all at once; answers those that have to run again, alone. */
export async function fetchNeeds(
  room: FactRoom,
  wishes: readonly WantedNeed[],
  facts: Facts,
): Promise<QueuedCommand[]> {
  const again = widenTouches(wishes)
  const needs = wishes.filter(({ command }) => !again.has(command))
  // First, so that whoever waits for a customer holds nothing that a decision has asked for.
  for (const command of await fetchCustomerCards(room, needs, facts)) again.add(command)
  await fetchCardIds(room.db, needs, facts)
  for (const command of await fetchTwins(room, needs, facts)) again.add(command)
  for (const [setId, wanting] of Map.groupBy(needs, freeCardSet)) {
    if (setId === undefined) continue
    const commands = wanting.map(({ command }) => command)
    for (const command of await fetchFreeCards(room, setId, commands, facts)) again.add(command)
  }
  const coupons = needs.filter((one): one is CouponWish => one.need.kind === 'freeCoupons')
  if (coupons.length > 0) {
    const source = { ...room, held: room.loaded.coupons }
    for (const command of await fetchFreeCoupons(source, coupons, facts.freeCoupons)) again.add(command)
  }
  const budgets = needs.filter((one): one is BudgetWish => one.need.kind === 'budgets' && !again.has(one.command))
  if (budgets.length > 0) {
    const source = { ...room, now: room.loaded.now, mayWait: !holdsLateLocks(facts) }
    for (const command of await fetchBudgets(source, budgets, facts.budgets)) again.add(command)
  }
  const asked = needs.filter((one): one is FactWish => one.need.kind === 'facts' && !again.has(one.command))
  // Last, because the lock on the brand's counters comes after all others.
  if (asked.length > 0) await fetchFacts({ ...room, now: room.loaded.now }, asked, facts.pasts)
  for (const command of await fetchHandDays(room, needs, facts)) again.add(command)
  return [...again]
}

type HandWish = WantedNeed & { readonly need: Extract<Need, { kind: 'handDay' }> }

/**
 * A day is asked for when everything else of a call is decided, and only by one that runs alone: so its lock is the very
 * last that a transaction takes, and nobody who holds one waits for anything.
 */
async function fetchHandDays(room: FactRoom, wishes: readonly WantedNeed[], facts: Facts): Promise<QueuedCommand[]> {
  const wanted = wishes.filter((one): one is HandWish => one.need.kind === 'handDay')
  if (!room.patient) return wanted.map(({ command }) => command)
  for (const { need } of wanted) facts.handDays.set(dayKey(need.day), await lockDay(room.db, room.brand.id, need.day))
  return []
}

/** Whether the batch already holds a budget or the brand's counter: it must not wait for budgets then. */
function holdsLateLocks({ budgets, customerCards, pasts }: Facts): boolean {
  if (customerCards.size > 0) return true
  if (Iterator.from(budgets.values()).some(({ stripes }) => stripes.length > 0)) return true
  return Iterator.from(pasts.values()).some((byCard) =>
    Iterator.from(byCard.values()).some(({ needs }) =>
      Iterator.from(needs.values()).some((need) => isLocking(need) || need.kind === 'mark'),
    ),
  )
}

/** Commands that turned out to touch more than they could name: they begin again with all of it. */
function widenTouches(wishes: readonly WantedNeed[]): Set<QueuedCommand> {
  const again = new Set<QueuedCommand>()
  for (const { command, need } of wishes) {
    if (need.kind !== 'more') continue
    const touches = widened(command.touches, need.touches)
    // A second need of the same decision may name what the first one brought.
    assert(touches || again.has(command), 'a decision asks for more than it has')
    if (touches) command.touches = touches
    again.add(command)
  }
  return again
}

const freeCardSet = ({ need }: WantedNeed) => (need.kind === 'freeCard' ? need.setId : undefined)

async function fetchCardIds(db: Connection, wishes: readonly WantedNeed[], facts: Facts): Promise<void> {
  const commands = wishes.filter(({ need }) => need.kind === 'newCardId').map(({ command }) => command)
  if (commands.length === 0) return
  const ids = await takeCardIds(db, commands.length)
  commands.forEach((command, index) => {
    facts.newCardIds.set(command, ids[index] ?? 0)
  })
}

type TwinWish = WantedNeed & { readonly need: Extract<Need, { kind: 'twinNumber' }> }

/** Of new cards of one batch whose numbers differ in case only, the first is made and the others begin again. */
async function fetchTwins(
  { db, brand }: FactRoom,
  wishes: readonly WantedNeed[],
  facts: Facts,
): Promise<QueuedCommand[]> {
  const wanted = wishes.filter((one): one is TwinWish => one.need.kind === 'twinNumber')
  if (wanted.length === 0) return []
  const groups = [...Map.groupBy(wanted, ({ need }) => need.number.toLowerCase()).values()]
  const first = groups.flatMap(([one]) => one ?? [])
  const twins = await lockTwins(
    db,
    brand.id,
    first.map(({ need }) => need.number),
  )
  for (const { command, need } of first) facts.twins.set(command, twins.has(need.number))
  return groups.flatMap(([, ...others]) => others.map(({ command }) => command))
}

type CustomerWish = WantedNeed & { readonly need: Extract<Need, { kind: 'customerCard' }> }

/** Of calls of one batch about the same customer, the first goes on and the others begin again: they find its card. */
async function fetchCustomerCards(
  { db, brand }: FactRoom,
  wishes: readonly WantedNeed[],
  facts: Facts,
): Promise<QueuedCommand[]> {
  const wanted = wishes.filter((one): one is CustomerWish => one.need.kind === 'customerCard')
  if (wanted.length === 0) return []
  const groups = [...Map.groupBy(wanted, ({ need }) => termKey(need)).values()]
  const first = groups.flatMap(([one]) => one ?? [])
  await lockCustomers(
    db,
    brand.id,
    first.map(({ need }) => need),
  )
  for (const { command, need } of first)
    facts.customerCards.set(command, (await findCustomerCard(db, brand.id, need, need.sets)) ?? null)
  return groups.flatMap(([, ...others]) => others.map(({ command }) => command))
}

async function fetchFreeCards(
  room: FactRoom,
  setId: string,
  commands: QueuedCommand[],
  facts: Facts,
): Promise<QueuedCommand[]> {
  const { db, brand, patient } = room
  const withOffers = room.commands.some(({ touches }) => touches.offers)
  if (patient) {
    const number = await awaitFreeCard(db, brand.id, setId)
    const [card] = number === undefined ? [] : await loadMoreCards(db, brand.id, [number], withOffers)
    for (const command of commands) facts.freeCards.set(command, card ?? null)
    return []
  }
  const numbers = await pickNumbers(room, { setId, count: commands.length }, facts)
  const cards = numbers.length > 0 ? await loadMoreCards(db, brand.id, numbers, withOffers) : []
  commands.forEach((command, index) => {
    const card = cards[index]
    if (card) facts.freeCards.set(command, card)
  })
  return commands.slice(cards.length)
}

/** Never a card that the batch names or has picked before. */
async function pickNumbers(room: FactRoom, wanted: { setId: string; count: number }, facts: Facts): Promise<string[]> {
  const { db, brand, loaded } = room
  const picked = [...facts.freeCards.values()].flatMap((card) => card ?? [])
  const except = [...loaded.cards, ...picked].map((card) => card.number)
  return pickFromRandomPlace(wanted.count, room.random, (range, count) =>
    pickFreeCards(db, brand.id, { ...range, setId: wanted.setId, count, except }),
  )
}
