import { attempt, type HttpAnswer, type HttpAttempt, type HttpRefusal, type Message } from './attempt.ts'
import type { Warning } from './call-types.ts'
import { PurserAborted, PurserUnreachable } from './errors.ts'
import { waitAfter, waitMsMax } from './retry-policy.ts'
import type { Surroundings } from './surroundings.ts'

/** How far a call goes: decided once, and shared by everything that is sent for its sake. */
export interface Patience {
  readonly attempts: number
  readonly attemptTimeoutMs: number
  readonly firstWaitMs: number
  /** When all of it has to be over. Infinity if never. */
  readonly deadline: number
  readonly signal: AbortSignal
}

/** A call, and what its failure has to say. */
export interface Persistent {
  readonly operation: string
  readonly message: Message
  readonly customRequestId: string | undefined
}

/** The service has decided. */
export type Decided = (HttpAnswer | HttpRefusal) & {
  readonly attempts: number
  /** Whether an attempt before was lost that may have been carried out, or may still be. */
  readonly isDoubtful: boolean
}

export type RefusedCall = Extract<Decided, { kind: 'refused' }>

/** Sends a call until the service has decided, or patience is at its end. */
export async function persist(
  call: Persistent,
  patience: Patience,
  { world, warn }: { world: Surroundings; warn: (warning: Warning) => void },
): Promise<Decided> {
  let isDoubtful = false
  const failed = (attempts: number) => ({
    operation: call.operation,
    attempts,
    customRequestId: call.customRequestId,
    outcome: isDoubtful && call.customRequestId !== undefined ? ('unknown' as const) : ('notDone' as const),
  })
  const { signal } = patience
  if (signal.aborted) throw new PurserAborted(failed(0), signal.reason)
  for (let count = 1; ; count += 1) {
    const result = await attemptInTime(call.message, patience, world)
    if (result.kind !== 'lost') return { ...result, attempts: count, isDoubtful }
    isDoubtful ||= result.mayBeDone
    if (signal.aborted) throw new PurserAborted(failed(count), signal.reason)
    const waitMs = waitAfter(count, { firstWaitMs: patience.firstWaitMs, retryAfterMs: result.retryAfterMs })
    const isOver = count >= patience.attempts || waitMs > waitMsMax || world.now() + waitMs >= patience.deadline
    if (isOver || !result.again) throw new PurserUnreachable(failed(count), result.cause)
    warn({ kind: 'retry', operation: call.operation, attempt: count, waitMs, cause: result.cause })
    await world.pause(waitMs, signal)
    if (signal.aborted) throw new PurserAborted(failed(count), signal.reason)
  }
}

async function attemptInTime(message: Message, patience: Patience, world: Surroundings): Promise<HttpAttempt> {
  const ended = new AbortController()
  const stop = () => ended.abort(patience.signal.reason)
  patience.signal.addEventListener('abort', stop)
  const limitMs = Math.min(patience.attemptTimeoutMs, patience.deadline - world.now())
  const timer = new AbortController()
  void world.sleep(limitMs, timer.signal).then(() => {
    if (!timer.signal.aborted) ended.abort(new Error(`There was no answer within ${limitMs} ms.`))
  })
  try {
    return await attempt(message, ended.signal, world)
  } finally {
    timer.abort()
    patience.signal.removeEventListener('abort', stop)
  }
}
