import assert from 'node:assert/strict'
import type { Brand } from '../../domain/brand/brand.ts'
import { LocalClock } from '../../domain/campaign/clock.ts'
import type { PinKeeper } from '../../domain/card/pin-keeper.ts'
import type { Connection } from '../../ground/database/connection.ts'
import type { BrandId, RandomBytes } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { KeyClaim } from '../../storage/store/batch/idempotency.sql.ts'
import { type Loaded, loadBatch } from '../../storage/store/batch/load.ts'
import { storeBatch } from '../../storage/store/batch/store.ts'
import { decideInRounds } from '../operations/decide-in-rounds.ts'
import { BatchDecision } from './batch-decision.ts'
import { decideInTurns } from './decide-in-turns.ts'
import { splitByDueLevels } from './due-levels.ts'
import { heldSoFar } from './fetch-budgets.ts'
import { foresee, hasTiers } from './foreseen.ts'
import { type HotBudgets, none } from './hot-budgets.ts'
import { type FactRoom, fetchNeeds, noFacts } from './needs.ts'
import type { QueuedCommand } from './queued-command.ts'
import { namesOf } from './touches.ts'
import { type Ended, findUntimely } from './work.ts'

/** What a batch needs besides a connection. */
export interface BatchParts {
  readonly pins: PinKeeper
  readonly random: RandomBytes
  /** The stripe of budgets that the lane spends of. */
  readonly stripe: number
  readonly hotBudgets: HotBudgets
  /** The most steps that a decision may take. */
  readonly workLimit: number
  /** What deciding is timed by, in milliseconds. */
  readonly stopwatch: () => number
  /** The configuration that is in force at this version or a later one. */
  readonly brandAt: (brand: BrandId, version: number) => Brand | Promise<Brand>
}

export interface BatchOptions {
  /** Waits for rows that others hold instead of passing over them. Only for a command that runs alone. */
  readonly patient: boolean
  /** How long to wait for a lock, when not for as long as the connection says. */
  readonly lockTimeoutMs?: number
  /** Told just before the transaction is committed: from then on its outcome may be unknown. */
  readonly onStore: (result: BatchResult) => void
  /** Where the times are noted; absent when nobody observes. */
  readonly times?: BatchTimes
}

/** When a batch began and phases of it ended, by the process's monotonic clock. */
export interface BatchTimes {
  readonly beganMs: number
  loadedMs?: number
  decidedMs?: number
}

export interface BatchResult {
  readonly finished: ReadonlyMap<QueuedCommand, Ended>
  /** Commands that have to run again, alone and patiently. */
  readonly again: readonly QueuedCommand[]
  /** The last commands of the batch, which it had no time for: they are queued as before. */
  readonly postponed: readonly QueuedCommand[]
  /** How long deciding kept the thread. */
  readonly decidingMs: number
}

/** Load, decide, store: one transaction for all the commands of a batch, which are all of one brand. */
export async function runBatch(
  db: Connection,
  commands: readonly QueuedCommand[],
  parts: BatchParts,
  options: BatchOptions,
): Promise<BatchResult> {
  const brandId = commands[0]?.work.brand.id
  assert(brandId !== undefined, 'a batch has a command')
  const keys = claimsOf(commands)
  const { stripe, hotBudgets } = parts
  // Alone, a command locks whole budgets at once, if it asks for any.
  const hints = options.patient ? none : hotBudgets.of(brandId)
  const loaded = await loadBatch(db, {
    brand: brandId,
    keys,
    lockTimeoutMs: options.lockTimeoutMs,
    stripes: hints.own.map((name) => ({ ...name, stripe })),
    spentBudgets: hints.spent,
    levels: commands.some(({ work }) => hasTiers(work.brand)),
    ...namesOf(commands),
  })
  const untimely = untimelyOf(commands, loaded)
  if (untimely.size > 0) return giveBack(db, commands, untimely)
  const brand = await parts.brandAt(brandId, loaded.configVersion)
  if (options.times) options.times.loadedMs = performance.now()
  const { ready, after } = splitByDueLevels(commands, { loaded, brand, random: parts.random })
  const deciding = { db, commands: ready, loaded, brand, patient: options.patient, ...parts }
  const { decision, ...rest } = await decideAll(deciding)
  const result = { finished: decision.finished, ...rest, again: [...after, ...rest.again] }
  const changes = decision.changes(keys)
  if (!options.patient) hotBudgets.note(brandId, decision.budgetHints)
  if (options.times) options.times.decidedMs = performance.now()
  if (changes) {
    options.onStore(result)
    await storeBatch(db, changes)
  } else {
    await db.rows`rollback`
  }
  return result
}

/** Commands that the books are settled beyond. What leaves no record of its own has no place in the books. */
function untimelyOf(commands: readonly QueuedCommand[], loaded: Loaded): ReadonlyMap<QueuedCommand, Ended> {
  const found = new Map<QueuedCommand, Ended>()
  // Few brands are settled up to now: only where the clock of the database was put back.
  for (const command of commands) {
    const untimely = command.recorded && findUntimely(command.work, loaded)
    if (untimely) found.set(command, untimely)
  }
  return found
}

/** Carries out nothing: the others wait for their next turn. */
async function giveBack(
  db: Connection,
  commands: readonly QueuedCommand[],
  finished: ReadonlyMap<QueuedCommand, Ended>,
): Promise<BatchResult> {
  await db.rows`rollback`
  return { finished, again: [], postponed: commands.filter((one) => !finished.has(one)), decidingMs: 0 }
}

interface Deciding extends FactRoom {
  readonly pins: PinKeeper
  readonly workLimit: number
  readonly stopwatch: () => number
}

interface DecidedBatch extends Omit<BatchResult, 'finished'> {
  readonly decision: BatchDecision
}

/** Decides until no decision needs anything more; what the whole batch needs is fetched at once. */
async function decideAll(deciding: Deciding): Promise<DecidedBatch> {
  const { loaded, brand, pins, workLimit } = deciding
  const facts = noFacts(heldSoFar(loaded, deciding.stripe))
  const clock = lazyClock(loaded.now, brand.timeZone)
  const again: QueuedCommand[] = []
  const postponed: QueuedCommand[] = []
  let commands = deciding.commands
  let decidingMs = 0
  await foresee(deciding, clock, facts)
  return decideInRounds<DecidedBatch>({
    decide: async () => {
      const decision = new BatchDecision(loaded, facts, { brand, pins, clock, workLimit })
      const { late, usedMs } = await decideInTurns(decision, commands, deciding.stopwatch)
      decidingMs += usedMs
      postponed.unshift(...late)
      again.push(...decision.overtaken)
      if (decision.needs.length === 0) return { decision, again, postponed, decidingMs }
      again.push(...(await fetchNeeds(deciding, decision.needs, facts)))
      const out = new Set([...again, ...late])
      commands = commands.filter((command) => !out.has(command))
      return undefined
    },
    endless: () => assert.fail('a decision keeps asking for more'),
  })
}

/** One clock for the whole batch, made when a command looks at it: most never do. */
function lazyClock(now: Instant, timeZone: string): () => LocalClock {
  let clock: LocalClock | undefined
  return () => {
    clock ??= new LocalClock(now, timeZone)
    return clock
  }
}

function claimsOf(commands: readonly QueuedCommand[]): KeyClaim[] {
  const claims = new Map<string, KeyClaim>()
  for (const { work } of commands) {
    const key = work.idempotency?.idSha256.toString('latin1')
    if (work.idempotency && key !== undefined && !claims.has(key)) {
      claims.set(key, { ...work.idempotency, ref: work.call.ref })
    }
  }
  return [...claims.values()]
}
