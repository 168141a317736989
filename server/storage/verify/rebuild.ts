import type { ConnectionPool } from '../../ground/database/connection.ts'
import { inPatience, planForWholeBrand } from '../../ground/database/timeouts.sql.ts'
import type { BrandId } from '../../ground/kernel/ids.ts'
import type { CheckFinding } from './check.ts'
import { checks } from './checks.sql.ts'
import { named, rebuilds } from './rebuilds.ts'

/** Something derived that was not what it is derived from. */
interface Difference extends CheckFinding {
  /** The tables that it was looked for in. */
  readonly tables: readonly string[]
  readonly check: string
}

export interface Rebuilt {
  readonly differed: readonly Difference[]
  /** What still differs, or is never changed by itself, with the reason why. */
  readonly left: readonly (Difference & { readonly why?: string })[]
}

const patienceMs = 3_600_000

/**
 * Makes everything of a brand that is derived again, from the ledger, while calls are carried out. It looks first, and
 * changes nothing where nothing differs.
 */
export async function rebuild(pool: ConnectionPool, brand: BrandId, dryRun: boolean): Promise<Rebuilt> {
  const differed: Difference[] = []
  const left: Rebuilt['left'][number][] = []
  for (const { tables, checks: names, mend } of rebuilds) {
    const found = await differences(pool, brand, names, tables)
    differed.push(...found)
    if (dryRun) left.push(...found)
    if (dryRun || found.length === 0) continue
    await mend(pool, brand)
    left.push(...(await differences(pool, brand, names, tables)))
  }
  for (const [name, why] of Object.entries(named)) {
    const found = await differences(pool, brand, [name], [])
    differed.push(...found)
    left.push(...found.map((one) => ({ ...one, why })))
  }
  return { differed, left }
}

function differences(
  pool: ConnectionPool,
  brand: BrandId,
  names: readonly string[],
  tables: readonly string[],
): Promise<readonly Difference[]> {
  return inPatience(pool, patienceMs, async (db) => {
    await planForWholeBrand(db)
    const all: Difference[] = []
    for (const { name, find } of checks.filter((check) => names.includes(check.name)))
      all.push(...(await find(db, brand)).map((finding) => ({ ...finding, tables, check: name })))
    return all
  })
}
