import { codeOf } from '../kernel/code-of.ts'

/** What an exception of the store or of a decision means for the commands that were under way. */
export type StoreFault =
  /** Another transaction was in the way: try again. */
  | 'conflict'
  /** Something stayed locked or took too long: try again for a while, then refuse (109). */
  | 'busy'
  /** The store takes no writes for now, for lack of disk or memory or because it is read-only: refuse (109). */
  | 'unwritable'
  /** The connection is gone: try again on a new one. */
  | 'connection'
  /** A commit was not confirmed: find out whether it was carried out, and say so if nobody knows (136). */
  | 'doubt'
  /** Our own mistake: refuse (1). */
  | 'bug'

/** A wait of ours that took too long; nothing was executed. */
export class TookTooLong extends Error {}

/**
 * A commit was answered with an error, or not at all. Most such errors mean a rollback, but not all: over several nodes
 * one may have committed before another was lost, and a server that is ended while it waits for a standby has.
 */
export class CommitInDoubt extends Error {
  readonly code: string | undefined

  constructor(cause: unknown) {
    super('a commit was not confirmed', { cause })
    this.code = sqlstateOf(cause)
  }
}

/** The code that the database gave an error; undefined for errors that come from elsewhere. */
export function sqlstateOf(error: unknown): string | undefined {
  const code = codeOf(error) ?? ''
  return error instanceof Error && sqlstate.test(code) ? code : undefined
}

/** Codes of Node, such as EPIPE, have no digits. */
const sqlstate = /^(?=.*\d)[0-9A-Z]{5}$/

/**
 * Whole classes of SQLSTATE. 08 and 28 come from connecting, 53 is a lack of resources, 58 an error of the system
 * below the database, 57P a server that ends, restarts or throws us out.
 */
const classes: readonly (readonly [prefix: string, fault: StoreFault])[] = [
  ['08', 'connection'],
  ['28', 'connection'],
  ['40', 'conflict'],
  ['53', 'unwritable'],
  ['57P', 'connection'],
  ['57', 'busy'],
  ['58', 'unwritable'],
]

/** What differs from its class, or is alone in it. */
const codes: Readonly<Record<string, StoreFault>> = {
  // A unique row that another transaction made meanwhile.
  '23505': 'conflict',
  // Read-only: a standby, or an operator or a provider that has stopped writes before the disk is full.
  '25006': 'unwritable',
  // A transaction that was open too long: the server has closed the connection.
  '25P03': 'connection',
  '25P04': 'connection',
  '3D000': 'connection',
  // Whether the statement was carried out is not known, as after a lost connection.
  '40003': 'connection',
  // Comes from connecting: there are too many already.
  '53300': 'connection',
  '55006': 'busy',
  '55P03': 'busy',
  EAI_AGAIN: 'connection',
  ECONNABORTED: 'connection',
  ECONNREFUSED: 'connection',
  ECONNRESET: 'connection',
  EHOSTUNREACH: 'connection',
  EMFILE: 'connection',
  ENETUNREACH: 'connection',
  ENFILE: 'connection',
  // No socket file, which is how an embedded database that is down looks.
  ENOENT: 'connection',
  ENOTFOUND: 'connection',
  EPIPE: 'connection',
  ETIMEDOUT: 'connection',
  // The database's own fault; over several nodes also one that was lost in the middle of a statement.
  XX000: 'connection',
}

/** The driver's words for it; it gives such errors no code. */
const outOfReach = /connection|not queryable|timeout expired|timeout exceeded|read timeout/i

export function faultOf(error: unknown): StoreFault {
  if (error instanceof TookTooLong) return 'busy'
  if (error instanceof CommitInDoubt) return 'doubt'
  // The job queue passes errors on as plain objects.
  if (typeof error !== 'object' || error === null) return 'bug'
  if (error instanceof AggregateError) return faultOf(error.errors[0])
  const code = codeOf(error)
  if (!code) return 'message' in error && outOfReach.test(String(error.message)) ? 'connection' : 'bug'
  const known = codes[code]
  if (known) return known
  // Somebody else had the last use of a public code. Distributed tables add a number to the name.
  if (code === '23514' && 'constraint' in error && /^code_count_fits/.test(String(error.constraint))) return 'conflict'
  const byClass = sqlstate.test(code) ? classes.find(([prefix]) => code.startsWith(prefix)) : undefined
  return byClass?.[1] ?? 'bug'
}
