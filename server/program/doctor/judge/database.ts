import { type Finding, ok, problem, warning } from '../finding.ts'

/** What the database says about itself. */
export interface DatabaseSight {
  readonly version: string
  readonly encoding: string
  readonly durability: Readonly<Record<'fsync' | 'full_page_writes' | 'synchronous_commit', string>>
  readonly archiveMode: string
  /** When the indexes were made, and now; null where the collation has no versions. */
  readonly collationVersion: string | null
  readonly collationVersionNow: string | null
}

export interface DatabaseUse {
  readonly isEmbedded: boolean
  readonly allowsUnsafe: boolean
  readonly environment: string
}

const versionMin = 15
const versionTested = 18

export function judgeDatabase(sight: DatabaseSight, use: DatabaseUse): Finding[] {
  return [
    judgeVersion(sight.version),
    sight.encoding === 'UTF8'
      ? ok('encoding', 'UTF8')
      : problem('encoding', `the database is stored as ${sight.encoding}`, 'Create it anew with encoding UTF8.'),
    judgeDurability(sight, use),
    judgeArchive(sight, use),
    judgeCollation(sight),
  ]
}

export function judgeVersion(version: string): Finding {
  const major = Number.parseInt(version, 10)
  const found = `PostgreSQL ${version}`
  if (!(major >= versionMin))
    return problem('database version', found, `Purser needs PostgreSQL ${versionMin} or later.`)
  if (major > versionTested)
    return warning('database version', `${found} is newer than what is tried`, `PostgreSQL ${versionTested} is.`)
  return ok('database version', major === versionTested ? found : `${found}; tests run on ${versionTested}`)
}

function judgeDurability({ durability }: DatabaseSight, { allowsUnsafe }: DatabaseUse): Finding {
  const off = Object.entries(durability).flatMap(([name, setting]) => (setting === 'off' ? [name] : []))
  if (off.length === 0) return ok('durability', 'what is committed survives a loss of power')
  const found = `${off.join(', ')} ${off.length === 1 ? 'is' : 'are'} off: what was answered as done may be lost`
  const advice = `Set ${off.map((name) => `${name} = on`).join(', ')} in postgresql.conf, or for this login and database.`
  return allowsUnsafe ? warning('durability', found, advice) : problem('durability', found, advice)
}

/** A hint: whoever backs up otherwise is right, too. */
function judgeArchive({ archiveMode }: DatabaseSight, { isEmbedded, environment }: DatabaseUse): Finding {
  const isOn = archiveMode !== 'off'
  const found = isOn ? 'the write-ahead log is archived' : 'the write-ahead log is not archived (archive_mode is off)'
  if (isOn || isEmbedded || environment === 'demo') return ok('archive', found)
  return warning('archive', found, 'Set archive_mode, or a lost disk takes everything since the last backup with it.')
}

function judgeCollation({ collationVersion: before, collationVersionNow: now }: DatabaseSight): Finding {
  if (before === null || now === null || before === now) return ok('collation', 'as when the indexes were made')
  return problem(
    'collation',
    `the system sorts text by version ${now}, the indexes were made with ${before}: searches may miss rows`,
    'As the owner, run: reindex database; alter database … refresh collation version;',
  )
}
