import pg from 'pg'
import { migrate } from '../../server/ground/database/migrate.ts'

const template = 'purser_template'

/** Keeps the database as it is now: others are copied from it instead of being migrated one by one. */
export async function makeTemplate(url: string): Promise<void> {
  await onMaintenance(url, `create database ${template} template purser`)
}

/** A further database in the same PostgreSQL, migrated and empty. Returns its address. */
export async function makeDatabase(url: string, name: string): Promise<string> {
  await onMaintenance(url, `create database ${name} template ${template}`)
  const made = url.replace(/\/\w+\?/, `/${name}?`)
  // Nothing is left to migrate, but what belongs to the database as a whole is not copied with it.
  await migrate(made, () => undefined)
  return made
}

/** Nobody may be connected to a database that is copied. */
async function onMaintenance(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url.replace(/\/\w+\?/, '/postgres?') })
  await client.connect()
  await client.query(statement)
  await client.end()
}
