import type { ConnectionPool } from '../../ground/database/connection.ts'
import type { RandomBytes } from '../../ground/kernel/ids.ts'
import type { Sealer } from '../../ground/kernel/seal.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { Log } from '../../ground/log/log.ts'
import type { LoginNotice } from './login/login-notice.ts'
import type { LoginThrottle } from './login/login-throttle.ts'
import type { Passwords } from './login/passwords.ts'
import type { Grant } from './visitor.ts'

/** What logging in works with. */
export interface AccessServices {
  /** Connections of the portal's own: however much is looked at, calls of tills do not wait for it. */
  readonly pool: ConnectionPool
  readonly now: () => Instant
  readonly random: RandomBytes
  readonly passwords: Passwords
  readonly throttle: LoginThrottle
  readonly log: Log
  /** Whether something may be said of this login again: once a minute. */
  readonly says: (login: string) => boolean
  /** Writes to a user about their own login, if they can be written to; nobody waits for it. */
  readonly tellUser: (notice: LoginNotice) => void
  /** Whether it may be used here: one that everybody knows works in the demo at most, from the same machine. */
  readonly takesPassword: (password: string, isLocal: boolean) => boolean
  /** Seals the secrets of second factors. */
  readonly factorSealer: Sealer
  /** Whether somebody with these grants needs a second factor. */
  readonly demandsSecondFactor: (grants: readonly Grant[]) => Promise<boolean>
}
