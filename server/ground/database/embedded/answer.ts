import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

type Answer = 'ready' | 'not yet' | 'silent'

const reportMs = 10_000

/**
 * Waits for the database to accept connections. If it says that it is not ready yet, it is waited for as long as it
 * runs: recovery after a crash takes as long as it takes. If it says nothing, it has `patienceMs`.
 */
export async function awaitAnswer(
  url: string,
  isAlive: () => boolean,
  patienceMs: number,
  log?: (line: string) => void,
): Promise<'ready' | 'gone' | 'silent'> {
  let [lastSign, lastReport] = [Date.now(), Date.now()]
  while (isAlive()) {
    const answer = await ask(url)
    if (answer === 'ready') return 'ready'
    const now = Date.now()
    if (answer === 'not yet') lastSign = now
    if (now - lastSign > patienceMs) return 'silent'
    if (log && now - lastReport > reportMs) {
      const secondsLeft = Math.ceil((lastSign + patienceMs - now) / 1000)
      log(
        answer === 'not yet'
          ? recovering
          : `Waiting for PostgreSQL to answer, for ${secondsLeft} more seconds at most.`,
      )
      lastReport = now
    }
    await sleep(10)
  }
  return 'gone'
}

const recovering = 'Waiting for PostgreSQL to recover, which takes as long as it takes.'

/** Whether it takes connections now. */
export const isAnswering = async (url: string): Promise<boolean> => (await ask(url)) === 'ready'

async function ask(url: string): Promise<Answer> {
  const client = connect(url)
  try {
    await client.connect()
    return 'ready'
  } catch (error) {
    const code = (error as { code?: string }).code
    // 3D000: it responds, but our database does not exist yet. 57P03: starting, recovering or stopping.
    if (code === '3D000') return 'ready'
    return code === '57P03' ? 'not yet' : 'silent'
  } finally {
    await client.end().catch(() => {})
  }
}

/** Creates the database that the address names, unless it exists. */
export async function ensureDatabase(url: string, maintenanceUrl: string, name: string): Promise<void> {
  const client = connect(maintenanceUrl)
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
  if ((await ask(url)) !== 'ready') throw new Error(`The database ${name} does not respond.`)
}

function connect(url: string): pg.Client {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  return client
}
