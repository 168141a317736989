import type { Sql } from '../../ground/database/connection.ts'
import { type Fragment, joined, runFragment, sql } from '../../ground/database/fragment.ts'
import type { BrandId } from '../../ground/kernel/ids.ts'
import { mendRows } from './mend-rows.sql.ts'
import {
  type Calls,
  inSpan,
  isSummed,
  type OpenBooks,
  type OwnMark,
  type RefSpan,
  type SummedBooks,
  sinceSummed,
  upToSummed,
  type WrongSum,
} from './sums-mark.sql.ts'

/** A table of sums by day: what it is made of, from which everything else follows. */
interface SumTable {
  readonly table: Fragment
  /** What tells the rows of a brand apart, the day included. */
  readonly keys: Fragment
  /** What is added up. */
  readonly sums: readonly Fragment[]
  /** What some calls add, with all these columns. */
  readonly rows: (books: SummedBooks, calls: Calls) => Fragment
  /** What a wrong row is called: values, from the keys. */
  readonly subject: Fragment
  /** What a row comes to, if not just to its sum. */
  readonly shown?: (row: Fragment) => Fragment
  /** Which rows can be made again. */
  readonly only?: Fragment
  /** Absent where they go as far as the ledger's. */
  readonly mark?: OwnMark
}

export interface DaySum {
  /** Adds what some calls come to. */
  readonly add: (db: Sql, books: SummedBooks, span: RefSpan) => Promise<void>
  readonly addRows: (db: Sql, brand: BrandId, rows: Fragment) => Promise<void>
  /** The sums as they are stored; none if they are of other days. */
  readonly stored: (books: SummedBooks) => Fragment
  /** The sums, and what has happened since. One statement, so both are of one moment. */
  readonly all: (books: OpenBooks) => Fragment
  /** Sums that differ from what the calls that they have come to. */
  readonly findWrong: (db: Sql, books: SummedBooks) => Promise<WrongSum[]>
  /** Makes the sums again of the calls that they have. The caller has locked their mark. */
  readonly mend: (db: Sql, books: SummedBooks) => Promise<void>
  readonly clear: (db: Sql, brand: BrandId) => Promise<void>
}

export function daySum(of: SumTable): DaySum {
  const { table, keys, sums, rows, mark } = of
  const columns = sql`${keys}, ${joined(sums, ', ')}`
  const stored = (books: SummedBooks) =>
    sql`select ${columns} from ${table} where brand_id = ${books.brand} and ${isSummed(books, mark)}`
  const addRows = async (db: Sql, brand: BrandId, added: Fragment) => {
    const sets = sums.map((sum) => sql`${sum} = ${table}.${sum} + excluded.${sum}`)
    await runFragment(
      db,
      sql`
        insert into ${table} (brand_id, ${columns})
        select ${brand}, ${columns} from (${added}) as folded
        on conflict (brand_id, ${keys}) do update set ${joined(sets, ', ')}`,
    )
  }
  return {
    addRows,
    stored,
    add: (db, books, span) => addRows(db, books.brand, rows(books, inSpan(span))),
    all: (books) => sql`${stored(books)} union all ${rows(books, sinceSummed(books, mark))}`,
    findWrong: (db, books) =>
      runFragment<WrongSum>(db, wrongSums(of, rows(books, upToSummed(books, mark)), stored(books))),
    mend: (db, books) =>
      mendRows(db, books.brand, { table, columns, rows: rows(books, upToSummed(books, mark)), only: of.only }),
    clear: async (db, brand) => {
      await runFragment(db, sql`delete from ${table} where brand_id = ${brand}`)
    },
  }
}

function wrongSums(of: SumTable, derived: Fragment, stored: Fragment): Fragment {
  const { keys, sums, subject, only = sql`true` } = of
  const sumsOf = (row: Fragment) =>
    joined(
      sums.map((sum) => sql`coalesce(${row}.${sum}, 0)`),
      ', ',
    )
  const { shown = (row) => sql`(${sumsOf(row)})::text` } = of
  const [right, found] = [sql`derived`, sql`stored`]
  return sql`
    with derived as (${derived})
    select concat_ws(' ', ${subject}) as subject, ${shown(right)} as expected, ${shown(found)} as found
    from derived
    full join (${stored}) as stored using (${keys})
    where ${only} and (${sumsOf(right)}) <> (${sumsOf(found)})
    limit 1000`
}
