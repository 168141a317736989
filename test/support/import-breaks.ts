import type { StoredBreak } from './stored-break.ts'

export const breaksOfImports: readonly StoredBreak[] = [
  {
    what: 'an import that is said to have loaded what the ledger does not have',
    check: 'imported balances equal what their files were counted as',
    run: (db, brand) => db.rows`
      insert into import_run (brand_id, import_id, kind, file_name, file_sha256, reading, state, row_count, rows_done,
        rows_written, rows_same, rows_skipped, file_sums, written_sums, skipped_sums, began_at, actor_name)
      values (${brand}, gen_random_uuid(), 'balances', 'b.csv', sha256('b'), '{}', 'loading', 2, 1, 1, 0, 0,
        '{"Points": "2000000000000"}', '{"Points": "1000000000000"}', '{}', now(), 'ana')`,
  },
]
