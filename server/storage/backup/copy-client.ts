import type { Socket } from 'node:net'
import pg from 'pg'

/** One way to write each value, whatever the database's own settings are; and no limit on how long a table may take. */
const settings = [
  'timezone=UTC',
  'datestyle=ISO',
  'intervalstyle=iso_8601',
  'extra_float_digits=1',
  'bytea_output=hex',
  'statement_timeout=0',
  'lock_timeout=60000',
  'idle_in_transaction_session_timeout=0',
]

export async function openCopyClient(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'purser copy',
    options: settings.map((setting) => `-c ${setting}`).join(' '),
    keepAlive: true,
    connectionTimeoutMillis: 5000,
  })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** A connection in the middle of a COPY cannot say goodbye, so it is cut; the database rolls back what it did. */
export function cutOff(client: pg.Client): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  stream.destroy()
}
