import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import type { NewFactor } from './factor.sql.ts'

export interface Passkey {
  readonly passkeyId: string
  readonly publicKey: Buffer
  readonly signCount: number
  /** How the browser reaches it, comma-separated. */
  readonly transports: string
}

/** Whether it was added: a passkey belongs to one login. */
export async function insertPasskey(
  db: Sql,
  { id, login, at }: NewFactor,
  label: string,
  { passkeyId, publicKey, signCount, transports }: Passkey,
): Promise<boolean> {
  const added = await db.affected`
    insert into login_factor (factor_id, login_id, kind, label, passkey_id, public_key, sign_count, transports,
      confirmed_at, made_at)
    values (${id}, ${login}, 'passkey', ${label}, ${passkeyId}, ${publicKey}, ${signCount}, ${transports},
      ${toTimestamp(at)}, ${toTimestamp(at)})
    on conflict (passkey_id) do nothing`
  return added > 0
}

export function listPasskeys(db: Sql, login: string): Promise<Passkey[]> {
  return db.rows<Passkey>`
    select passkey_id as "passkeyId", public_key as "publicKey", sign_count as "signCount", transports
    from login_factor
    where login_id = ${login} and kind = 'passkey'`
}

export interface PasskeyUse {
  readonly passkeyId: string
  readonly signCount: number
  readonly at: Instant
}

/** Whether it counts on from where it was: one that was copied would count twice. Some never count, and stay at 0. */
export async function updateSignCount(db: Sql, login: string, use: PasskeyUse): Promise<boolean> {
  const { passkeyId, signCount, at } = use
  const changed = await db.affected`
    update login_factor
    set sign_count = ${signCount}, used_at = ${toTimestamp(at)}
    where login_id = ${login} and kind = 'passkey' and passkey_id = ${passkeyId}
      and (sign_count < ${signCount} or (sign_count = 0 and ${signCount} = 0))`
  return changed > 0
}
