import type { Sql } from '../../../ground/database/connection.ts'
import { ownMigrationFiles } from '../../../ground/database/migrate.ts'
import type { MigrationSight } from '../judge/migrations.ts'
import type { PartitionSight } from '../judge/partitions.ts'

export async function lookAtMigrations(db: Sql): Promise<MigrationSight> {
  const known = new Map(ownMigrationFiles().map(({ name, sha256 }) => [name, sha256.toString('hex')]))
  const [table] = await db.rows<{ there: boolean }>`select to_regclass('migration') is not null as there`
  if (!table?.there) return { known, applied: undefined, adding: new Set() }
  // Earlier versions kept no kind, and then nobody knows whether it took something away.
  const rows = await db.rows<{ name: string; digest: string; adds: boolean }>`
    select name, encode(sha256, 'hex') as digest, coalesce(to_jsonb(migration) ->> 'kind' = 'expand', false) as adds
    from migration
    order by number`
  const adding = new Set(rows.filter(({ adds }) => adds).map(({ name }) => name))
  return { known, applied: new Map(rows.map(({ name, digest }) => [name, digest])), adding }
}

/** How many months each table has without a gap, from this one on. */
export function lookAtPartitions(db: Sql): Promise<PartitionSight[]> {
  return db.rows<PartitionSight>`
    select parent as table,
      (select coalesce(min(ahead) filter (where to_regclass(format('%I', name)) is null), 13)
        from generate_series(0, 12) as ahead,
          lateral (select parent || to_char(now() at time zone 'UTC' + make_interval(months => ahead), '_YYYY_MM')
            as name) as named)::integer as months
    from unnest(array['request', 'ledger', 'checkout', 'notice']) as parent`
}
