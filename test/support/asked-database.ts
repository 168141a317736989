import pg from 'pg'

/** By address: a file may have taken a database of its own. */
const pools = new Map<string, pg.Pool>()

/** What the next connection would begin with, and what would stay with the one that it is said on. */
const changesSessions = new RegExp(
  [
    String.raw`\balter\s+(database|role|system)\b`,
    String.raw`^\s*(set|reset|begin|listen|prepare|create\s+temp)\b`,
    String.raw`\bset_config\b`,
    String.raw`\bpg_(try_)?advisory_lock(_shared)?\b`,
  ].join('|'),
  'i',
)

/**
 * Rows of a database as they are, with the settings that PostgreSQL has by itself. Connections stay for the next who asks:
 * to open one takes longer than nearly all that is asked for. They do not keep a process that has nothing else to do.
 */
export async function askDatabase(
  url: string,
  statement: string,
  values: readonly unknown[],
): Promise<pg.QueryResultRow[]> {
  if (changesSessions.test(statement)) {
    await forget(url)
    return askOnce(url, statement, values)
  }
  return (await poolOf(url).query(statement, [...values])).rows
}

function poolOf(url: string): pg.Pool {
  const known = pools.get(url)
  if (known) return known
  const pool = new pg.Pool({ connectionString: url, max: 50, allowExitOnIdle: true })
  // One that the database has ended while nobody used it is replaced.
  pool.on('error', () => undefined)
  pools.set(url, pool)
  return pool
}

/** Those who ask later get connections that begin anew. */
async function forget(url: string): Promise<void> {
  const pool = pools.get(url)
  pools.delete(url)
  await pool?.end()
}

async function askOnce(url: string, statement: string, values: readonly unknown[]): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement, [...values])).rows
  } finally {
    await client.end()
  }
}
