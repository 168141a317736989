import { type Finding, ok, problem, warning } from '../finding.ts'

export interface ConnectionSight {
  readonly max: number
  readonly reserved: number
  /** Of other programs, now. */
  readonly others: number
  /** Of the login and of the database; negative is no limit. */
  readonly limits: readonly number[]
}

const point = 'connections'

/** Two servers at once: during a restart without a gap there are. */
export function judgeConnections(sight: ConnectionSight, needed: number): Finding {
  const limits = sight.limits.filter((limit) => limit >= 0)
  const left = Math.min(sight.max - sight.reserved - sight.others, ...limits)
  const found = `${left} for Purser, of which one server takes up to ${needed}`
  const advice =
    'Raise max_connections of PostgreSQL (or the connection limit of the login or database), or lower --lanes.'
  if (left < needed) return problem(point, found, advice)
  return left < 2 * needed ? warning(point, `${found}; a second server would not fit`, advice) : ok(point, found)
}

/** What the login's connections begin with, in milliseconds; 0 is none. */
export interface LoginTimeouts {
  readonly statement: number
  readonly lock: number
  readonly idleSession: number
}

/** Calls set their own; migrations and queues take what the login has. */
export function judgeTimeouts({ statement, lock, idleSession }: LoginTimeouts): Finding {
  const set = [
    ...(statement > 0 ? [`statement_timeout of ${statement} ms cuts off long migrations`] : []),
    ...(lock > 0 ? [`lock_timeout of ${lock} ms may fail a migration`] : []),
    ...(idleSession > 0 ? [`idle_session_timeout of ${idleSession} ms cuts connections that wait for calls`] : []),
  ]
  if (set.length === 0) return ok('time-outs', 'none are set for the login')
  return warning('time-outs', `the login has a ${set.join(', and a ')}`, 'Set them to 0: alter role … set … = 0;')
}
