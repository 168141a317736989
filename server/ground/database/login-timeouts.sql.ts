import pg from 'pg'

/** What a login's connections begin with unless they say otherwise, in milliseconds; 0 is none. */
export async function findLoginTimeouts(url: string): Promise<Record<'statement' | 'lock' | 'idleSession', number>> {
  const client = new pg.Client({ connectionString: url, application_name: 'purser doctor' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string; setting: string }>(
      `select name, setting from pg_settings where name in ('statement_timeout', 'lock_timeout', 'idle_session_timeout')`,
    )
    const of = (name: string) => Number(rows.find((row) => row.name === name)?.setting ?? 0)
    return { statement: of('statement_timeout'), lock: of('lock_timeout'), idleSession: of('idle_session_timeout') }
  } finally {
    await client.end().catch(() => undefined)
  }
}
