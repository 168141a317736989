import { auditActions, isAuditAction } from '../../../domain/audit/entry.ts'
import { lineOf } from '../../../domain/audit/sentence.ts'
import type { ConnectionPool } from '../../../ground/database/connection.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import { type AuditFilter, type ListedEntry, listAuditEntries } from '../../../storage/store/audit/entry.sql.ts'
import type { DatabaseContext } from '../command.ts'
import { CommandFailed } from '../command-failed.ts'
import { toInstant } from '../instant.ts'
import { knownBrand } from '../known-brand.ts'
import { withPool } from '../pool.ts'

const pageSize = 1000

/** Prints who changed what by hand, the newest first: a sentence for each entry, or a JSON object. */
export async function showAudit(brandId: string, { url, config }: DatabaseContext): Promise<void> {
  const { since, until, action } = config.auditFlags
  const { json } = config
  if (action !== undefined && !isAuditAction(action))
    throw new CommandFailed([`--action takes one of ${Object.keys(auditActions).join(', ')}.`])
  const filter = { since: toInstant(since), until: toInstant(until), action, limit: pageSize }
  const count = await withPool(url, async (pool) => {
    await knownBrand(pool, brandId)
    return printAll(pool, brandId, { filter, show: json ? jsonOf : (entry) => lineOf(entry) })
  })
  if (count === 0 && !json) process.stdout.write('Nothing was changed by hand.\n')
}

interface Printing {
  readonly filter: AuditFilter
  readonly show: (entry: ListedEntry) => string
}

async function printAll(pool: ConnectionPool, brandId: string, { filter, show }: Printing): Promise<number> {
  let count = 0
  for (let before: ListedEntry | undefined; ; ) {
    const page: ListedEntry[] = await listAuditEntries(pool, brandId, { ...filter, before })
    process.stdout.write(page.map((entry) => `${show(entry)}\n`).join(''))
    count += page.length
    before = page.at(-1)
    if (page.length < pageSize) return count
  }
}

/** One line for each entry; whoever noted an end of the chain finds it here by its seal. */
function jsonOf({ at, seal, ...entry }: ListedEntry): string {
  return JSON.stringify({ at: isoOf(at), ...entry, ...(seal && { seal: seal.toString('hex') }) })
}

const isoOf = (at: Instant) => new Date(at).toISOString()
