import { plainArray } from '../../../ground/database/arrays.ts'
import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import type { BrandId, CardId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

/** How somebody got in: by a code, a passkey, the merchant's server, or as somebody of staff who looks at it. */
export type MemberWay = 'code' | 'passkey' | 'merchant' | 'staff'

export interface NewMemberSession {
  readonly sha256: Buffer
  readonly sessionId: string
  readonly cardId: CardId
  /** Of one that began by a code or a passkey: a keyed hash of the address that was proved. */
  readonly address?: Buffer
  /** Of one that began by a passkey. */
  readonly passkeyId?: string
  readonly way: MemberWay
  readonly browser: string
  readonly at: Instant
  readonly expiresAt: Instant
  /** How long it goes on after it was used last; absent: it ends when it ends. */
  readonly renewsForMs?: number
}

export function insertMemberSession(db: Sql, brand: BrandId, session: NewMemberSession): Promise<unknown> {
  const { sha256, sessionId, cardId, address, passkeyId, way, browser, at, expiresAt, renewsForMs } = session
  return db.rows`
    insert into member_session (brand_id, token_sha256, session_id, card_id, address_hash, way, browser, began_at, seen_at,
      expires_at, renews_for, passkey_id)
    values (${brand}, ${sha256}, ${sessionId}, ${cardId}, ${address ?? null}, ${way}, ${browser}, ${toTimestamp(at)},
      ${toTimestamp(at)}, ${toTimestamp(expiresAt)}, ${renewsForMs ?? null}::bigint * interval '1 millisecond',
      ${passkeyId ?? null})`
}

/** What an account says of where its customer is reached. */
interface ContactRow {
  readonly email: string | null
  readonly mobile_phone: string | null
}

export interface FoundMemberSession extends ContactRow {
  readonly session_id: string
  readonly way: MemberWay
  readonly address_hash: Buffer | null
  readonly card_number: string
  readonly began_at: Instant
  readonly seen_at: Instant
  readonly renews_for_ms: number | null
  /** The card that has what its card had, if that was transferred. */
  readonly heir_number: string | null
  readonly heir_email: string | null
  readonly heir_mobile_phone: string | null
}

/** The session of a token, with its card and who is behind that now. One that is over is none. */
export async function findMemberSession(
  db: Sql,
  brand: BrandId,
  sha256: Buffer,
  now: Instant,
): Promise<FoundMemberSession | undefined> {
  const [row] = await db.rows<FoundMemberSession>`
    select session_id, way, address_hash, card.card_number, began_at, seen_at,
      (extract(epoch from renews_for) * 1000)::bigint as renews_for_ms,
      account.customer ->> 'email' as email, account.customer ->> 'mobilePhone' as mobile_phone,
      heir.card_number as heir_number, heir_account.customer ->> 'email' as heir_email,
      heir_account.customer ->> 'mobilePhone' as heir_mobile_phone
    from member_session
    join card on card.brand_id = ${brand} and card.card_id = member_session.card_id
    left join account on account.brand_id = ${brand} and account.card_id = card.card_id
    left join card_heir on card_heir.brand_id = ${brand} and card_heir.card_id = card.card_id
    left join card as heir on heir.brand_id = ${brand} and heir.card_id = heir_id
    left join account as heir_account on heir_account.brand_id = ${brand} and heir_account.card_id = heir_id
    where member_session.brand_id = ${brand} and token_sha256 = ${sha256}
      and member_session.expires_at > ${toTimestamp(now)}`
  return row
}

/** It was used: it goes on, if it is one that does. */
export function renewMemberSession(db: Sql, brand: BrandId, sha256: Buffer, now: Instant): Promise<unknown> {
  return db.rows`
    update member_session
    set seen_at = ${toTimestamp(now)}, expires_at = greatest(expires_at, ${toTimestamp(now)} + renews_for)
    where brand_id = ${brand} and token_sha256 = ${sha256} and expires_at > ${toTimestamp(now)}`
}

export interface ListedMemberSession {
  readonly session_id: string
  readonly browser: string
  readonly began_at: Instant
  readonly seen_at: Instant
}

/** Where somebody is logged in by their address. */
export function listMemberSessions(
  db: Sql,
  brand: BrandId,
  address: Buffer,
  now: Instant,
): Promise<ListedMemberSession[]> {
  return db.rows<ListedMemberSession>`
    select session_id, browser, began_at, seen_at
    from member_session
    where brand_id = ${brand} and address_hash = ${address} and expires_at > ${toTimestamp(now)}
    order by seen_at desc, session_id
    limit 50`
}

export function deleteMemberSession(db: Sql, brand: BrandId, sha256: Buffer): Promise<unknown> {
  return db.rows`delete from member_session where brand_id = ${brand} and token_sha256 = ${sha256}`
}

/** All sessions by an address but the one that asks. */
export function deleteSessionsBy(db: Sql, brand: BrandId, address: Buffer, except?: string): Promise<unknown> {
  return db.rows`
    delete from member_session
    where brand_id = ${brand} and address_hash = ${address} and session_id is distinct from ${except ?? null}::uuid`
}

interface MovedAddress {
  readonly from: Buffer
  readonly to: Buffer
  /** The session in which it was proved. */
  readonly sessionId: string
}

/** The member has another address: passkeys go along, and so does the session that asks; the others are over. */
export function moveMemberAddress(db: Sql, brand: BrandId, { from, to, sessionId }: MovedAddress): Promise<unknown> {
  return db.rows`
    with ended as (
      delete from member_session
      where brand_id = ${brand} and address_hash = ${from} and session_id <> ${sessionId}::uuid
    ), kept as (
      update member_session set address_hash = ${to}
      where brand_id = ${brand} and address_hash = ${from} and session_id = ${sessionId}::uuid
    )
    update member_passkey set address_hash = ${to} where brand_id = ${brand} and address_hash = ${from}`
}

/** All sessions with cards, whoever began them. */
export function deleteSessionsOf(db: Sql, brand: BrandId, cards: readonly CardId[]): Promise<unknown> {
  return db.rows`
    delete from member_session where brand_id = ${brand} and card_id = any(${plainArray(cards)}::bigint[])`
}

/** A card that somebody with an address may have, with its heir. */
export interface AddressedCard extends ContactRow {
  readonly card_id: CardId
  readonly card_number: string
  readonly status: string
  readonly heir_id: CardId | null
  readonly heir_number: string | null
  readonly heir_status: string | null
}

/** Cards by their numbers, with what became of them; `email` and `mobile_phone` are those of the heir's account. */
export function listWithHeirs(db: Sql, brand: BrandId, numbers: readonly string[]): Promise<AddressedCard[]> {
  return db.rows<AddressedCard>`
    select card.card_id, card.card_number, card.status, heir_id, heir.card_number as heir_number,
      heir.status as heir_status, account.customer ->> 'email' as email,
      account.customer ->> 'mobilePhone' as mobile_phone
    from card
    left join card_heir on card_heir.brand_id = ${brand} and card_heir.card_id = card.card_id
    left join card as heir on heir.brand_id = ${brand} and heir.card_id = heir_id
    left join account on account.brand_id = ${brand} and account.card_id = heir_id
    where card.brand_id = ${brand} and card.card_number = any(${numbers}::text[]) and card.root_id is null
    order by card.card_id desc`
}
