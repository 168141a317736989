import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { socketPort } from './socket-folder.ts'

export type Settings = Readonly<Record<string, string>>

/** Enough for two servers during a restart, for commands beside them and for those of PostgreSQL itself. */
const usualConnections = 100
/** For commands, workers and PostgreSQL itself. */
const furtherConnections = 20

/** More connections only where they are needed: for each, PostgreSQL reserves memory. */
export function connectionSettings(ofServer = 0): Settings {
  return { max_connections: String(Math.max(usualConnections, ofServer + furtherConnections)) }
}

/** Durable, small and quiet: errors that the client gets need not be logged a second time. */
const ours: Settings = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  ...connectionSettings(),
  shared_buffers: `${sharedMegabytes()}MB`,
  huge_pages: 'try',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  effective_cache_size: '1GB',
  random_page_cost: '1.1',
  jit: 'off',
  max_wal_size: '4GB',
  min_wal_size: '256MB',
  checkpoint_timeout: '15min',
  checkpoint_completion_target: '0.9',
  // Cards are updated all the time, so many small clean-ups are better than a few large ones.
  autovacuum_naptime: '20s',
  autovacuum_vacuum_scale_factor: '0.05',
  autovacuum_vacuum_insert_scale_factor: '0.1',
  autovacuum_analyze_scale_factor: '0.05',
  autovacuum_vacuum_cost_limit: '1000',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
  // Statements may contain personal data, which must not end up in a log.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  cluster_name: 'purser',
}

/** The text of the settings file. It overrides postgresql.conf; ALTER SYSTEM overrides it. */
export function composeSettings(socketFolder: string, walCompression: string, extra: Settings): string {
  const settings: Settings = {
    ...ours,
    wal_compression: walCompression,
    listen_addresses: '',
    port: String(socketPort),
    // This is a list of folders. The inner quotes make a comma part of the name.
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    ...extra,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${quote(value)}`)
  return `# Written by Purser at each start; changes here are lost.\ninclude_if_exists 'postgresql.conf'\n${lines.join('\n')}\n`
}

/** Replaces the file as a whole, so that a link planted in its place is not written through. */
export function writeSettings(path: string, content: string): void {
  const replacement = `${path}.${randomUUID()}`
  writeFileSync(replacement, content, { flag: 'wx', mode: 0o644 })
  renameSync(replacement, path)
}

export function readSettings(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function quote(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}

/** An eighth of the memory, but no more than a million cards in use need. */
function sharedMegabytes(): number {
  return Math.max(128, Math.min(1024, Math.floor(totalmem() / 2 ** 20 / 8)))
}
