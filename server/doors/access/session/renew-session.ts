import type { Sql } from '../../../ground/database/connection.ts'
import { newToken } from '../../../ground/kernel/random-token.ts'
import type { AccessServices } from '../access-services.ts'
import { updateProved } from './session.sql.ts'

/** After somebody has proved who they are: nothing is owed any more, and the token of before is worth nothing. */
export async function renewSession(
  db: Sql,
  { now, random }: Pick<AccessServices, 'now' | 'random'>,
  sessionId: string,
): Promise<string> {
  const { token, sha256 } = newToken(random)
  await updateProved(db, sessionId, { sha256, at: now() })
  return token
}
