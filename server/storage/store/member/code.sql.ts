import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

/** Which code is meant: to an address, and asked for by one browser or app. */
export interface NamedCode {
  readonly address: Buffer
  /** A hash of what the browser was given when it asked. */
  readonly asked: Buffer
}

export interface NewMemberCode extends NamedCode {
  readonly code: Buffer
  readonly expiresAt: Instant
  /** What somebody wrote who is about to join, sealed. */
  readonly joining?: Buffer
}

export function insertMemberCode(db: Sql, brand: BrandId, made: NewMemberCode): Promise<unknown> {
  const { address, asked, code, expiresAt, joining } = made
  return db.rows`
    insert into member_code (brand_id, address_hash, asked_sha256, code_hash, expires_at, joining)
    values (${brand}, ${address}, ${asked}, ${code}, ${toTimestamp(expiresAt)}, ${joining ?? null})`
}

export interface FoundMemberCode {
  readonly code_hash: Buffer
  readonly joining: Buffer | null
}

/** Undefined: there is no such code, or it is too old. */
export async function findMemberCode(
  db: Sql,
  brand: BrandId,
  { address, asked }: NamedCode,
  now: Instant,
): Promise<FoundMemberCode | undefined> {
  const [row] = await db.rows<FoundMemberCode>`
    select code_hash, joining
    from member_code
    where brand_id = ${brand} and address_hash = ${address} and asked_sha256 = ${asked}
      and expires_at > ${toTimestamp(now)}`
  return row
}

/** A code works once. False: somebody else was faster. */
export async function useMemberCode(db: Sql, brand: BrandId, { address, asked }: NamedCode): Promise<boolean> {
  const count = await db.affected`
    delete from member_code where brand_id = ${brand} and address_hash = ${address} and asked_sha256 = ${asked}`
  return count > 0
}

export interface Counting {
  /** A keyed hash of what is counted. */
  readonly about: Buffer
  readonly now: Instant
  readonly endsAt: Instant
  readonly most: number
}

/** Counts one more time. False: it was done too often, until the count ends. */
export async function countMemberTime(
  db: Sql,
  brand: BrandId,
  { about, now, endsAt, most }: Counting,
): Promise<boolean> {
  const [row] = await db.rows<{ times: number }>`
    insert into member_count (brand_id, about_hash, times, ends_at)
    values (${brand}, ${about}, 1, ${toTimestamp(endsAt)})
    on conflict (brand_id, about_hash) do update
    set times = case when member_count.ends_at > ${toTimestamp(now)} then least(member_count.times, 1000000) + 1 else 1 end,
      ends_at = case when member_count.ends_at > ${toTimestamp(now)} then member_count.ends_at else excluded.ends_at end
    returning times`
  return (row?.times ?? 1) <= most
}

/** Takes one time back: what was counted has not happened. */
export function uncountMemberTime(db: Sql, brand: BrandId, about: Buffer): Promise<unknown> {
  return db.rows`
    update member_count set times = greatest(times - 1, 0) where brand_id = ${brand} and about_hash = ${about}`
}

/** What nobody needs any longer, of all kinds: so many at a time. */
export async function deleteOldMemberRows(db: Sql, brand: BrandId, now: Instant, limit: number): Promise<number> {
  const codes = await db.affected`
    delete from member_code
    where brand_id = ${brand} and (address_hash, asked_sha256) in (
      select address_hash, asked_sha256
      from member_code
      where brand_id = ${brand} and expires_at <= ${toTimestamp(now)}
      limit ${limit})`
  const counts = await db.affected`
    delete from member_count
    where brand_id = ${brand} and about_hash = any(array(
      select about_hash from member_count where brand_id = ${brand} and ends_at <= ${toTimestamp(now)} limit ${limit}))`
  const sessions = await db.affected`
    delete from member_session
    where brand_id = ${brand} and token_sha256 = any(array(
      select token_sha256 from member_session where brand_id = ${brand} and expires_at <= ${toTimestamp(now)} limit ${limit}))`
  return codes + counts + sessions
}
