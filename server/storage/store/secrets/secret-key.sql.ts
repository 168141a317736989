import type { Sql } from '../../../ground/database/connection.ts'

/** What is known of a key: `next` is held by servers, `sealing` seals, `opening` only opens, `retired` is refused. */
export interface KnownKey {
  readonly id: number
  readonly check: Buffer
  readonly state: 'next' | 'sealing' | 'opening' | 'retired'
  /** How long it has been so. */
  readonly sinceSeconds: number
}

export type NewSecretKey = Omit<KnownKey, 'sinceSeconds'>

/** Held until the connection is closed: of two who replace keys at once, one does. */
export async function takeRotationLock(db: Sql): Promise<boolean> {
  const [row] = await db.rows<{ got: boolean }>`
    select pg_try_advisory_lock(hashtextextended('purser secret rotate', 0)) as got`
  return row?.got === true
}

export function listKnownKeys(db: Sql): Promise<KnownKey[]> {
  return db.rows<KnownKey>`
    select key_id as id, check_value as check, state,
      floor(extract(epoch from now() - changed_at))::integer as "sinceSeconds"
    from secret_key
    order by changed_at desc, key_id`
}

/** Of two that do so at once, the first wins. */
export async function insertKnownKey(db: Sql, { id, check, state }: NewSecretKey): Promise<void> {
  await db.rows`
    insert into secret_key (key_id, check_value, state) values (${id}, ${check}, ${state}) on conflict do nothing`
}

/** The next key seals from now on; the one that did only opens. */
export async function promoteKey(db: Sql, id: number): Promise<void> {
  await db.rows`
    update secret_key
    set state = case when key_id = ${id} then 'sealing' else 'opening' end, changed_at = now()
    where key_id = ${id} or state = 'sealing'`
}

/** Keys that only open are needed no more. */
export async function retireKeys(db: Sql): Promise<void> {
  await db.rows`update secret_key set state = 'retired', changed_at = now() where state = 'opening'`
}

/** Where nothing is sealed, it does not matter which keys there were. */
export async function forgetKeys(db: Sql): Promise<void> {
  await db.rows`delete from secret_key`
}
