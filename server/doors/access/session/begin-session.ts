import type { Sql } from '../../../ground/database/connection.ts'
import { uuidV7 } from '../../../ground/kernel/ids.ts'
import { newToken, tokenSha256 } from '../../../ground/kernel/random-token.ts'
import type { AccessServices } from '../access-services.ts'
import type { Login } from '../login/login.sql.ts'
import type { Visitor } from '../visitor.ts'
import { deleteOldSessions, deleteSession, insertSession } from './session.sql.ts'
import { oldestSession } from './session-limits.ts'

/** Where somebody comes from. */
export interface Arrival {
  readonly address: string
  /** Whether they are at the server's own machine. */
  readonly isLocal: boolean
  /** What the browser says of itself. */
  readonly browser: string
  /** The token that the browser came with. It is not used again: whoever put it there may know it. */
  readonly token?: string
}

interface Entering {
  /** As it was before this login. */
  readonly login: Login
  readonly owes: Visitor['owes']
  readonly isNewDevice: boolean
  /** By a PIN: on which device. What is sensitive still asks for more than that. */
  readonly device?: string
}

/** Begins a session, and returns its token. */
export async function beginSession(
  db: Sql,
  { now, random }: Pick<AccessServices, 'now' | 'random'>,
  { login, owes, isNewDevice, device }: Entering,
  { address, browser, token: before }: Arrival,
): Promise<string> {
  const at = now()
  const { token, sha256 } = newToken(random)
  if (before !== undefined) await deleteSession(db, tokenSha256(before))
  await deleteOldSessions(db, oldestSession(at))
  const id = uuidV7(at, random(10))
  const previous = { at: login.loggedInAt, from: login.loggedInFrom, failedBefore: login.failedCount, isNewDevice }
  const confirmedAt = device === undefined ? at : 0
  const session = {
    sha256,
    id,
    login: login.id,
    at,
    confirmedAt,
    owes,
    address,
    browser: browser.slice(0, 200),
    previous,
  }
  await insertSession(db, device === undefined ? session : { ...session, device })
  return token
}
