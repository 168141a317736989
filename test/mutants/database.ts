import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../../server/ground/database/embedded/embedded.ts'
import { migrate } from '../../server/ground/database/migrate.ts'

/** One PostgreSQL for the whole run. */
export interface Database {
  /** Throws away what tests have left, and returns the address of a database without any brand. */
  readonly renew: () => Promise<string>
  readonly stop: () => Promise<void>
}

const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }

export async function openDatabase(): Promise<Database> {
  const folder = await mkdtemp(join(tmpdir(), 'purser-mutants-data-'))
  const { url, stop } = await startEmbedded({ folder, settings, log: () => undefined })
  await migrate(url, () => undefined)
  const template = 'pristine'
  await ask(url, [`create database ${template} template purser`])
  return {
    renew: async () => {
      const left = await ask(url, [
        `select datname from pg_database where not datistemplate and datname not in ('postgres', '${template}')`,
      ])
      await ask(url, [
        ...left.map(({ datname }) => `drop database "${datname}" with (force)`),
        `create database purser template ${template}`,
      ])
      return url
    },
    stop: async () => {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** On the database that no test uses. Returns the rows of the last statement. */
async function ask(url: string, statements: readonly string[]): Promise<{ readonly datname?: string }[]> {
  const client = new pg.Client({ connectionString: url.replace('/purser?', '/postgres?') })
  await client.connect()
  try {
    let rows: { readonly datname?: string }[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}
