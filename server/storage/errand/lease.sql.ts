import type { Sql } from '../../ground/database/connection.ts'
import { reachableBrands } from '../../ground/database/reachable-brands.sql.ts'
import type { BrandId } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import { type Saying, sayingWords } from './sayings.ts'

/** One that can be taken up: it waits, or the server that ran it is gone. */
export interface OpenErrand {
  readonly brand: BrandId
  readonly id: string
  readonly kind: string
  readonly attempts: number
  readonly isCancelled: boolean
}

/** Of every brand in which nothing runs, the oldest first. */
export async function listFreeErrands(db: Sql, limit: number): Promise<OpenErrand[]> {
  const brands = await reachableBrands(db)
  return db.rows<OpenErrand>`
    select errand.brand_id as brand, errand.errand_id as id, errand.kind, errand.attempts,
      errand.cancel_asked_at is not null as "isCancelled"
    from errand
    where errand.ended_at is null and errand.free_at <= now() and not exists (
      select from errand as other
      where other.brand_id = errand.brand_id and other.state = 'running' and other.errand_id <> errand.errand_id
        and (${brands}::text[] is null or other.brand_id = any(${brands}::text[])))
      and (${brands}::text[] is null or errand.brand_id = any(${brands}::text[]))
    order by errand.asked_at, errand.errand_id
    limit ${limit}`
}

/** An errand and the attempt that it belongs to. */
export interface HeldErrand {
  readonly brand: BrandId
  readonly id: string
  readonly lease: string
}

export interface TakenErrand {
  readonly kind: string
  readonly input: string
  readonly checkpoint: string | null
  readonly attempts: number
}

interface Taking extends HeldErrand {
  /** Who takes it. */
  readonly server: string
  readonly leaseSeconds: number
}

/** Takes it up unless somebody else has. Of two that take errands of one brand, one fails by the unique index. */
export async function takeErrand(db: Sql, taking: Taking): Promise<TakenErrand | undefined> {
  const { brand, id, lease, server, leaseSeconds } = taking
  const [row] = await db.rows<TakenErrand>`
    update errand
    set state = 'running', lease = ${lease}, server = ${server}, attempts = attempts + 1,
      began_at = least(began_at, now()), free_at = now() + make_interval(secs => ${leaseSeconds})
    where brand_id = ${brand} and errand_id = ${id} and ended_at is null and free_at <= now()
      and cancel_asked_at is null
      and not exists (
        select from errand as other
        where other.brand_id = ${brand} and other.state = 'running' and other.errand_id <> ${id})
    returning kind, input, checkpoint, attempts`
  return row
}

/** What became of an errand meanwhile: undefined means that it belongs to somebody else, or to nobody. */
export interface HeldState {
  readonly cancelAskedAt: Instant | null
}

export async function findHeld(db: Sql, { brand, id, lease }: HeldErrand): Promise<HeldState | undefined> {
  const [row] = await db.rows<HeldState>`
    select cancel_asked_at as "cancelAskedAt"
    from errand
    where brand_id = ${brand} and errand_id = ${id} and lease = ${lease}`
  return row
}

export interface KeptProgress {
  readonly done: number | null
  readonly total: number | null
  readonly saying: Saying | null
  readonly checkpoint: string | null
}

const progressCharactersMax = 200
const errorCharactersMax = 2000

/** PostgreSQL refuses NUL and half of a surrogate pair, which a value may hold. */
const storable = (text: string) => text.toWellFormed().replaceAll('\0', '\ufffd')

/** In English too, for servers of other versions and whoever reads the table. */
const textOf = (saying: Saying | null, charactersMax: number) =>
  saying && [...storable(sayingWords(saying, 'en'))].slice(0, charactersMax).join('')

const jsonOf = (saying: Saying | null) =>
  saying && JSON.stringify(saying, (_, value: unknown) => (typeof value === 'string' ? storable(value) : value))

/** Keeps how far it has got, and the lease for longer. What is null stays as it was. */
export async function renewErrand(
  db: Sql,
  { brand, id, lease }: HeldErrand,
  { done, total, saying, checkpoint }: KeptProgress,
  leaseSeconds: number,
): Promise<HeldState | undefined> {
  const [row] = await db.rows<HeldState>`
    update errand
    set free_at = now() + make_interval(secs => ${leaseSeconds}), done = coalesce(${done}::bigint, done),
      total = coalesce(${total}::bigint, total), progress = coalesce(${textOf(saying, progressCharactersMax)}::text, progress),
      progress_saying = coalesce(${jsonOf(saying)}::jsonb, progress_saying),
      checkpoint = coalesce(${checkpoint}::text, checkpoint)
    where brand_id = ${brand} and errand_id = ${id} and lease = ${lease}
    returning cancel_asked_at as "cancelAskedAt"`
  return row
}

export interface ErrandEnd {
  readonly state: 'done' | 'failed' | 'cancelled'
  readonly result?: string | undefined
  /** Why it failed. */
  readonly saying?: Saying | undefined
}

/** Whether it still was this attempt's. */
export async function endErrand(db: Sql, { brand, id, lease }: HeldErrand, end: ErrandEnd): Promise<boolean> {
  const { state, result = null, saying = null } = end
  const changed = await db.affected`
    update errand
    set state = ${state}, result = ${result}, error = ${textOf(saying, errorCharactersMax)}, error_saying = ${jsonOf(saying)}::jsonb,
      ended_at = now(), free_at = null, lease = null, checkpoint = null,
      done = case when ${state}::text = 'done' then coalesce(total, done) else done end
    where brand_id = ${brand} and errand_id = ${id} and lease = ${lease}`
  return changed > 0
}

/** Gives it back, to be taken up again after a pause. An attempt that was cut off by nothing but a stop does not count. */
export async function putBackErrand(
  db: Sql,
  { brand, id, lease }: HeldErrand,
  { pauseSeconds, counts }: { readonly pauseSeconds: number; readonly counts: boolean },
): Promise<void> {
  await db.rows`
    update errand
    set state = 'waiting', lease = null, free_at = now() + make_interval(secs => ${pauseSeconds}),
      attempts = attempts - case when ${counts}::boolean then 0 else 1 end
    where brand_id = ${brand} and errand_id = ${id} and lease = ${lease}`
}

/** Ends one that nobody runs: it was cancelled meanwhile, or has been tried often enough. */
export async function endFreeErrand(
  db: Sql,
  { brand, id }: Pick<HeldErrand, 'brand' | 'id'>,
  { state, saying = null }: { readonly state: 'failed' | 'cancelled'; readonly saying?: Saying | null },
): Promise<boolean> {
  const changed = await db.affected`
    update errand
    set state = ${state}, error = ${textOf(saying, errorCharactersMax)}, error_saying = ${jsonOf(saying)}::jsonb, ended_at = now(),
      free_at = null, lease = null, checkpoint = null
    where brand_id = ${brand} and errand_id = ${id} and ended_at is null and free_at <= now()`
  return changed > 0
}
