import { type Sql, toTimestamp } from '../../ground/database/connection.ts'
import { type BrandId, uuidFloor } from '../../ground/kernel/ids.ts'
import { day, type Instant } from '../../ground/kernel/time.ts'
import type { KindName } from './kind.ts'

/** Amounts by the name of their value, in units of 10^-12, as text. */
export type ImportSums = Readonly<Record<string, string>>

/** An import as it is kept. */
export interface ImportRun {
  readonly id: string
  readonly kind: KindName
  readonly fileName: string
  readonly state: 'loading' | 'done'
  readonly rows: number
  readonly rowsDone: number
  readonly written: number
  readonly same: number
  readonly skipped: number
  readonly fileSums: ImportSums
  readonly writtenSums: ImportSums
  readonly skippedSums: ImportSums
  readonly beganAt: Instant
  readonly endedAt: Instant | null
  readonly actor: string
}

/** What makes an import the same: the file, its kind, and how it is read. */
export interface FileIdentity {
  readonly kind: KindName
  readonly sha256: Buffer
  readonly reading: string
}

export async function findRunOfFile(db: Sql, brand: BrandId, file: FileIdentity): Promise<ImportRun | undefined> {
  const [run] = await db.rows<ImportRun>`
    select import_id as id, coalesce(exact_kind, kind) as kind, file_name as "fileName", state, row_count as rows, rows_done as "rowsDone",
      rows_written as written, rows_same as same, rows_skipped as skipped, file_sums as "fileSums",
      written_sums as "writtenSums", skipped_sums as "skippedSums", began_at as "beganAt", ended_at as "endedAt",
      actor_name as actor
    from import_run
    where brand_id = ${brand} and coalesce(exact_kind, kind) = ${file.kind} and file_sha256 = ${file.sha256} and reading = ${file.reading}`
  return run
}

export async function findRun(db: Sql, brand: BrandId, id: string): Promise<ImportRun | undefined> {
  const [run] = await db.rows<ImportRun>`
    select import_id as id, coalesce(exact_kind, kind) as kind, file_name as "fileName", state, row_count as rows, rows_done as "rowsDone",
      rows_written as written, rows_same as same, rows_skipped as skipped, file_sums as "fileSums",
      written_sums as "writtenSums", skipped_sums as "skippedSums", began_at as "beganAt", ended_at as "endedAt",
      actor_name as actor
    from import_run
    where brand_id = ${brand} and import_id = ${id}`
  return run
}

/** The imports of a brand, the newest first. */
export function listRuns(db: Sql, brand: BrandId, limit: number): Promise<ImportRun[]> {
  return db.rows<ImportRun>`
    select import_id as id, coalesce(exact_kind, kind) as kind, file_name as "fileName", state, row_count as rows, rows_done as "rowsDone",
      rows_written as written, rows_same as same, rows_skipped as skipped, file_sums as "fileSums",
      written_sums as "writtenSums", skipped_sums as "skippedSums", began_at as "beganAt", ended_at as "endedAt",
      actor_name as actor
    from import_run
    where brand_id = ${brand}
    order by began_at desc, import_id
    limit ${limit}`
}

interface NewRun extends FileIdentity {
  readonly id: string
  readonly fileName: string
  readonly rows: number
  readonly fileSums: ImportSums
  readonly beganAt: Instant
  readonly actor: string
}

/** Fails if another process has begun to import the same file in the meantime. */
export async function insertRun(db: Sql, brand: BrandId, run: NewRun): Promise<void> {
  await db.rows`
    insert into import_run (brand_id, import_id, kind, exact_kind, file_name, file_sha256, reading, state, row_count, rows_done,
      rows_written, rows_same, rows_skipped, file_sums, written_sums, skipped_sums, began_at, actor_name)
    values (${brand}, ${run.id}, ${run.kind === 'levels' ? 'customers' : run.kind},
      ${run.kind === 'levels' ? run.kind : null}, ${run.fileName}, ${run.sha256}, ${run.reading}, 'loading', ${run.rows}, 0,
      0, 0, 0, ${JSON.stringify(run.fileSums)}, '{}', '{}', ${toTimestamp(run.beganAt)}, ${run.actor})`
}

/** Locks the import and returns how far it is: whoever has another idea of that has been overtaken. */
export async function lockRun(db: Sql, brand: BrandId, id: string): Promise<ImportRun | undefined> {
  await db.rows`select from import_run where brand_id = ${brand} and import_id = ${id} for update`
  return findRun(db, brand, id)
}

/** In the transaction of the rows: both are there, or neither. */
export async function advanceRun(db: Sql, brand: BrandId, run: ImportRun): Promise<void> {
  await db.rows`
    update import_run
    set rows_done = ${run.rowsDone}, rows_written = ${run.written}, rows_same = ${run.same},
      rows_skipped = ${run.skipped}, written_sums = ${JSON.stringify(run.writtenSums)},
      skipped_sums = ${JSON.stringify(run.skippedSums)}
    where brand_id = ${brand} and import_id = ${run.id}`
}

export async function endRun(db: Sql, brand: BrandId, id: string, at: Instant): Promise<void> {
  await db.rows`
    update import_run
    set state = 'done', ended_at = ${toTimestamp(at)}
    where brand_id = ${brand} and import_id = ${id} and rows_done = row_count`
}

const farAway: Instant = Date.UTC(9999, 0, 1)

/** What the ledger has of an import, by the name of the value, in units of 10^-12. */
export async function sumLedger(
  db: Sql,
  brand: BrandId,
  { id, beganAt, endedAt }: Pick<ImportRun, 'id' | 'beganAt' | 'endedAt'>,
): Promise<Map<string, { units: bigint; cards: number }>> {
  // References begin with a time that is never far from that of their call: nothing else has to be looked at.
  const [first, after] = [uuidFloor(beganAt - day), uuidFloor((endedAt ?? farAway) + day)]
  const rows = await db.rows<{ name: string; units: string; cards: number }>`
    select concat_ws(' ', balance_type, nullif(balance_code, '')) as name,
      sum(ledger.amount::numeric * power(10::numeric, 12 - scale))::numeric(60, 0)::text as units,
      count(distinct ledger.card_id) as cards
    from request
    join ledger on ledger.brand_id = ${brand} and ledger.request_ref = request.request_ref
    join value_type on value_type.brand_id = ${brand} and value_type.value_type_id = ledger.value_type_id
    where request.brand_id = ${brand} and request.operation = 'importBalances' and ledger.kind = 'Import'
      and request.request_ref >= ${first}::uuid and request.request_ref < ${after}::uuid
      and request.detail -> 'import' ->> 'id' = ${id}
    group by 1`
  return new Map(rows.map(({ name, units, cards }) => [name, { units: BigInt(units), cards }]))
}
