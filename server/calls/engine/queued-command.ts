import type { Touches } from '../../domain/decision/touches.ts'
import type { RandomBytes } from '../../ground/kernel/ids.ts'
import type { Command } from '../operations/operation.ts'
import type { Ended, Work } from './work.ts'

/** A command on its way through a lane. */
export interface QueuedCommand {
  readonly work: Work & { readonly operation: Command }
  /** Grows when a decision asks for more than the command could name. */
  touches: Touches
  /** False for a check that is part of another call and leaves no record of its own. */
  readonly recorded: boolean
  /** Set once what is due on its cards is booked before it, or could not be. */
  comesAfterLevels?: true
  readonly random: ReplayableRandom
  /** When it arrived, by the process's monotonic clock. */
  readonly since: number
  /** When it is refused if nothing has come of it; by the same clock. */
  readonly until: number
  readonly finish: (ended: Ended) => void
}

/** Random bytes that are the same each time the command is decided again. */
export type ReplayableRandom = RandomBytes & { rewind(): void }

export function replayable(random: RandomBytes): ReplayableRandom {
  const drawn: Uint8Array[] = []
  let next = 0
  const draw = (count: number) => {
    const bytes = drawn[next] ?? random(count)
    drawn[next] = bytes
    next += 1
    return bytes
  }
  const rewind = () => {
    next = 0
  }
  return Object.assign(draw, { rewind })
}
