import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

interface MigrationFile {
  readonly number: number
  readonly name: string
  readonly sql: string
  readonly sha256: Buffer
}

interface AppliedMigration {
  readonly number: number
  readonly name: string
  readonly sha256: Buffer
}

/** Any number will do, as long as every Purser uses the same one. */
const lockNumber = 7_827_737
const versionMin = 15
const ownFolder = fileURLToPath(new URL('./migrations/', import.meta.url))
const grants = fileURLToPath(new URL('./grants.sql', import.meta.url))

/** Brings a database's schema up to date. Any number of processes may do so at once: one works, the others wait. */
export async function migrate(
  url: string,
  log: (line: string) => void,
  folder = ownFolder,
): Promise<{ applied: string[] }> {
  const client = new pg.Client({ connectionString: url, application_name: 'purser migrate' })
  client.on('error', () => {})
  await client.connect()
  try {
    await checkVersion(client)
    // The session holds the lock: closing the connection frees it, whatever happens.
    await client.query('select pg_advisory_lock($1)', [lockNumber])
    const applied = await applyMissing(client, listFiles(folder), log)
    await grant(client)
    await client.query(`
      select make_partitions(relname, 3)
      from pg_class
      where relnamespace = current_schema()::regnamespace and relkind = 'p'
        and relname in ('request', 'ledger', 'checkout', 'notice')`)
    return { applied }
  } finally {
    await client.end()
  }
}

/** Others may change roles and tables at the same moment: another database that starts, or a new partition. */
async function grant(client: pg.Client): Promise<void> {
  const sql = readFileSync(grants, 'utf8')
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(sql)
      return
    } catch (error) {
      const isRace = (error as Error).message.includes('tuple concurrently')
      if (!isRace || attempt === 10) throw error
    }
  }
}

async function checkVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  const version = rows[0]?.server_version ?? ''
  if (Number.parseInt(version, 10) >= versionMin) return
  throw new Error(`The database is PostgreSQL ${version}; Purser needs PostgreSQL ${versionMin} or later.`)
}

/** The migrations that this program brings, in their order. */
export const ownMigrations = (): Pick<MigrationFile, 'name' | 'sha256'>[] => listFiles(ownFolder)

function listFiles(folder: string): MigrationFile[] {
  const names = readdirSync(folder).filter((name) => /^\d{4}-.*\.sql$/.test(name))
  return names.toSorted().map((name) => {
    const content = readFileSync(`${folder}/${name}`)
    const sha256 = createHash('sha256').update(content).digest()
    return { number: Number.parseInt(name, 10), name, sql: content.toString('utf8'), sha256 }
  })
}

async function applyMissing(client: pg.Client, files: MigrationFile[], log: (line: string) => void) {
  await client.query(`
    create table if not exists migration (
      number integer primary key,
      name text not null,
      sha256 bytea not null,
      applied_at timestamptz not null default now()
    )`)
  const { rows } = await client.query<AppliedMigration>('select number, name, sha256 from migration order by number')
  checkHistory(files, rows)
  const missing = files.filter((file) => file.number > (rows.at(-1)?.number ?? 0))
  for (const file of missing) {
    await apply(client, file)
    log(`Applied migration ${file.name}.`)
  }
  return missing.map((file) => file.name)
}

/** The applied migrations must be the first of ours, unchanged. */
function checkHistory(files: readonly MigrationFile[], applied: readonly AppliedMigration[]): void {
  const byNumber = new Map(files.map((file) => [file.number, file]))
  if (byNumber.size < files.length) throw new Error('Two migrations have the same number.')
  for (const { number, name, sha256 } of applied) {
    const file = byNumber.get(number)
    if (!file) {
      throw new Error(`The database has migration ${name}, which this Purser does not know. Use a newer Purser.`)
    }
    if (!file.sha256.equals(sha256)) {
      throw new Error(`Migration ${file.name} was changed after it was applied to this database. Restore the file.`)
    }
  }
  const last = applied.at(-1)?.number ?? 0
  const skipped = files.find((file) => file.number < last && !applied.some(({ number }) => number === file.number))
  if (skipped)
    throw new Error(`Migration ${skipped.name} comes before one that is already applied. Give it a higher number.`)
}

async function apply(client: pg.Client, file: MigrationFile): Promise<void> {
  try {
    await client.query('begin')
    await client.query(file.sql)
    await client.query('insert into migration (number, name, sha256) values ($1, $2, $3)', [
      file.number,
      file.name,
      file.sha256,
    ])
    await client.query('commit')
  } catch (cause) {
    throw new Error(`Migration ${file.name} failed: ${(cause as Error).message}`, { cause })
  }
}
