import assert from 'node:assert/strict'
import type { Brand } from '../../domain/brand/brand.ts'
import { LocalClock } from '../../domain/campaign/clock.ts'
import type { PinKeeper } from '../../domain/card/pin-keeper.ts'
import type { Need } from '../../domain/decision/need.ts'
import { widened } from '../../domain/decision/touches.ts'
import type { ConnectionPool, Session } from '../../ground/database/connection.ts'
import { WithoutLocks } from '../../ground/database/without-locks.ts'
import type { BrandId, RandomBytes } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import { type Loaded, loadBatch } from '../../storage/store/batch/load.ts'
import { decideInRounds } from '../operations/decide-in-rounds.ts'
import type { Command } from '../operations/operation.ts'
import type { DescribedCard, Simulated, Simulation } from '../operations/simulation.ts'
import { BatchDecision } from './batch-decision.ts'
import type { FetchedPast } from './batch-past.ts'
import { type BudgetWish, readBudgets } from './fetch-budgets.ts'
import { type Facts, noFacts } from './needs.ts'
import { type FactWish, fetchFacts } from './past-facts.ts'
import { type QueuedCommand, replayable } from './queued-command.ts'
import { fetchSimulatedCoupons } from './simulated-coupons.ts'
import { namesOf } from './touches.ts'

export interface SimulatorParts {
  /** A simulation borrows one connection for as long as it takes. */
  readonly pool: ConnectionPool
  readonly pins: PinKeeper
  readonly random: RandomBytes
  /** The most steps that a decision may take. */
  readonly workLimit: number
  readonly brandAt: (brand: BrandId, version: number) => Brand | Promise<Brand>
}

/** So few at a time that most of the connections, and most of the thread, are left to tills. */
const atOnceMax = 2
const waitingMax = 50

/**
 * Decides commands on one moment of the database and carries out nothing: what a batch would load is read without its
 * locks, in a transaction that can change nothing, and the outcome is returned instead of stored.
 */
export class Simulator {
  private readonly parts: SimulatorParts
  private running = 0
  private readonly waiting: (() => void)[] = []

  constructor(parts: SimulatorParts) {
    this.parts = parts
  }

  /** Undefined when too many are waiting. */
  async run(simulation: Simulation<Command>): Promise<Simulated | undefined> {
    if (this.running >= atOnceMax) {
      if (this.waiting.length >= waitingMax) return undefined
      await new Promise<void>((resolve) => this.waiting.push(resolve))
    } else {
      this.running += 1
    }
    try {
      return await this.parts.pool.withConnection(async (db) => {
        const simulated = await this.decide(new WithoutLocks(db), simulation)
        await db.rows`rollback`
        return simulated
      })
    } finally {
      const next = this.waiting.shift()
      if (next) next()
      else this.running -= 1
    }
  }

  private async decide(db: Session, simulation: Simulation<Command>): Promise<Simulated> {
    const { pins, workLimit, random, brandAt } = this.parts
    const command = toCommand(simulation, random)
    let loaded = await load(db, command, simulation)
    const { now } = loaded
    const brand = simulation.brand ?? (await brandAt(simulation.origin.brand.id, loaded.configVersion))
    const clock = new LocalClock(now, brand.timeZone)
    const parts = { brand, pins, clock: () => clock, workLimit }
    const facts = noFacts(new Map())
    return decideInRounds<Simulated>({
      decide: async () => {
        const context = new BatchDecision(loaded, facts, parts).contextOf(command)
        const decided = command.work.operation.decide(context)
        if (decided.kind !== 'needs') return { decided, brand, now, cards: loaded.cards, coupons: loaded.coupons }
        const isMore = widen(command, decided.needs)
        if (isMore) await db.rows`rollback`
        if (isMore) loaded = await load(db, command, { ...simulation, now })
        else await fetchNeeded({ db, brand, now, command, simulation }, decided.needs, facts)
        return undefined
      },
      endless: () => assert.fail('a simulated decision keeps asking for more'),
    })
  }
}

function toCommand({ operation, request, origin }: Simulation<Command>, random: RandomBytes): QueuedCommand {
  return {
    work: { operation, request, ...origin, unknownFields: [] },
    touches: operation.touches(request, origin),
    recorded: false,
    random: replayable(random),
    since: 0,
    until: Number.POSITIVE_INFINITY,
    finish: () => undefined,
  }
}

/** One moment of the database: nothing that is decided on changes while more of it is read. */
async function load(db: Session, command: QueuedCommand, simulation: Simulation<Command>): Promise<Loaded> {
  const { origin, described, now } = simulation
  const names = { ...namesOf([command]), brand: origin.brand.id, keys: [], stripes: [], spentBudgets: [] }
  const loaded = await loadBatch(db, { ...names, lockTimeoutMs: undefined, isSnapshot: true })
  const cards = described ? [...loaded.cards, described.card] : loaded.cards
  return { ...loaded, cards, now: now ?? loaded.now }
}

/** Whether the command turned out to touch more than it could name. */
function widen(command: QueuedCommand, needs: readonly Need[]): boolean {
  const before = command.touches
  for (const need of needs) {
    if (need.kind === 'more') command.touches = widened(command.touches, need.touches) ?? command.touches
  }
  return command.touches !== before
}

interface FactRoom {
  readonly db: Session
  readonly brand: Brand
  readonly now: Instant
  readonly command: QueuedCommand
  readonly simulation: Simulation<Command>
}

/** What is asked about a described card is read like everything else, and finds nothing but what was described. */
async function fetchNeeded(room: FactRoom, needs: readonly Need[], facts: Facts): Promise<void> {
  const { command, simulation } = room
  const asked = needs.filter((need): need is FactWish['need'] => need.kind === 'facts')
  const wishes = asked.map((need) => ({ command, need }))
  if (wishes.length > 0) await fetchFacts({ ...room, isSnapshot: true }, wishes, facts.pasts)
  const { described } = simulation
  const past = described && facts.pasts.get(command)?.get(described.card.id)
  if (past) describe(past, described)
  const budgets = needs.filter((need): need is BudgetWish['need'] => need.kind === 'budgets')
  if (budgets.length > 0) {
    await readBudgets(
      room,
      budgets.map((need) => ({ command, need })),
      facts.budgets,
    )
  }
  for (const need of needs) {
    if (need.kind === 'freeCoupons') await fetchSimulatedCoupons(room, need, facts.freeCoupons)
  }
}

function describe(past: FetchedPast, { account, segments, tier }: DescribedCard): void {
  past.account = account
  past.segments = segments
  if (tier === undefined) return
  for (const [key, need] of past.needs) {
    if (need.kind !== 'tier') continue
    const stored = { program: need.program, shown: tier, level: tier, changes: 0 }
    past.answers.set(key, { stored, state: { level: tier }, sums: [], measured: 0n })
  }
}
