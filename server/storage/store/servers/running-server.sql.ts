import type { Sql } from '../../../ground/database/connection.ts'

/** A server or worker on this database. */
export interface RunningServer {
  readonly id: string
  readonly version: string
  readonly newestMigration: number
  readonly role: 'start' | 'work'
  readonly host: string
  /** The keys that it holds, the one that it seals with first. */
  readonly keyIds: readonly number[]
  readonly seenSeconds: number
}

export type ServerSelf = Omit<RunningServer, 'seenSeconds'>

/** It says so every few seconds, so that a minute of silence means that it is gone. */
const goneSeconds = 60

interface ServerRow extends Omit<RunningServer, 'keyIds'> {
  readonly keyIds: string
}

const fromRow = ({ keyIds, ...row }: ServerRow): RunningServer => ({ ...row, keyIds: keyIds.split(',').map(Number) })

export async function saySeen(db: Sql, self: ServerSelf): Promise<void> {
  const keyIds = self.keyIds.join(',')
  await db.rows`
    insert into running_server (server_id, version, newest_migration, role, host, key_ids, seen_at)
    values (${self.id}, ${self.version}, ${self.newestMigration}, ${self.role}, ${self.host}, ${keyIds},
      clock_timestamp())
    on conflict (server_id) do update set key_ids = excluded.key_ids, seen_at = excluded.seen_at`
}

/** Removes a server that stops, and those that have been gone for long. */
export async function removeServer(db: Sql, id: string): Promise<void> {
  await db.rows`
    delete from running_server where server_id = ${id} or seen_at < now() - interval '1 day'`
}

export async function listServers(db: Sql): Promise<RunningServer[]> {
  const rows = await db.rows<ServerRow>`
    select server_id as id, version, newest_migration as "newestMigration", role, host, key_ids as "keyIds",
      greatest(0, floor(extract(epoch from clock_timestamp() - seen_at)))::integer as "seenSeconds"
    from running_server
    where seen_at > clock_timestamp() - make_interval(secs => ${goneSeconds})
    order by host, started_at`
  return rows.map(fromRow)
}

/** Those that do not have a migration. */
export async function listOutdatedServers(db: Sql, migration: number): Promise<RunningServer[]> {
  return (await listServers(db)).filter(({ newestMigration }) => newestMigration < migration)
}

/** A migration that a program does not know and that took something away. */
export async function findUnknownContract(db: Sql, newestKnown: number): Promise<string | undefined> {
  const [row] = await db.rows<{ name: string }>`
    select name from migration where kind = 'contract' and number > ${newestKnown} order by number limit 1`
  return row?.name
}
