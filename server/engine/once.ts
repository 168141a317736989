import { begin } from '../database/clock.sql.ts'
import type { ConnectionOptions, ConnectionPool, Sql } from '../database/connection.ts'
import { defined } from '../kernel/defined.ts'
import { refuse } from '../kernel/errors.ts'
import type { Answer } from '../operations/operation.ts'
import { claimKeys } from '../store/batch/idempotency.sql.ts'
import { readClock } from '../store/batch/load.ts'
import { insertRequests } from '../store/batch/record.sql.ts'
import { usedBefore } from './batch-keys.ts'
import { faultOf } from './fault.ts'
import { wasCommitted } from './unknown-outcome.ts'
import { callTypeOf, type Done, type Ended, findUntimely, type Refused, toRefused, type Work } from './work.ts'

interface Answering {
  readonly work: Work
  readonly answer: (db: Sql) => Promise<Answer | Refused>
  /** For finding out what became of a transaction whose connection broke. */
  readonly connection: ConnectionOptions
}

/**
 * A call outside the lanes that leaves something behind, a read with a customRequestId or a task: the id, the record
 * and what the call did itself are one transaction, which is over before the call is answered.
 */
export function runOnce(pool: ConnectionPool, { work, answer, connection }: Answering): Promise<Ended> {
  const { call, operation, brand, unknownFields, idempotency: key } = work
  return pool.withConnection(async (db) => {
    await begin(db)
    const [owner] = key ? await claimKeys(db, brand.id, [{ ...key, ref: call.ref }]) : []
    const answered = owner && key ? usedBefore(owner, key) : await answer(db)
    if (answered.kind !== 'answer') {
      await db.rows`rollback`
      return answered
    }
    const clock = await readClock(db, brand.id)
    const untimely = findUntimely(work, clock)
    if (untimely) {
      await db.rows`rollback`
      return untimely
    }
    const { cardId } = answered
    const record = defined({
      call,
      happenedAt: clock.now,
      operation: operation.name,
      callType: callTypeOf(work),
      cardId,
      ...(unknownFields.length > 0 && { detail: { unknownFields } }),
    })
    await insertRequests(db, brand.id, [record])
    const wasStored = () => {
      db.cutOff()
      return wasCommitted(connection, db.backend, { brand: brand.id, refs: [call.ref] })
    }
    return commit(db, { ...answered, kind: 'done' }, wasStored)
  })
}

/** Should the connection break meanwhile, the caller is told what became of the call, or that nobody knows. */
async function commit(db: Sql, done: Done, wasStored: () => Promise<boolean | undefined>): Promise<Ended> {
  try {
    await db.rows`commit`
    return done
  } catch (error) {
    const stored = faultOf(error) === 'connection' ? await wasStored() : false
    if (stored) return done
    if (stored === false) throw error
    return toRefused(refuse(136))
  }
}
