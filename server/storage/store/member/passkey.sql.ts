import { plainArray } from '../../../ground/database/arrays.ts'
import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import type { BrandId, CardId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

export interface NewMemberPasskey {
  readonly passkeyId: string
  readonly cardId: CardId
  /** A keyed hash of the address that was proved before. */
  readonly address: Buffer
  readonly publicKey: Buffer
  readonly signCount: number
  readonly transports: string
  readonly browser: string
  readonly at: Instant
}

/** Whether it was added: a passkey belongs to one member, who has no more than so many. */
export async function insertMemberPasskey(
  db: Sql,
  brand: BrandId,
  made: NewMemberPasskey,
  most: number,
): Promise<boolean> {
  const { passkeyId, cardId, address, publicKey, signCount, transports, browser, at } = made
  const added = await db.affected`
    insert into member_passkey (brand_id, passkey_id, card_id, address_hash, public_key, sign_count, transports, browser, made_at)
    select owner.brand_id, ${passkeyId}, ${cardId}, ${address}, ${publicKey}, ${signCount}, ${transports}, ${browser}, ${toTimestamp(at)}
    from (select brand_id from brand where brand_id = ${brand}) as owner
    where (
      select count(*) from member_passkey where brand_id = ${brand} and address_hash = ${address}
    ) < ${most}
    on conflict (brand_id, passkey_id) do nothing`
  return added > 0
}

export interface ListedPasskey {
  readonly passkey_id: string
  readonly browser: string
  readonly transports: string
  readonly made_at: Instant
  readonly used_at: Instant | null
}

export function listMemberPasskeys(db: Sql, brand: BrandId, address: Buffer): Promise<ListedPasskey[]> {
  return db.rows<ListedPasskey>`
    select passkey_id, browser, transports, made_at, used_at
    from member_passkey
    where brand_id = ${brand} and address_hash = ${address}
    order by made_at desc, passkey_id
    limit 50`
}

export interface FoundMemberPasskey {
  readonly card_id: CardId
  readonly card_number: string
  readonly address_hash: Buffer
  readonly public_key: Buffer
  readonly sign_count: number
  readonly email: string | null
  readonly mobile_phone: string | null
  readonly heir_number: string | null
  readonly heir_email: string | null
  readonly heir_mobile_phone: string | null
}

/** A passkey, with its card and who is behind that now. */
export async function findMemberPasskey(
  db: Sql,
  brand: BrandId,
  passkeyId: string,
): Promise<FoundMemberPasskey | undefined> {
  const [row] = await db.rows<FoundMemberPasskey>`
    select card.card_id, card.card_number, address_hash, public_key, sign_count,
      account.customer ->> 'email' as email, account.customer ->> 'mobilePhone' as mobile_phone,
      heir.card_number as heir_number, heir_account.customer ->> 'email' as heir_email,
      heir_account.customer ->> 'mobilePhone' as heir_mobile_phone
    from member_passkey
    join card on card.brand_id = ${brand} and card.card_id = member_passkey.card_id
    left join account on account.brand_id = ${brand} and account.card_id = card.card_id
    left join card_heir on card_heir.brand_id = ${brand} and card_heir.card_id = card.card_id
    left join card as heir on heir.brand_id = ${brand} and heir.card_id = heir_id
    left join account as heir_account on heir_account.brand_id = ${brand} and heir_account.card_id = heir_id
    where member_passkey.brand_id = ${brand} and passkey_id = ${passkeyId}`
  return row
}

interface PasskeyUse {
  readonly passkeyId: string
  readonly signCount: number
  readonly at: Instant
}

/** Whether it counts on from where it was: one that was copied would count twice. Some never count, and stay at 0. */
export async function updateMemberPasskey(db: Sql, brand: BrandId, use: PasskeyUse): Promise<boolean> {
  const { passkeyId, signCount, at } = use
  const changed = await db.affected`
    update member_passkey
    set sign_count = ${signCount}, used_at = ${toTimestamp(at)}
    where brand_id = ${brand} and passkey_id = ${passkeyId}
      and (sign_count < ${signCount} or (sign_count = 0 and ${signCount} = 0))`
  return changed > 0
}

/** Whether there was such a one of this address. Whoever is in by it is out, but for the session that asks. */
export async function deleteMemberPasskey(
  db: Sql,
  brand: BrandId,
  { address, passkeyId, except }: { readonly address: Buffer; readonly passkeyId: string; readonly except: string },
): Promise<boolean> {
  const deleted = await db.affected`
    delete from member_passkey
    where brand_id = ${brand} and address_hash = ${address} and passkey_id = ${passkeyId}`
  if (deleted === 0) return false
  await db.rows`
    delete from member_session
    where brand_id = ${brand} and address_hash = ${address} and passkey_id = ${passkeyId} and session_id <> ${except}::uuid`
  return true
}

/** All passkeys of an address but the one by which the session that asks began. */
export function deletePasskeysBy(db: Sql, brand: BrandId, address: Buffer, exceptOf?: string): Promise<unknown> {
  return db.rows`
    delete from member_passkey
    where brand_id = ${brand} and address_hash = ${address}
      and passkey_id is distinct from (
        select passkey_id from member_session
        where brand_id = ${brand} and address_hash = ${address} and session_id = ${exceptOf ?? null}::uuid)`
}

/** All passkeys of cards, whoever made them. */
export function deletePasskeysOf(db: Sql, brand: BrandId, cards: readonly CardId[]): Promise<unknown> {
  return db.rows`
    delete from member_passkey where brand_id = ${brand} and card_id = any(${plainArray(cards)}::bigint[])`
}
