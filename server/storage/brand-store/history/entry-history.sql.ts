import type { AuditActor } from '../../../domain/audit/entry.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

/** A version that changed one entry of the file. */
export interface EntryVersionRow {
  readonly version: number
  readonly made_at: Instant
  readonly actor_kind: AuditActor['kind'] | null
  readonly actor_name: string | null
  readonly actor_from: string | null
  readonly actor_employee: string | null
  readonly note: string | null
  /** The lines about this entry. */
  readonly changes: readonly string[]
}

/** The versions whose differences name the entry, such as `campaigns/earn`, newest first. */
export function listEntryVersions(db: Sql, brand: BrandId, address: string, limit: number): Promise<EntryVersionRow[]> {
  const [field, inside] = [`${address}:`, `${address}/`]
  return db.rows<EntryVersionRow>`
    select version, made_at, actor_kind, actor_name, actor_from, actor_employee, note, own.lines as changes
    from brand_version
    cross join lateral (
      select json_agg(line) as lines
      from jsonb_array_elements_text(changes::jsonb) as line
      where starts_with(line, ${field}) or starts_with(line, ${inside})) as own
    where brand_id = ${brand} and own.lines is not null
    order by version desc
    limit ${limit}`
}
