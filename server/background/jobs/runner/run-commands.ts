import { createHash } from 'node:crypto'
import type { Finished, IdempotencyKey } from '../../../calls/engine/work.ts'
import type { Command } from '../../../calls/operations/operation.ts'
import type { Call } from '../../../domain/decision/call.ts'
import type { ErrorCode } from '../../../ground/kernel/errors.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import { uuidV7 } from '../../../ground/kernel/ids.ts'
import type { JobContext } from './job.ts'

/** A command of a job: no location, no terminal, and a record like that of any call. */
export interface OwnCommand {
  readonly operation: Command
  /** As the operation's contract reads it. */
  readonly request: object
  /** For what may happen once only, whoever tries it: see onceKey. */
  readonly idempotency?: IdempotencyKey
  /** Whoever had asked for it, and where; absent: nobody did. */
  readonly by?: Pick<Call, 'locationId' | 'terminalId' | 'key' | 'user' | 'note'>
}

export interface Outcomes {
  /** In the order of the commands; undefined for those that were not begun because the job was over. */
  readonly finished: readonly (Finished | undefined)[]
  readonly done: number
  /** Locked by a checkout (113), no room (109), of unknown outcome (136), or not begun: the next round tries again. */
  readonly later: number
  /** The others that were refused, by their error. */
  readonly refused: ReadonlyMap<ErrorCode, number>
}

/** So few that a till's call never waits behind more than these. */
const usuallyAtOnce = 32

/** Carries out many commands of one brand through the engine, so many at a time. */
export async function runCommands(
  context: JobContext,
  brandId: BrandId,
  commands: readonly OwnCommand[],
  atOnce = usuallyAtOnce,
): Promise<Outcomes> {
  const brand = await context.brandAt(brandId)
  const offset = (await context.now()) - performance.now()
  const finished: (Finished | undefined)[] = commands.map(() => undefined)
  const waiting = commands.entries()
  const work = async () => {
    for (const [index, { operation, request, idempotency, by }] of waiting) {
      if (context.isOver()) return
      const ref = uuidV7(Math.floor(offset + performance.now()), context.random(10))
      const call = { ref, locationId: '', terminalId: '', ...by }
      const key = idempotency && { idempotency }
      const done = await context.run({ operation, request, call, brand, unknownFields: [], ...key })
      finished[index] = { ...done, ref: done.ref ?? ref }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, commands.length) }, work))
  return { finished, ...countOutcomes(finished) }
}

function countOutcomes(all: readonly (Finished | undefined)[]): Omit<Outcomes, 'finished'> {
  const refused = new Map<ErrorCode, number>()
  let done = 0
  let later = 0
  for (const one of all) {
    if (one?.kind === 'done') done += 1
    else if (!one || one.code === 113 || one.code === 109 || one.code === 136) later += 1
    else refused.set(one.code, (refused.get(one.code) ?? 0) + 1)
  }
  return { done, later, refused }
}

/**
 * A key under which a command of a job has effect once, for ever: `onceKey('date', rule, card, day)`. Tried again it is
 * refused with 3. No caller can send such an id: it begins with a character that theirs cannot have.
 */
export function onceKey(...parts: readonly string[]): IdempotencyKey {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const id = `\0${JSON.stringify(parts)}`
  return { idSha256: digest(id), fingerprint: digest(`job ${id}`) }
}
