import type { Answer } from '../operations/operation.ts'
import type { ConnectionPool } from '../store/connection.ts'
import { claimKeys } from '../store/idempotency.sql.ts'
import { begin, readClock } from '../store/load.ts'
import { insertRequests } from '../store/record.sql.ts'
import { usedBefore } from './pass.ts'
import { callTypeOf, type Finished, type IdempotencyKey, type Refused, type Work } from './work.ts'

interface Reading {
  readonly work: Work
  readonly key: IdempotencyKey
  readonly answer: () => Promise<Answer | Refused>
}

/** A read that carries a customRequestId: the id and the record are stored durably before it is answered. */
export function readOnce(pool: ConnectionPool, { work, key, answer }: Reading): Promise<Finished> {
  const { call, operation, brand, unknownFields } = work
  return pool.withConnection(async (db) => {
    await begin(db)
    const [owner] = await claimKeys(db, brand.id, [{ ...key, ref: call.ref }])
    const answered = owner ? usedBefore(owner, key) : await answer()
    if (answered.kind !== 'answer') {
      await db.rows`rollback`
      return answered
    }
    const { now } = await readClock(db, brand.id)
    const { cardId } = answered
    const record = {
      call,
      happenedAt: now,
      operation: operation.name,
      callType: callTypeOf(work),
      ...(cardId !== undefined && { cardId }),
      ...(unknownFields.length > 0 && { detail: { unknownFields } }),
    }
    await insertRequests(db, brand.id, [record])
    await db.rows`commit`
    return { kind: 'done', response: answered.response }
  })
}
