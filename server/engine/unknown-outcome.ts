import { setTimeout as wait } from 'node:timers/promises'
import { isBackendAlive, isBackendAliveAtBrand } from '../database/backend.sql.ts'
import { Connection, type ConnectionOptions } from '../database/connection.ts'
import type { BrandId, RequestRef } from '../kernel/ids.ts'
import { hasAnyRequest } from '../store/batch/request.sql.ts'

/** How long somebody who waits for an answer is kept waiting for certainty. */
const settleMs = 5000
/** A database that stands still must not use up all of that with one question. */
const answerMs = 2000

/**
 * Whether a transaction was committed whose connection broke while it was being stored. Looks only once the old
 * backend is gone, because until then it could still commit. Undefined when that cannot be told in time.
 */
export async function wasCommitted(
  options: ConnectionOptions,
  backend: number,
  batch: { readonly brand: BrandId; readonly refs: readonly RequestRef[] },
): Promise<boolean | undefined> {
  const until = performance.now() + settleMs
  while (performance.now() < until) {
    const answer = await look(options, backend, batch).catch(() => undefined)
    if (answer !== undefined) return answer
    await wait(100)
  }
  return undefined
}

async function look(
  options: ConnectionOptions,
  backend: number,
  batch: { readonly brand: BrandId; readonly refs: readonly RequestRef[] },
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
