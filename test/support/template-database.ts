import pg from 'pg'
import { migrate } from '../../server/ground/database/migrate.ts'
import { clusterPorts, copyAtNodes } from './cluster-copies.ts'

const template = 'purser_template'

/** Keeps the database as it is now: others are copied from it instead of being migrated one by one. */
export async function makeTemplate(url: string): Promise<void> {
  await copy(url, template, 'purser')
}

/** A further database in the same PostgreSQL, migrated and empty. Returns its address. */
export async function makeDatabase(url: string, name: string): Promise<string> {
  await copy(url, name, template)
  const made = url.replace(/\/\w+\?/, `/${name}?`)
  // Nothing is left to migrate, but what belongs to the database as a whole is not copied with it.
  await migrate(made, () => undefined)
  return made
}

const ofMaintenance = (url: string) => url.replace(/\/\w+\?/, '/postgres?')

/** On several nodes, at each of them. */
function copy(url: string, name: string, from: string): Promise<void> {
  if (clusterPorts().length > 0) return copyAtNodes(ofMaintenance(url), name, from)
  return onMaintenance(url, `create database ${name} template ${from}`)
}

/** Nobody may be connected to a database that is copied. */
async function onMaintenance(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: ofMaintenance(url) })
  await client.connect()
  await client.query(statement)
  await client.end()
}
