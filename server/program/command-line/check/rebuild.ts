import { listBrandIds } from '../../../storage/brand-store/brand-list.sql.ts'
import { rebuild } from '../../../storage/verify/rebuild.ts'
import type { DatabaseContext } from '../command.ts'
import { CommandFailed } from '../command-failed.ts'
import { counted } from '../counted.ts'
import { knownBrand } from '../known-brand.ts'
import { withPool } from '../pool.ts'

/** Makes what is derived again, and prints what differed; the exit status tells whether anything did. */
export async function rebuildAll({ url, config }: DatabaseContext, only?: string): Promise<void> {
  const { dryRun } = config
  let [differences, rest] = [0, 0]
  await withPool(url, async (pool) => {
    if (only !== undefined) await knownBrand(pool, only)
    for (const brand of only === undefined ? await listBrandIds(pool) : [only]) {
      const { differed, left } = await rebuild(pool, brand, dryRun)
      for (const { tables, check, subject, expected, found } of differed) {
        const where = tables.join(', ') || check
        process.stdout.write(
          `brand ${brand}: ${where}: ${subject}: was ${found}, ${dryRun ? 'would be' : 'is'} ${expected}\n`,
        )
      }
      if (!dryRun)
        for (const { check, subject, why = 'what it is derived from is gone' } of left)
          process.stdout.write(`brand ${brand}: left as it was: ${subject} (${check}): ${why}\n`)
      differences += differed.length
      rest += left.length
    }
  })
  if (differences === 0) process.stdout.write('Everything that is derived is as the ledger says.\n')
  else if (dryRun) throw new CommandFailed([`${counted(differences, 'difference')}. Nothing was changed.`])
  else throw new CommandFailed([`${counted(differences, 'difference')}, of which ${rest} are left.`])
}
