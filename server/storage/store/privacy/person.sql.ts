import type { Account } from '../../../domain/account/account.ts'
import type { ChannelUser } from '../../../domain/channel/channel-user.ts'
import { plainArray, textArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { setTimeouts } from '../../../ground/database/timeouts.sql.ts'
import type { BrandId, CardId, RequestRef } from '../../../ground/kernel/ids.ts'

/** The cards of one person: a root card and its child cards, the root first. */
export interface PersonCard {
  readonly card_id: CardId
  readonly card_number: string
}

export function findPersonCards(db: Sql, brand: BrandId, number: string): Promise<PersonCard[]> {
  return db.rows<PersonCard>`
    select card_id, card_number
    from card
    where brand_id = ${brand} and card_id = any(array(
      select card_id from card where brand_id = ${brand} and card_number = ${number} and root_id is null
      union all
      select child.card_id
      from card as child
      join card as root on root.brand_id = ${brand} and root.card_id = child.root_id
      where child.brand_id = ${brand} and root.card_number = ${number} and root.root_id is null))
    order by root_id nulls first, card_id`
}

/** Cards whose value was transferred to this one. Each may have had a person of its own, so they are only named. */
export async function findFormerCards(db: Sql, brand: BrandId, cards: readonly CardId[]): Promise<string[]> {
  const rows = await db.rows<{ card_number: string }>`
    select distinct coalesce(root.card_number, former.card_number) as card_number
    from request
    join card as former on former.brand_id = ${brand}
      and former.card_id = (request.detail -> 'transfer' ->> 'from')::bigint
    left join card as root on root.brand_id = ${brand} and root.card_id = former.root_id
    where request.brand_id = ${brand} and request.card_id = any(${plainArray(cards)}::bigint[])
      and card_seq is not null and error_code is null and former.card_id <> all(${plainArray(cards)}::bigint[])
      and coalesce(former.root_id, 0) <> all(${plainArray(cards)}::bigint[])
    order by 1`
  return rows.map((row) => row.card_number)
}

/** Whatever is a phone number or an address of the person, by what channels are compared by. */
export function channelsOf(accounts: readonly Account[]): ChannelUser[] {
  const found = accounts.flatMap(({ customer, alternate = {}, giver = {}, links = [] }) => [
    ...[customer, alternate, giver].flatMap((person) => [
      toUser('email', person.email),
      toUser('phone', person.phone),
      toUser('phone', person.mobilePhone),
    ]),
    ...links.map(({ thirdParty, username }) =>
      thirdParty === 'email' || thirdParty === 'phone' ? toUser(thirdParty, username) : undefined,
    ),
  ])
  const known = found.filter((user) => user !== undefined)
  return [...new Map(known.map((user) => [`${user.channel} ${user.key}`, user])).values()]
}

function toUser(channel: ChannelUser['channel'], value: unknown): ChannelUser | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  return { channel, key: value.toLowerCase(), user: value }
}

/** Those of the addresses that also stand in the account of somebody else's card. */
export async function findSharedAddresses(
  db: Sql,
  brand: BrandId,
  cards: readonly CardId[],
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db.rows<{ address: string }>`
    select distinct lower(address) as address
    from account
    cross join lateral (
      select value
      from (values (customer), (alternate), (giver)) as person (fields)
      cross join lateral (values (fields ->> 'email'), (fields ->> 'phone'), (fields ->> 'mobilePhone')) as own (value)
      union all
      select link ->> 'username' from jsonb_array_elements(links) as link) as used (address)
    where brand_id = ${brand} and card_id <> all(${plainArray(cards)}::bigint[])
      and lower(address) = any(${textArray(keys)}::text[])`
  return new Set(rows.map((row) => row.address))
}

interface OwnRequest {
  readonly request_ref: RequestRef
  readonly card_id: CardId | null
  readonly card_seq: number | null
}

/**
 * Locks every call about the cards, by reference. Comes before the cards are locked, as in the engine: a void holds its
 * call while it waits for the card.
 */
export function lockPersonRequests(db: Sql, brand: BrandId, cards: readonly CardId[]): Promise<OwnRequest[]> {
  return db.rows<OwnRequest>`
    select request_ref, card_id, card_seq
    from request
    where brand_id = ${brand} and (card_id = any(${plainArray(cards)}::bigint[])
      or child_id = any(${plainArray(cards)}::bigint[]))
    order by request_ref
    for no key update`
}

/**
 * Locks the calls that were made since, as far as nobody holds them. Nothing is waited for, because the cards are locked by
 * now, which is the other way round.
 */
export function lockLateRequests(
  db: Sql,
  brand: BrandId,
  cards: readonly CardId[],
  locked: readonly OwnRequest[],
): Promise<OwnRequest[]> {
  return db.rows<OwnRequest>`
    select request_ref, card_id, card_seq
    from request
    where brand_id = ${brand} and (card_id = any(${plainArray(cards)}::bigint[])
      or child_id = any(${plainArray(cards)}::bigint[]))
      and request_ref <> all(${textArray(locked.map((one) => one.request_ref))}::uuid[])
    order by request_ref
    for no key update skip locked`
}

/** A rare command may wait longer than a till, and look through more. */
export function waitPatiently(db: Sql): Promise<unknown> {
  return setTimeouts(db, { lockMs: 10_000, statementMs: 0 })
}
