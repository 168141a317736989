import { setTimeout as wait } from 'node:timers/promises'
import type { Sql } from '../../ground/database/connection.ts'
import { type BrandId, type RequestRef, uuidFloor } from '../../ground/kernel/ids.ts'
import { settledJob } from '../../ground/kernel/settled.ts'
import { type Instant, minute } from '../../ground/kernel/time.ts'

/** How old calls are when the books are settled up to them: a call that is stored later than that is named anew. */
export const settledMs = 15 * minute

/** The name of the mark up to which no transaction can have missed the other one. */
const provedJob = 'settled-proved'

/** How long the transactions are waited for that began before. */
const patienceMs = 20_000
const lookMs = 20

/**
 * Settles the books of brands up to an instant: from now on no call is stored under such a reference, and all that were
 * are committed. First everybody is told, then those are waited for who may not have heard it. Neither the clock of a
 * server nor the order of references has a say in it. Answers nothing for what could not be waited for.
 *
 * The clock of the database may have been put back since: then the books stay settled up to where they were.
 */
export async function settleBooks(
  db: Sql,
  brands: readonly BrandId[],
  upTo: Instant,
  isOver: () => boolean = () => false,
): Promise<ReadonlyMap<BrandId, RequestRef> | undefined> {
  const settled = new Map<BrandId, RequestRef>()
  for (const brand of brands) settled.set(brand, await putLater(db, brand, settledJob, uuidFloor(upTo)))
  if (!(await outlastEarlier(db, isOver))) return undefined
  for (const [brand, mark] of settled) await putLater(db, brand, provedJob, mark)
  return settled
}

/** Up to which call all are stored, and none will come any more; absent before the books were settled for the first time. */
export async function findProved(db: Sql, brand: BrandId): Promise<RequestRef | undefined> {
  const [row] = await db.rows<{ mark: RequestRef }>`
    select mark from job_mark where brand_id = ${brand} and job = ${provedJob}`
  return row?.mark
}

/** Marks never go back. */
async function putLater(db: Sql, brand: BrandId, job: string, mark: RequestRef): Promise<RequestRef> {
  const [row] = await db.rows<{ mark: RequestRef }>`
    insert into job_mark (brand_id, job, mark) values (${brand}, ${job}, ${mark})
    on conflict (brand_id, job) do update
    set mark = greatest(job_mark.mark::uuid, excluded.mark::uuid)::text, changed_at = excluded.changed_at
    returning mark`
  return row?.mark ?? mark
}

/** Waits until every transaction is over that had begun to change something; false if that takes too long. */
async function outlastEarlier(db: Sql, isOver: () => boolean): Promise<boolean> {
  const [first] = await db.rows<{ next: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as next`
  const until = performance.now() + patienceMs
  while (performance.now() < until && !isOver()) {
    const [row] = await db.rows<{ are_over: boolean }>`
      select pg_snapshot_xmin(pg_current_snapshot()) >= ${first?.next ?? '0'}::xid8 as are_over`
    if (row?.are_over) return true
    await wait(lookMs)
  }
  return false
}
