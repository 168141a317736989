import { setTimeout as wait } from 'node:timers/promises'
import { isBackendAlive, isBackendAliveAtBrand } from '../../ground/database/backend.sql.ts'
import { Connection, type ConnectionOptions } from '../../ground/database/connection.ts'
import type { BrandId, RequestRef } from '../../ground/kernel/ids.ts'
import { within } from '../../ground/waiting/within.ts'
import { hasAnyRequest } from '../../storage/store/batch/request.sql.ts'

/** A transaction that was being stored when it was last heard of. */
export interface InDoubt {
  readonly backend: number
  readonly brand: BrandId
  readonly refs: readonly RequestRef[]
  /** How long whoever waits for an answer is kept waiting for certainty, by the process's monotonic clock. */
  readonly until: number
}

/** A database that stands still must not use up all of that with one question. */
const answerMs = 2000
const pauseMs = 50

/**
 * Whether a transaction was committed whose commit was not confirmed. Looks only once the old backend is gone, because
 * until then it could still commit. Undefined when that cannot be told in time.
 */
export async function wasCommitted(options: ConnectionOptions, doubt: InDoubt): Promise<boolean | undefined> {
  for (;;) {
    const leftMs = doubt.until - performance.now()
    if (leftMs <= 0) return undefined
    const answer = await within(leftMs, look(options, doubt)).catch(() => undefined)
    if (answer !== undefined) return answer
    await wait(pauseMs)
  }
}

async function look(
  options: ConnectionOptions,
  { backend, ...batch }: Omit<InDoubt, 'until'>,
): Promise<boolean | undefined> {
  const connection = await Connection.open({ ...options, answerTimeoutMs: answerMs })
  try {
    if (await isBackendAlive(connection, backend)) return undefined
    if (options.isDistributed && (await isBackendAliveAtBrand(connection, backend, batch.brand))) return undefined
    return await hasAnyRequest(connection, batch.brand, batch.refs)
  } finally {
    connection.cutOff()
  }
}
