import type { ReferralNeed, ReferralPast } from '../../../domain/campaign/needs.ts'
import { plainArray, textArray, timeArray } from '../../../ground/database/arrays.ts'
import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import type { BrandId, CardId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

export interface ReferralRow {
  readonly ref: RequestRef
  readonly referrerId: CardId
  readonly cardId: CardId
  readonly happenedAt: Instant
  readonly until?: Instant
}

export function insertReferrals(db: Sql, brand: BrandId, referrals: readonly ReferralRow[]): Promise<unknown> {
  return db.rows`
    insert into referral (brand_id, request_ref, referrer_id, card_id, happened_at, until)
    values (${brand},
      unnest(${plainArray(referrals.map(({ ref }) => ref))}::uuid[]),
      unnest(${plainArray(referrals.map(({ referrerId }) => referrerId))}::bigint[]),
      unnest(${plainArray(referrals.map(({ cardId }) => cardId))}::bigint[]),
      unnest(${timeArray(referrals.map(({ happenedAt }) => happenedAt))}::timestamptz[]),
      unnest(${timeArray(referrals.map(({ until }) => until))}::timestamptz[]))`
}

/** Gives back the places that setups had taken. */
export function deleteReferrals(db: Sql, brand: BrandId, refs: readonly RequestRef[]): Promise<unknown> {
  return db.rows`
    delete from referral where brand_id = ${brand} and request_ref = any(${plainArray(refs)}::uuid[])`
}

/** Cards whose codes lead nowhere from an instant on. */
interface WithoutCode {
  readonly cardId: CardId
  readonly at: Instant
}

export function revokeCodesOfCards(db: Sql, brand: BrandId, cards: readonly WithoutCode[]): Promise<unknown> {
  return db.rows`
    update referral_code
    set revoked_at = left_at
    from unnest(${plainArray(cards.map(({ cardId }) => cardId))}::bigint[],
      ${timeArray(cards.map(({ at }) => at))}::timestamptz[]) as vacated (card_id, left_at)
    where brand_id = ${brand} and referral_code.card_id = vacated.card_id and revoked_at is null`
}

export interface SeenDevice {
  readonly mark: string
  readonly cardId: CardId
  readonly seenAt: Instant
}

export function insertDevices(db: Sql, brand: BrandId, devices: readonly SeenDevice[]): Promise<unknown> {
  return db.rows`
    insert into card_device (brand_id, mark, card_id, seen_at)
    values (${brand},
      unnest(${textArray(devices.map(({ mark }) => mark))}::text[]),
      unnest(${plainArray(devices.map(({ cardId }) => cardId))}::bigint[]),
      unnest(${timeArray(devices.map(({ seenAt }) => seenAt))}::timestamptz[]))
    on conflict do nothing`
}

/** The card that a code leads to: after a transfer the one that has what its card had. Not one that was revoked. */
export async function findReferringCard(db: Sql, brand: BrandId, code: string): Promise<CardId | undefined> {
  const [row] = await db.rows<{ card_id: CardId }>`
    select coalesce((
      select heir_id from card_heir where brand_id = ${brand} and card_heir.card_id = referral_code.card_id),
      card_id) as card_id
    from referral_code
    where brand_id = ${brand} and code = ${code} and revoked_at is null`
  return row?.card_id
}

/** As it is at an instant, or before a call: a replay looks at the past. */
export interface ReferralMoment {
  readonly card: CardId
  readonly now: Instant
  readonly before?: RequestRef
}

/** What is known of two cards of which one is said to have brought the other. */
export async function findReferralPast(
  db: Sql,
  brand: BrandId,
  { referrer, month, device }: ReferralNeed,
  { card, now, before: call }: ReferralMoment,
): Promise<ReferralPast> {
  const [mark, before] = [device ?? null, call ?? null]
  const { since, most } = month ?? { since: now, most: 0 }
  const [row] = await db.rows<ReferralPast>`
    with own as (
      select ${card}::bigint as card_id
      union all select card_id from card_heir where brand_id = ${brand} and heir_id = ${card}),
    present as (
      select coalesce((select heir_id from card_heir where brand_id = ${brand} and card_id = ${referrer}), ${referrer}) as card_id),
    others as (
      select card_id from present
      union all select card_id from card_heir where brand_id = ${brand} and heir_id = (select card_id from present)),
    made as not materialized (
      select referrer_id, card_id, happened_at from referral
      where brand_id = ${brand} and (until is null or until > ${toTimestamp(now)})
        and (${before}::uuid is null or request_ref < ${before}::uuid)
        and not exists (
          select from request
          where request.brand_id = ${brand} and request.request_ref = referral.request_ref
            and voided_by is not null and (${before}::uuid is null or voided_by < ${before}::uuid)))
    select (
        select count(*)
        from (
          select from made
          where referrer_id in (select card_id from others) and happened_at >= ${toTimestamp(since)}
          limit ${most}) as counted)::int as "inMonth",
      exists (select from made where card_id in (select card_id from own)) as "wasBrought",
      exists (
        select from card_device
        where brand_id = ${brand} and mark = ${mark} and card_id in (select card_id from others)
          and seen_at <= ${toTimestamp(now)}) as "sharesDevice",
      exists (select from own where card_id in (select card_id from others)) as "isOwnCard"`
  return row ?? { inMonth: 0, wasBrought: false, sharesDevice: false, isOwnCard: false }
}
