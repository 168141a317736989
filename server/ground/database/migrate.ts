import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { ConnectionPool, Sql } from './connection.ts'
import { refuseMarked } from './database-mark.sql.ts'
import { applyMigration, whenFree } from './migrating/apply.ts'
import { listMigrationFiles, type MigrationFile } from './migrating/migration-files.ts'
import { type AppliedMigration, type MigrationPlan, planMigrations } from './migrating/plan.ts'

export type MigrationRecord = Omit<AppliedMigration, 'kind'>

/** Any number will do, as long as every Purser uses the same one. */
const lockNumber = 7_827_737
const versionMin = 15
const ownMigrations = fileURLToPath(new URL('./migrations/', import.meta.url))
const grants = fileURLToPath(new URL('./grants.sql', import.meta.url))

/** Called before each contract migration is applied; throws while something still needs what it takes away. */
export type BeforeContract = (migration: number) => Promise<void>

/**
 * Brings a database's schema up to date. Any number of processes may do so at once: one works, the others wait. Migrations
 * that take something away are applied only where it is said what is to be checked before.
 */
export async function migrate(
  url: string,
  log: (line: string) => void,
  folder = ownMigrations,
  beforeContract?: BeforeContract,
): Promise<{ applied: string[] }> {
  return withSchemaLock(url, async (client) => {
    await refuseMarked(client)
    return bringUpToDate(client, { log, folder, beforeContract })
  })
}

interface UpToDateOptions {
  readonly log: (line: string) => void
  readonly folder: string
  readonly beforeContract: BeforeContract | undefined
}

async function bringUpToDate(client: pg.Client, { log, folder, beforeContract }: UpToDateOptions) {
  await prepareTable(client)
  const takesContract = beforeContract !== undefined
  const before = await listApplied(client)
  const plan = planMigrations(listMigrationFiles(folder), before, takesContract)
  for (const file of plan.due) {
    if (file.kind === 'contract') await beforeContract?.(file.number)
    await applyMigration(client, file, log)
    if (before.length > 0) log(`Applied migration ${file.name}.`)
  }
  // Which ones they are matters only where there is something that they change.
  if (before.length === 0) log(`The new database was made ready: ${plan.due.length} migrations.`)
  // A newer version knows better what the server's role may do with tables that are not known here.
  if (plan.ahead.length === 0) await grant(client)
  await whenFree(client, () => makePartitions(client), ignore)
  return { applied: plan.due.map(({ name }) => name) }
}

/** The same for a database that is being filled and is marked as such. */
export function migrateFilled(url: string, log: (line: string) => void, folder = ownMigrations): Promise<unknown> {
  return withSchemaLock(url, (client) => bringUpToDate(client, { log, folder, beforeContract: undefined }))
}

/** Applies only the migrations that a backup was taken at. */
export function migrateUntil(url: string, history: readonly MigrationRecord[], folder = ownMigrations): Promise<void> {
  const wanted = new Set(history.map(({ number }) => number))
  const files = listMigrationFiles(folder).filter(({ number }) => wanted.has(number))
  return withSchemaLock(url, async (client) => {
    await prepareTable(client)
    const { due } = planMigrations(files, await listApplied(client), true)
    for (const file of due) await applyMigration(client, file, ignore)
  })
}

/** Whether a backup's history is one of ours; throws and says why if it is not. */
export function checkKnown(history: readonly MigrationRecord[], folder = ownMigrations): void {
  const files = new Map(listMigrationFiles(folder).map((file) => [file.number, file]))
  for (const { number, name, sha256 } of history) {
    const file = files.get(number)
    if (!file) throw new Error(`The backup has migration ${name}, which this Purser does not know. Use a newer Purser.`)
    if (!file.sha256.equals(sha256)) throw new Error(`Migration ${name} of the backup is not the one of this Purser.`)
  }
}

/** What was applied to a database; nothing, if it has no history. */
export async function readHistory(client: pg.ClientBase): Promise<MigrationRecord[]> {
  if (!(await hasTable(client))) return []
  const { rows } = await client.query<MigrationRecord>('select number, name, sha256 from migration order by number')
  return rows
}

/** What `migrate` would do, without doing anything. */
export function planFor(url: string, takesContract: boolean, folder = ownMigrations): Promise<MigrationPlan> {
  return withMigrator(url, async (client) => {
    await client.query('begin read only')
    const applied = (await hasTable(client)) ? await listApplied(client) : []
    return planMigrations(listMigrationFiles(folder), applied, takesContract)
  })
}

/** What a database needs that does not exist yet. */
export const planForNew = (): MigrationPlan => planMigrations(listMigrationFiles(ownMigrations), [], false)

/** The migrations that this program brings, in their order. */
export const ownMigrationFiles = (): readonly MigrationFile[] => listMigrationFiles(ownMigrations)

/** The number of the last migration that this program has. */
export const newestMigration = (): number => listMigrationFiles(ownMigrations).at(-1)?.number ?? 0

/** Whoever changes the schema does so alone. */
export function withSchemaLock<Result>(url: string, use: (client: pg.Client) => Promise<Result>): Promise<Result> {
  return withMigrator(url, async (client) => {
    await lockOut(client)
    return use(client)
  })
}

async function withMigrator<Result>(url: string, use: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: 'purser migrate' })
  client.on('error', () => {})
  await client.connect()
  try {
    await checkVersion(client)
    return await use(client)
  } finally {
    await client.end()
  }
}

const lockPauseMs = 100

/**
 * The session holds the lock: closing the connection frees it, whatever happens. It is asked for again and again, because
 * a statement that waits for it would itself be waited for by an index that is being built.
 */
async function lockOut(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [lockNumber])
    if (rows[0]?.got) return
    await sleep(lockPauseMs)
  }
}

/**
 * Uses a connection while nobody changes the tables, so that whoever does afterwards finds what was written. Asked for
 * again and again, for the same reason.
 */
export function whileTablesStay(pool: ConnectionPool, use: (db: Sql) => Promise<void>): Promise<void> {
  return pool.withConnection(async (db) => {
    for (;;) {
      await db.rows`begin`
      const [row] = await db.rows<{ got: boolean }>`select pg_try_advisory_xact_lock_shared(${lockNumber}) as got`
      if (row?.got) break
      await db.rows`rollback`
      await sleep(lockPauseMs)
    }
    await use(db)
    await db.rows`commit`
  })
}

async function hasTable(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>(`select to_regclass('migration') is not null as is`)
  return rows[0]?.is === true
}

/** A migration whose kind nobody wrote down may have taken something away. */
async function prepareTable(client: pg.Client): Promise<void> {
  await client.query(`
    create table if not exists migration (
      number integer primary key,
      name text not null,
      sha256 bytea not null,
      applied_at timestamptz not null default now(),
      kind text not null default 'contract'
    )`)
  // Asked first: even where there is nothing to add, adding would lock the table.
  if (!(await hasKind(client))) {
    await client.query(`alter table migration add column kind text not null default 'contract'`)
  }
}

async function hasKind(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_attribute where attrelid = 'migration'::regclass and attname = 'kind' and not attisdropped`,
  )
  return rows.length > 0
}

async function listApplied(client: pg.Client): Promise<AppliedMigration[]> {
  const kind = (await hasKind(client)) ? 'kind' : `'contract' as kind`
  const { rows } = await client.query<AppliedMigration>({
    text: ['select number, name, sha256,', kind, 'from migration order by number'].join(' '),
  })
  return rows
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

const ignore = () => undefined

async function makePartitions(client: pg.Client): Promise<void> {
  await client.query(`
    select make_partitions(relname, 3)
    from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'p'
      and relname in ('request', 'ledger', 'checkout', 'notice')`)
}

async function checkVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  const version = rows[0]?.server_version ?? ''
  if (Number.parseInt(version, 10) >= versionMin) return
  throw new Error(`The database is PostgreSQL ${version}; Purser needs PostgreSQL ${versionMin} or later.`)
}
