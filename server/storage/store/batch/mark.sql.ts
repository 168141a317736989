import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import type { MarkNeed } from '../../../domain/campaign/needs.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, RandomBytes } from '../../../ground/kernel/ids.ts'

const keyBytes = 32
/** Half of the hash is enough to tell addresses apart. */
const markBytes = 16

/** What is kept of an address, a number or a device so that two of them can be compared. */
export function markOf(key: Uint8Array, { of, value }: Pick<MarkNeed, 'of' | 'value'>): string {
  return createHmac('sha256', key).update(`${of}\0${value}`).digest().subarray(0, markBytes).toString('base64url')
}

/** The key of a brand's marks; undefined while nobody has asked for one. */
export async function findMarkKey(db: Sql, brand: BrandId): Promise<Uint8Array | undefined> {
  const [row] = await db.rows<{ mark_key: Uint8Array | null }>`
    select mark_key from brand_counter where brand_id = ${brand}`
  return row?.mark_key ?? undefined
}

/**
 * Makes the key of a brand's marks. Of several who make one, all get that of the first. Without `random` nothing may be
 * written: where no key was made nothing has a mark, so that any key will do.
 */
export async function newMarkKey(db: Sql, brand: BrandId, random: RandomBytes | undefined): Promise<Uint8Array> {
  if (!random) return new Uint8Array(keyBytes)
  const [row] = await db.rows<{ mark_key: Uint8Array }>`
    insert into brand_counter (brand_id, mark_key) values (${brand}, ${random(keyBytes)}::bytea)
    on conflict (brand_id) do update set mark_key = coalesce(brand_counter.mark_key, excluded.mark_key)
    returning mark_key`
  assert(row, 'a row that is inserted or updated is returned')
  return row.mark_key
}
