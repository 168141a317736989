import { begin } from '../../ground/database/clock.sql.ts'
import type { ConnectionOptions, ConnectionPool, Session, Sql } from '../../ground/database/connection.ts'
import { CommitInDoubt, TookTooLong } from '../../ground/database/fault.ts'
import { defined } from '../../ground/kernel/defined.ts'
import { refuse } from '../../ground/kernel/errors.ts'
import { claimKeys } from '../../storage/store/batch/idempotency.sql.ts'
import { readClock } from '../../storage/store/batch/load.ts'
import { insertRequests } from '../../storage/store/batch/record.sql.ts'
import type { Answer } from '../operations/operation.ts'
import { usedBefore } from './batch-keys.ts'
import { inTime, settlingMs } from './patience.ts'
import { wasCommitted } from './unknown-outcome.ts'
import { callTypeOf, type DoneWork, type Ended, findUntimely, type RefusedWork, toRefused, type Work } from './work.ts'

interface Answering {
  readonly work: Work
  readonly answer: (db: Sql) => Promise<Answer | RefusedWork>
  /** For finding out what became of a transaction whose commit was not confirmed. */
  readonly connection: ConnectionOptions
  /** When it is refused if the database has not answered at all, by the process's monotonic clock. */
  readonly begunBy: number
  /** When it is refused if it is not done. A task has all the time that it needs: it changes a whole brand. */
  readonly until: number
}

/**
 * A call outside the lanes that leaves something behind, a read with a customRequestId or a task: the id, the record
 * and what the call did itself are one transaction, which is over before the call is answered.
 */
export function runOnce(pool: ConnectionPool, answering: Answering): Promise<Ended> {
  return pool.withConnection(async (db) => {
    const prepared = await inTime(answering.until, prepare(db, answering)).catch((error) => {
      // What has not been committed by now never will be.
      db.cutOff()
      throw error
    })
    return prepared.kind === 'done' ? commit(db, prepared, answering) : prepared
  })
}

/** Everything but the commit. */
async function prepare(db: Session, { work, answer, begunBy }: Answering): Promise<Ended> {
  const { call, operation, brand, unknownFields, idempotency: key } = work
  await inTime(begunBy, begin(db))
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
  return { ...answered, kind: 'done' }
}

/** Should it not be confirmed, the caller is told what became of the call, or that nobody knows. */
async function commit(db: Session, done: DoneWork, { work, connection, until }: Answering): Promise<Ended> {
  const { backend } = db
  try {
    await inTime(leastUntil(until), db.rows`commit`)
    return done
  } catch (error) {
    if (!(error instanceof CommitInDoubt || error instanceof TookTooLong)) throw error
    db.cutOff()
    const { brand, call } = work
    const certainBy = leastUntil(Math.min(until, performance.now()) + settlingMs)
    const stored = await wasCommitted(connection, { backend, brand: brand.id, refs: [call.ref], until: certainBy })
    if (stored) return done
    if (stored === false) throw error.cause ?? error
    return toRefused(refuse(136))
  }
}

/** However late it is, there is so much time for an answer to come. */
const leastMs = 300
const leastUntil = (until: number) => Math.max(until, performance.now() + leastMs)
