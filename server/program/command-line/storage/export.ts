import { resolve } from 'node:path'
import type { AuditActor } from '../../../domain/audit/entry.ts'
import { Connection } from '../../../ground/database/connection.ts'
import { inTransaction } from '../../../ground/database/in-transaction.ts'
import { brandExists } from '../../../storage/brand-store/brand-list.sql.ts'
import { checkExport } from '../../../storage/export/check-export.ts'
import { formats } from '../../../storage/export/formats/all.ts'
import { BadExport } from '../../../storage/export/manifest.ts'
import { readPeriod } from '../../../storage/export/period.ts'
import { findSource, sources } from '../../../storage/export/source.ts'
import { type ExportOrder, prepareExport, writeExport } from '../../../storage/export/write-export.ts'
import { insertAuditEntries } from '../../../storage/store/audit/entry.sql.ts'
import type { Config } from '../../configuration/config.ts'
import type { DatabaseContext } from '../command.ts'
import { CommandFailed } from '../command-failed.ts'
import { counted } from '../counted.ts'
import { withPool } from '../pool.ts'
import { currentVersion } from '../version.ts'
import { copyProgress, inThousands, megabytes, secondsSince } from './copy-progress.ts'

/** A page is short; on a busy machine it may take a while all the same. */
const pageMs = 120_000

/** Writes rows of a brand into files, a part for each day, and goes on where a run before was interrupted. */
export async function exportRows(what: string, brand: string, context: DatabaseContext): Promise<void> {
  const began = performance.now()
  const order = await readOrder(what, brand, context.config)
  const { manifest, made } = await tellingFaults(async () => {
    const before = await prepareExport(order)
    await recordExport(context, order)
    const db = await Connection.open({
      url: context.url,
      name: 'purser export',
      statementTimeoutMs: pageMs,
      isReadOnly: true,
    })
    return await writeExport(db, order, before).finally(() => db.close())
  })
  const rows = inThousands(manifest.parts.reduce((sum, part) => sum + part.rows, 0))
  const bytes = megabytes(manifest.parts.reduce((sum, part) => sum + part.bytes, 0))
  const parts = counted(manifest.parts.length, 'part', 'parts')
  print(`${order.folder}: ${parts} with ${rows} rows, ${bytes}; ${made} made now, in ${secondsSince(began)}.`)
  if (order.withPersons)
    print('It holds personal data: keep it as you keep a backup, and delete it when it is no longer needed.')
}

async function readOrder(what: string, brand: string, config: Config): Promise<ExportOrder> {
  const { from, to, format: formatName = 'csv', out, personalData } = config.exportFlags
  const source = findSource(what)
  if (!source) throw new CommandFailed([`There is no export "${what}": choose ${listed(sources)}.`])
  const format = formats.find(({ name }) => name === formatName)
  if (!format) throw new CommandFailed([`There is no format "${formatName}": --format takes ${listed(formats)}.`])
  const period = readPeriod(from, to)
  if (typeof period === 'string') throw new CommandFailed([period])
  if (out === undefined) throw new CommandFailed(['--out names the folder that the parts are written to.'])
  const folder = resolve(out)
  const progress = (file: string, rows: number) => report(file, rows, false)
  const report = copyProgress('Exporting')
  return { source, brand, period, format, withPersons: personalData, folder, purser: currentVersion(), progress }
}

const listed = (named: readonly { readonly name: string }[]) => named.map(({ name }) => name).join(', ')

/** Before any row is read: nobody gets one without an entry. */
async function recordExport({ url, operator }: { url: string; operator: AuditActor }, order: ExportOrder) {
  const { brand, source, format, withPersons, period } = order
  await withPool(url, async (pool) => {
    if (!(await brandExists(pool, brand))) throw new CommandFailed([`There is no brand ${brand}.`])
    const [from, until] = [period.from, period.until].map((instant) => new Date(instant).toISOString())
    const after = { from, until, format: format.name, personalData: withPersons }
    const entry = { action: 'data.exported', subject: source.name, actor: operator, after } as const
    await inTransaction(pool, (db) => insertAuditEntries(db, brand, [entry]))
  })
}

/** Reads an export without a database, and says whether it is whole. */
export async function exportCheck(folder: string): Promise<void> {
  const { manifest, faults } = await tellingFaults(() => checkExport(resolve(folder)))
  if (faults.length > 0) throw new CommandFailed(faults.map((fault) => `${folder}: ${fault}`))
  const rows = inThousands(manifest.parts.reduce((sum, part) => sum + part.rows, 0))
  const parts = counted(manifest.parts.length, 'part', 'parts')
  const { what, brand, from, to } = manifest
  print(`${folder} is whole: ${what} of brand ${brand} from ${from} to ${to}, ${parts} with ${rows} rows.`)
}

async function tellingFaults<Result>(use: () => Promise<Result>): Promise<Result> {
  try {
    return await use()
  } catch (error) {
    if (error instanceof BadExport) throw new CommandFailed([error.message])
    throw error
  }
}

const print = (line: string) => process.stdout.write(`${line}\n`)
