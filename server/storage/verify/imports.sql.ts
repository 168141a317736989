import type { Check, CheckFinding } from './check.ts'

/** What imports are said to have written is what the ledger has of them, finished or not: both change together. */
export const importChecks: readonly Check[] = [
  {
    name: 'imported balances equal what their files were counted as',
    find: (db, brand) => db.rows<CheckFinding>`
      with derived as (
        select request.detail -> 'import' ->> 'id' as import_id,
          concat_ws(' ', balance_type, nullif(balance_code, '')) as name,
          sum(ledger.amount::numeric * power(10::numeric, 12 - scale))::numeric(60, 0) as units
        from request
        join ledger on ledger.brand_id = ${brand} and ledger.request_ref = request.request_ref
        join value_type on value_type.brand_id = ${brand} and value_type.value_type_id = ledger.value_type_id
        where request.brand_id = ${brand} and request.operation = 'importBalances' and ledger.kind = 'Import'
        group by 1, 2),
      counted as (
        select import_id::text as import_id, one.key as name, one.value::numeric as units
        from import_run
        cross join lateral jsonb_each_text(written_sums) as one
        where brand_id = ${brand})
      select 'import ' || import_id || ' ' || name as subject, coalesce(derived.units, 0)::text as expected,
        coalesce(counted.units, 0)::text as found
      from derived
      full join counted using (import_id, name)
      where coalesce(derived.units, 0) <> coalesce(counted.units, 0)
      limit 1000`,
  },
]
