import type { Sql } from '../../ground/database/connection.ts'
import { findKeyOf } from '../../storage/store/queries/request-view.sql.ts'
import { inTime, untilOf } from './patience.ts'
import type { RefusedWork, Work } from './work.ts'

/** Says of a lock that refused a call whether it was made with the same key. Who cannot be told is nobody. */
export async function withLockOwner(refused: RefusedWork, work: Work, db: Sql): Promise<RefusedWork> {
  const { call, brand } = work
  if (!refused.lock || !call.key) return refused
  const reading = findKeyOf(db, brand.id, refused.lock.setup)
  const key = await inTime(untilOf(work), reading).catch(() => undefined)
  return key === call.key.name ? { ...refused, lock: { ...refused.lock, isOwn: true } } : refused
}
