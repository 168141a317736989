import { ConnectionPool } from '../server/ground/database/connection.ts'

/** The bytes that what calls leave behind takes on disk: requests, ledger, checkouts and firings, with their indexes. */
export async function recordBytes(url: string): Promise<number> {
  const pool = new ConnectionPool({ url, name: 'purser bench' }, 1)
  try {
    const rows = await pool.rows<{ bytes: number }>`
      select sum(pg_total_relation_size(relid))::bigint as bytes
      from (
        select relid from pg_partition_tree('request')
        union all select relid from pg_partition_tree('ledger')
        union all select relid from pg_partition_tree('checkout')
        union all select 'rule_firing'::regclass) as record`
    return rows[0]?.bytes ?? 0
  } finally {
    await pool.close()
  }
}
