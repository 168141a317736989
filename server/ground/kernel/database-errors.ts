/** What an error of the database or of the way to it means, in words, and what an operator can do about it. */
export interface DatabaseTrouble {
  /** The end of a sentence: "The database is away: …". */
  readonly words: string
  readonly advice: string
}

const startIt = 'Start PostgreSQL, and look into its log for why it ended.'
const address =
  'See that PostgreSQL runs there, and that the address is right (--database, DATABASE_URL, --database-file) and no firewall is in between.'
const space = 'Make room on the disk of the database: delete what is not its own, or enlarge it. Nothing was lost.'

/** By SQLSTATE, or by the code of Node for what happens on the way. */
const troubles: Readonly<Record<string, DatabaseTrouble>> = {
  '08001': { words: 'no connection can be opened', advice: address },
  '08006': { words: 'the connection was lost', advice: address },
  '25006': {
    words: 'it is read-only',
    advice:
      'If it is a standby, give the address of the primary. Else look for default_transaction_read_only (of the database, of the login, in postgresql.conf): providers set it when the disk is nearly full.',
  },
  '28000': {
    words: 'it does not let this login in',
    advice: 'See pg_hba.conf and that the role may log in; docs/own-postgresql.md says what the login needs.',
  },
  '28P01': {
    words: 'the password is wrong',
    advice: 'Correct the password in the URL of the database, or set it: alter role … password ….',
  },
  '3D000': {
    words: 'there is no database of that name',
    advice: 'Create it, or correct the name at the end of the URL. Purser makes tables, not databases.',
  },
  '40001': { words: 'another transaction was in the way', advice: 'Nothing: it is tried again.' },
  '40P01': { words: 'two transactions waited for each other', advice: 'Nothing: it is tried again.' },
  '42501': {
    words: 'the login may not do that',
    advice: 'Run "purser database prepare"; docs/own-postgresql.md says what the login needs.',
  },
  '53000': { words: 'it lacks resources', advice: 'Look at the memory and the disk of its machine.' },
  '53100': { words: 'its disk is full', advice: space },
  '53200': {
    words: 'it is out of memory',
    advice: 'Give its machine more memory, or lower work_mem and the number of connections.',
  },
  '53300': {
    words: 'it has too many connections',
    advice:
      'End what holds connections without need, raise max_connections (a restart), or start fewer processes; "purser doctor" says how many Purser opens.',
  },
  '53400': { words: 'a limit of its configuration is exceeded', advice: 'Look into its log for which.' },
  '55P03': { words: 'a lock was not to be had in time', advice: 'See who holds it: pg_locks, pg_stat_activity.' },
  '57014': {
    words: 'a statement took too long or was cancelled',
    advice: 'See what it was busy with: pg_stat_activity.',
  },
  '57P01': { words: 'it was shut down, or somebody ended the connection', advice: startIt },
  '57P02': { words: 'it crashed and recovers', advice: 'Wait; then look into its log for why.' },
  '57P03': {
    words: 'it is starting, stopping or recovering and takes no connections yet',
    advice: 'Wait: after a crash that may take minutes. Its log says how far it is.',
  },
  '57P05': { words: 'the connection was idle for too long', advice: 'Set idle_session_timeout to 0 for this login.' },
  '58030': { words: 'its disk reports errors', advice: 'Look at the disk at once, and have a backup at hand.' },
  '58P01': { words: 'a file of it is missing', advice: 'Stop it, and restore from a backup: docs/backup.md.' },
  XX000: { words: 'it has an internal error', advice: 'Look into its log.' },
  XX001: { words: 'its data is damaged', advice: 'Stop it, and restore from a backup: docs/backup.md.' },
  XX002: { words: 'an index is damaged', advice: 'Find which in its log, and rebuild it: reindex index ….' },
  ECONNREFUSED: { words: 'nobody listens at its address', advice: startIt },
  ECONNRESET: { words: 'the connection was reset', advice: address },
  EHOSTUNREACH: { words: 'its machine cannot be reached', advice: address },
  ENETUNREACH: { words: 'its network cannot be reached', advice: address },
  ENOENT: { words: 'its socket is not there: it does not run', advice: startIt },
  ENOTFOUND: { words: 'the name of its machine is not known', advice: address },
  EAI_AGAIN: { words: 'the name of its machine cannot be looked up just now', advice: 'See the name server.' },
  EPIPE: { words: 'the connection was lost', advice: address },
  ETIMEDOUT: { words: 'it does not answer', advice: address },
}

/** Where a class of codes has words, and the code none of its own. */
const classes: Readonly<Record<string, DatabaseTrouble>> = {
  '08': { words: 'the connection was lost', advice: address },
  '23': { words: 'a constraint does not allow it', advice: 'Report it: the server should not have tried.' },
  '28': { words: 'it does not let this login in', advice: 'See pg_hba.conf, and that the role may log in.' },
  '53': { words: 'it lacks resources', advice: 'Look at the memory and the disk of its machine.' },
  '58': { words: 'the system below it fails', advice: 'Look into its log, and at its disk.' },
}

/** The driver's words for what has no code. */
const silent: DatabaseTrouble = { words: 'it does not answer', advice: address }
const lost: DatabaseTrouble = { words: 'the connection was lost', advice: address }

/** What an error means; undefined if it is none of the database's, or has no words. */
export function troubleOf(error: unknown): DatabaseTrouble | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const { code, message, errors } = error as { code?: unknown; message?: unknown; errors?: unknown }
  // For a name with several addresses Node tries each.
  if (Array.isArray(errors) && errors.length > 0) return troubleOf(errors[0])
  if (typeof code === 'string' && code !== '') return troubles[code] ?? classes[code.slice(0, 2)]
  if (typeof message !== 'string') return undefined
  if (/timeout|in time|too long/i.test(message)) return silent
  return /connection|not queryable/i.test(message) ? lost : undefined
}
