import { findRun, type ImportRun, type ImportSums, listRuns } from '../../../calls/import/import-run.sql.ts'
import { type Reconciled, reconcile } from '../../../calls/import/reconcile.ts'
import { formatSum } from '../../../calls/import/values/amount.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { isUuid } from '../../../ground/kernel/ids.ts'
import { formatDateTime } from '../../../ground/kernel/time.ts'
import type { DatabaseContext } from '../command.ts'
import { CommandFailed } from '../command-failed.ts'
import { knownBrand } from '../known-brand.ts'
import { withPool } from '../pool.ts'
import { inThousands } from '../storage/copy-progress.ts'

interface ImportReport {
  readonly lines: readonly string[]
  /** Whether the ledger has, to the smallest unit, what the file has without its skipped rows. */
  readonly isEqual: boolean
}

export async function reportLines(db: Sql, brandId: string, run: ImportRun): Promise<ImportReport> {
  const values = await reconcile(db, brandId, run)
  const isDone = run.state === 'done'
  return {
    lines: [...headLines(run), ...values.map((value) => valueLine(value, isDone))],
    isEqual: !isDone || values.every(({ difference }) => difference === '0'),
  }
}

function headLines(run: ImportRun): string[] {
  const { id, kind, fileName, rows, rowsDone, written, same, skipped, state, beganAt, endedAt, actor } = run
  const when = `${formatDateTime(beganAt)} UTC, by ${actor}`
  const head = `Import ${id} of ${kind}: ${fileName}, begun ${when}`
  const end =
    state === 'done' ? `ended ${formatDateTime(endedAt ?? 0)} UTC` : 'not finished: run the same command to go on'
  const counts = `${inThousands(written)} written, ${inThousands(same)} needed nothing, ${inThousands(skipped)} skipped`
  return [`${head}; ${end}.`, `Rows: ${inThousands(rowsDone)} of ${inThousands(rows)} done; ${counts}.`]
}

function valueLine({ name, file, skipped, ledger, cards, difference }: Reconciled, isDone: boolean): string {
  const left = skipped === '0' ? '' : `, skipped ${skipped}`
  const found = `${name}: file ${file}${left}, ledger ${ledger} on ${inThousands(cards)} cards`
  if (difference === '0') return `${found}: equal.`
  return isDone ? `${found}: DIFFERENT by ${difference}.` : `${found}: ${difference} to go.`
}

/** Prints what became of an import, and compares its file with the ledger again. */
export async function importReport(brandId: string, id: string, { url, config }: DatabaseContext): Promise<void> {
  await withPool(url, async (pool) => {
    await knownBrand(pool, brandId)
    const run = isUuid(id) ? await findRun(pool, brandId, id) : undefined
    if (!run) throw new CommandFailed([`Brand ${brandId} has no import ${id}. purser imports ${brandId} lists them.`])
    const { lines, isEqual } = await reportLines(pool, brandId, run)
    const shown = config.json
      ? [JSON.stringify({ ...toJson(run), values: await reconcile(pool, brandId, run) })]
      : lines
    print(...shown)
    if (!isEqual)
      throw new CommandFailed(['The ledger is not what the file says: look at it before anything else is done.'])
  })
}

const listedMax = 200

/** Lists the imports of a brand, the newest first. */
export async function listImports(brandId: string, { url, config }: DatabaseContext): Promise<void> {
  await withPool(url, async (pool) => {
    await knownBrand(pool, brandId)
    const runs = await listRuns(pool, brandId, listedMax)
    if (config.json) return print(JSON.stringify(runs.map(toJson)))
    if (runs.length === 0) return print(`Brand ${brandId} has no imports.`)
    print(...runs.map(listLine))
  })
}

/** For programs: sums as the amounts that they are, moments as ISO 8601. */
function toJson({ fileSums, writtenSums, skippedSums, beganAt, endedAt, ...run }: ImportRun) {
  const amounts = (sums: ImportSums) =>
    Object.fromEntries(Object.entries(sums).map(([name, units]) => [name, formatSum(BigInt(units))]))
  return {
    ...run,
    fileSums: amounts(fileSums),
    writtenSums: amounts(writtenSums),
    skippedSums: amounts(skippedSums),
    beganAt: new Date(beganAt).toISOString(),
    endedAt: endedAt === null ? null : new Date(endedAt).toISOString(),
  }
}

function listLine({ id, kind, fileName, state, rows, rowsDone, skipped, beganAt }: ImportRun): string {
  const left = skipped === 0 ? '' : `, ${inThousands(skipped)} skipped`
  return `${id} ${formatDateTime(beganAt)} ${kind} ${fileName}: ${state}, ${inThousands(rowsDone)} of ${inThousands(rows)} rows${left}`
}

const print = (...lines: readonly string[]) => {
  process.stdout.write(`${lines.join('\n')}\n`)
}
