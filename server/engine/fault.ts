/** What an exception of the store or of a decision means for the commands that were under way. */
export type StoreFault =
  /** Another transaction was in the way: try again. */
  | 'conflict'
  /** Something stayed locked or took too long: refuse (109). */
  | 'busy'
  /** The connection is gone: try again on a new one. */
  | 'connection'
  /** Our own mistake: refuse (1). */
  | 'bug'

const faults: Readonly<Record<string, StoreFault>> = {
  '40001': 'conflict',
  '40P01': 'conflict',
  '23505': 'conflict',
  '55P03': 'busy',
  '57014': 'busy',
  '53300': 'connection',
  ECONNRESET: 'connection',
  ECONNREFUSED: 'connection',
  ENOENT: 'connection',
  EPIPE: 'connection',
  ETIMEDOUT: 'connection',
}

/** The driver's words for it; it gives such errors no code. */
const outOfReach = /connection|not queryable|timeout expired|timeout exceeded|read timeout/i

export function faultOf(error: unknown): StoreFault {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code.startsWith('08') || code.startsWith('57P')) return 'connection'
  const known = faults[code]
  if (known) return known
  return error instanceof Error && !code && outOfReach.test(error.message) ? 'connection' : 'bug'
}
