import type { EntryAddress } from '../../../domain/brand/entries/entry-text.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'

/** The text that somebody wrote of this very entry; undefined if nobody did. */
export async function findKeptText(
  db: Sql,
  brand: BrandId,
  { section, key = '' }: EntryAddress,
  sha256: Buffer,
): Promise<string | undefined> {
  const [row] = await db.rows<{ text: string }>`
    select text from entry_text
    where brand_id = ${brand} and section = ${section} and key = ${key} and sha256 = ${sha256}`
  return row?.text
}

export interface KeptText extends EntryAddress {
  readonly sha256: Buffer
  readonly text: string
}

export async function keepText(db: Sql, brand: BrandId, kept: KeptText): Promise<void> {
  const { section, key = '', sha256, text } = kept
  await db.rows`
    insert into entry_text (brand_id, section, key, sha256, text, kept_at)
    values (${brand}, ${section}, ${key}, ${sha256}, ${text}, clock_timestamp())
    on conflict (brand_id, section, key, sha256) do update set text = excluded.text, kept_at = excluded.kept_at`
}

/** Forgets all texts of an entry but the newest ones. */
export async function forgetOldTexts(
  db: Sql,
  brand: BrandId,
  { section, key = '' }: EntryAddress,
  keptMax: number,
): Promise<void> {
  await db.rows`
    delete from entry_text
    where brand_id = ${brand} and section = ${section} and key = ${key} and kept_at < (
      select min(newest.kept_at) from (
        select kept.kept_at from entry_text as kept
        where kept.brand_id = ${brand} and kept.section = ${section} and kept.key = ${key}
        order by kept.kept_at desc
        limit ${keptMax}) as newest)`
}
