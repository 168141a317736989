import type { Sql } from '../../../ground/database/connection.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { tokenSha256 } from '../../../ground/kernel/random-token.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import { grantsByPin } from '../device/pin-rules.ts'
import { toGrants } from '../login/login.sql.ts'
import type { Sessions, Visitor } from '../visitor.ts'
import { findSession, updateSeen } from './session.sql.ts'
import { oldestSession, seenMs } from './session-limits.ts'

/** The sessions of the database. Each is looked up anew, so that one that was ended is over at once, in every process. */
export class StoredSessions implements Sessions {
  private readonly db: Sql
  private readonly now: () => Instant

  constructor(db: Sql, now: () => Instant) {
    this.db = db
    this.now = now
  }

  async find(token: string): Promise<Visitor | undefined> {
    const sha256 = tokenSha256(token)
    const now = this.now()
    const row = await findSession(this.db, sha256, oldestSession(now))
    if (!row) return undefined
    const all = toGrants(row.grants ?? [])
    const grants = row.device_id === null ? all : grantsByPin(all, row.device_brand ?? '')
    // Nobody who is no cashier any more goes on by a PIN.
    if (row.device_id !== null && grants.length === 0) return undefined
    if (now - row.seen_at > seenMs) await updateSeen(this.db, sha256, now)
    return defined({
      loginId: row.login_id,
      name: row.name,
      sessionId: row.session_id,
      grants,
      confirmedAt: row.confirmed_at,
      owes: row.owes ?? undefined,
      deviceId: row.device_id ?? undefined,
    })
  }
}
