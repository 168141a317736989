import type { Sql } from '../../../ground/database/connection.ts'
import { tokenSha256 } from '../../../ground/kernel/random-token.ts'
import { deleteSession } from './session.sql.ts'

/** Ends the session with this token. */
export const endSessionOf = (db: Sql, token: string): Promise<unknown> => deleteSession(db, tokenSha256(token))
