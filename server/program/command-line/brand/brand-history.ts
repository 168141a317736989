import type { Sql } from '../../../ground/database/connection.ts'
import { inTransaction } from '../../../ground/database/in-transaction.ts'
import { differences } from '../../../storage/brand-store/apply/differences.ts'
import { promote } from '../../../storage/brand-store/history/promote.ts'
import { rollBack } from '../../../storage/brand-store/history/rollback.ts'
import { cancelScheduled, listScheduled } from '../../../storage/brand-store/history/schedule.ts'
import { listVersions, readVersion, type Version } from '../../../storage/brand-store/history/versions.ts'
import type { DatabaseContext } from '../command.ts'
import { CommandFailed } from '../command-failed.ts'
import { withRightKey } from '../keys/check-key.ts'
import { openPins } from '../keys/open-pins.ts'
import { knownBrand } from '../known-brand.ts'
import { withPool } from '../pool.ts'
import { allOrNothing, meansOf, orderOf, sound, tellChange, withConnection } from './brand.ts'
import { readNamed } from './brand-check.ts'
import { jsonOfScheduled, jsonOfVersion, linesOfScheduled, linesOfVersion } from './brand-history-words.ts'

const pageSize = 200

/** Prints what is scheduled, and every version, the newest first. */
export async function brandHistory(brandId: string, { url, config }: DatabaseContext): Promise<void> {
  await withPool(url, async (pool) => {
    const { timeZone } = await knownBrand(pool, brandId)
    const scheduled = await listScheduled(pool, brandId)
    const versions = await listAll(pool, brandId)
    if (config.json) {
      const shown = { brand: brandId, scheduled: scheduled.map(jsonOfScheduled), versions: versions.map(jsonOfVersion) }
      process.stdout.write(`${JSON.stringify(shown, null, 2)}\n`)
      return
    }
    const lines = [
      ...scheduled.filter(({ state }) => state !== 'applied').flatMap((one) => linesOfScheduled(one, timeZone)),
      ...versions.flatMap((one) => linesOfVersion(one, timeZone)),
      ...(versions.length === 0 ? ['No version is kept yet: the next start or change keeps the first one.'] : []),
    ]
    process.stdout.write(`${lines.join('\n')}\n`)
  })
}

async function listAll(db: Sql, brandId: string): Promise<Version[]> {
  const all: Version[] = []
  for (;;) {
    const page = await listVersions(db, brandId, { before: all.at(-1)?.version, limit: pageSize })
    all.push(...page)
    if (page.length < pageSize) return all
  }
}

/** Prints what changed from one version to another, in the words of `brand apply --dry-run`. */
export async function brandDiff(
  brandId: string,
  [first, second]: readonly [string, string],
  { url, config }: DatabaseContext,
): Promise<void> {
  const lines = await withPool(url, async (pool) => {
    await knownBrand(pool, brandId)
    const [before, after] = [await known(pool, brandId, first), await known(pool, brandId, second)]
    return differences(before, after)
  })
  if (config.json) {
    const shown = { brand: brandId, from: toNumber(first), to: toNumber(second), changes: lines }
    process.stdout.write(`${JSON.stringify(shown, null, 2)}\n`)
    return
  }
  process.stdout.write(`${lines.length === 0 ? 'Nothing differs.' : lines.join('\n')}\n`)
}

async function known(db: Sql, brandId: string, version: string) {
  const kept = await readVersion(db, brandId, toNumber(version))
  if (!kept) throw notKept(brandId, version)
  return kept
}

const notKept = (brandId: string, version: string) =>
  new CommandFailed([`Version ${version} of brand ${brandId} is not kept. See purser brand history ${brandId}.`])

function toNumber(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new CommandFailed([`${text} is not a number such as 12.`])
  return Number(text)
}

/** Makes a new version with the content of an earlier one. */
export async function brandRollback(brandId: string, version: string, context: DatabaseContext): Promise<void> {
  const { url, config, operator } = context
  const pins = await withPool(url, async (pool) => {
    await knownBrand(pool, brandId)
    return openPins(pool, config)
  })
  const made = { version: 0 }
  const order = { ...orderOf(config, operator), ...meansOf(pins), onVersion: setting(made) }
  const file = { name: `version ${version}`, text: '' }
  const applied = await withConnection(url, (db) =>
    allOrNothing(db, order, () => withRightKey(() => rollBack(db, { brandId, version: toNumber(version) }, order))),
  )
  if (!applied) throw notKept(brandId, version)
  const done = `Rolled back: version ${made.version} has the content of version ${version}.`
  tellChange(file, sound(applied, file), config.dryRun ? undefined : done)
}

/** Gives a brand what the file of another one has, but for keys, employees, senders, webhooks and stock. */
export async function brandPromote({ url, config, operator }: DatabaseContext): Promise<void> {
  const { from, to } = config.brandFlags
  if (from === undefined || to === undefined)
    throw new CommandFailed(['Say what and where to: purser brand promote --from stage.yaml --to BRAND.'])
  const file = await readNamed(from)
  const pins = await withPool(url, async (pool) => {
    await knownBrand(pool, to)
    return openPins(pool, config)
  })
  const made = { version: 0 }
  const order = { ...orderOf(config, operator), ...meansOf(pins), onVersion: setting(made) }
  const applied = await withConnection(url, (db) =>
    allOrNothing(db, order, () => withRightKey(() => promote(db, { text: file.text, brandId: to }, order))),
  )
  if (!applied) throw new CommandFailed([`There is no brand ${to}.`])
  tellChange(file, sound(applied, file), config.dryRun ? undefined : `Promoted. This is version ${made.version}.`)
}

const setting = (made: { version: number }) => (version: number) => {
  made.version = version
}

/** Takes back a change that was scheduled and has not been applied yet, or sets a refused one aside. */
export async function brandCancel(brandId: string, number: string, { url, operator }: DatabaseContext): Promise<void> {
  const wasOpen = await withPool(url, async (pool) => {
    await knownBrand(pool, brandId)
    const which = { brandId, number: toNumber(number) }
    return inTransaction(pool, (db) =>
      cancelScheduled(db, which, { origin: { actor: operator }, caller: { kind: 'operator' } }),
    )
  })
  if (!wasOpen)
    throw new CommandFailed([
      `No scheduled change ${number} of brand ${brandId} is waiting or was refused. See purser brand history ${brandId}.`,
    ])
  process.stdout.write(`Cancelled. Change ${number}, scheduled for brand ${brandId}, will not be applied.\n`)
}
