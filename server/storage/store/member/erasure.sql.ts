import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import { reachableBrands } from '../../../ground/database/reachable-brands.sql.ts'
import type { BrandId, CardId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

export interface AskedErasure {
  /** A keyed hash of the address that was proved. */
  readonly address: Buffer
  /** A card whose account has the address. */
  readonly card: CardId
  readonly at: Instant
  readonly dueAt: Instant
}

/** Notes that a member wants everything about them deleted; whoever asks again waits no longer for it. */
export async function askForErasure(db: Sql, brand: BrandId, asked: AskedErasure): Promise<Instant> {
  const { address, card, at, dueAt } = asked
  const [row] = await db.rows<{ due_at: Instant }>`
    insert into member_erasure (brand_id, address_hash, card_id, asked_at, due_at)
    values (${brand}, ${address}, ${card}, ${toTimestamp(at)}, ${toTimestamp(dueAt)})
    on conflict (brand_id, address_hash) do update
    set due_at = least(member_erasure.due_at, excluded.due_at), card_id = excluded.card_id
    returning due_at`
  return row?.due_at ?? dueAt
}

export async function findErasure(db: Sql, brand: BrandId, address: Buffer): Promise<Instant | undefined> {
  const [row] = await db.rows<{ due_at: Instant }>`
    select due_at from member_erasure where brand_id = ${brand} and address_hash = ${address}`
  return row?.due_at
}

export function deleteErasure(db: Sql, brand: BrandId, address: Buffer): Promise<unknown> {
  return db.rows`delete from member_erasure where brand_id = ${brand} and address_hash = ${address}`
}

/** What could not be done is tried again later, and holds up no other. */
export function putOffErasure(db: Sql, brand: BrandId, address: Buffer, dueAt: Instant): Promise<unknown> {
  return db.rows`
    update member_erasure set due_at = ${toTimestamp(dueAt)} where brand_id = ${brand} and address_hash = ${address}`
}

export interface DueErasure {
  readonly brand_id: BrandId
  readonly address_hash: Buffer
  readonly email: string | null
  readonly mobile_phone: string | null
}

/** Whose time has come, so many at a time, with what the account of the card says now. */
export async function listDueErasures(db: Sql, now: Instant, limit: number): Promise<DueErasure[]> {
  const brands = await reachableBrands(db)
  return db.rows<DueErasure>`
    select member_erasure.brand_id, address_hash, customer ->> 'email' as email, customer ->> 'mobilePhone' as mobile_phone
    from member_erasure
    left join account on account.brand_id = member_erasure.brand_id and account.card_id = member_erasure.card_id
      and (${brands}::text[] is null or account.brand_id = any(${brands}::text[]))
    where due_at <= ${toTimestamp(now)} and (${brands}::text[] is null or member_erasure.brand_id = any(${brands}::text[]))
    order by due_at
    limit ${limit}`
}
