import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BatchDecision } from './batch-decision.ts'
import type { QueuedCommand } from './queued-command.ts'

/**
 * How long a batch may decide before what is left of it makes room for other brands: they wait for the lane. A single
 * decision has a bound of its own (--work-limit).
 */
const shareMs = 25
/** What a command takes on average from which on a batch is heavy: one of many ordinary checkouts is not. */
const heavyMs = 2
/** How long it may keep the thread: everything else waits for that, from other lanes to /healthz. */
const turnMs = 5

export interface Turns {
  /** The last commands, which the batch has no time for; never the first, so that every batch gets something done. */
  readonly late: readonly QueuedCommand[]
  readonly usedMs: number
}

/** Whether a batch that took so long for so many commands has had more than its share. */
export function isHeavy(usedMs: number, commands: number): boolean {
  return usedMs > shareMs && usedMs > commands * heavyMs
}

/** Decides commands one after the other, and lets others have the thread in between. */
export async function decideInTurns(
  decision: BatchDecision,
  commands: readonly QueuedCommand[],
  stopwatch: () => number,
): Promise<Turns> {
  let usedMs = 0
  let sinceTurn = 0
  for (const [index, command] of commands.entries()) {
    if (isHeavy(usedMs, index)) return { late: commands.slice(index), usedMs }
    if (sinceTurn > turnMs) {
      await nextTurn()
      sinceTurn = 0
    }
    const began = stopwatch()
    decision.decide(command)
    const took = stopwatch() - began
    usedMs += took
    sinceTurn += took
  }
  return { late: [], usedMs }
}
