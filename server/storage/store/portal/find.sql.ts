import { textArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { CallType } from '../../../ground/kernel/call-type.ts'
import type { BrandId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

interface NumberRow {
  readonly card_number: string
}

const numbersOf = (rows: readonly NumberRow[]) => rows.map((row) => row.card_number)

/** A beginning, and the first text after all that begin so; it holds in every order that texts may have. */
export interface TextBeginning {
  readonly text: string
  readonly end: string
}

/** Root cards whose number begins so, in the order of their numbers. */
export async function listNumbersBeginning(
  db: Sql,
  brand: BrandId,
  { text, end }: TextBeginning,
  limit: number,
): Promise<string[]> {
  return numbersOf(
    await db.rows<NumberRow>`
      select card_number
      from card
      where brand_id = ${brand} and root_id is null and card_number >= ${text} and card_number < ${end}
        and starts_with(card_number, ${text})
      order by card_number
      limit ${limit}`,
  )
}

/** Root cards with this custom number, in any case. */
export async function listNumbersByCustom(db: Sql, brand: BrandId, custom: string, limit: number): Promise<string[]> {
  return numbersOf(
    await db.rows<NumberRow>`
      select card_number
      from card
      where brand_id = ${brand} and root_id is null and lower(custom_card_number) = lower(${custom})
      order by card_id desc
      limit ${limit}`,
  )
}

/** No character sorts after it. */
const lastCharacter = '\u{10FFFF}'

/** How many customers with the first of two beginnings are looked at for the second. */
const candidatesMax = 2000

/** Root cards of customers with a field that begins with the text, and perhaps another that does. All in lower case. */
export async function listNumbersByTerms(
  db: Sql,
  brand: BrandId,
  { fields, text, other }: { fields: readonly string[]; text: string; other?: { field: string; text: string } },
  limit: number,
): Promise<string[]> {
  const { field: otherField = null, text: otherText = '' } = other ?? {}
  return numbersOf(
    await db.rows<NumberRow>`
      select card_number
      from (
        select distinct card_id
        from unnest(${textArray(fields)}::text[]) as wanted (field)
        cross join lateral (
          select term, card_id
          from (
            select term, card_id
            from account_term
            where brand_id = ${brand} and account_term.field = wanted.field
              and term between ${text} and ${text + lastCharacter}
            order by term, card_id
            limit ${candidatesMax}) as candidate
          where ${otherField}::text is null or exists (
            select
            from account
            where account.brand_id = ${brand} and account.card_id = candidate.card_id
              and starts_with(lower(customer ->> ${otherField}), ${otherText}))
          limit ${limit}) as matching) as found
      join card on card.brand_id = ${brand} and card.card_id = found.card_id and root_id is null
      limit ${limit}`,
  )
}

/** What has to hold of a customer: one of some texts in one of some fields, and perhaps a name. All in lower case. */
export interface SoughtCustomer {
  readonly fields: readonly string[]
  readonly terms: readonly string[]
  /** One of them is theirs; any first name goes with a last name that stands alone. */
  readonly names?: readonly { readonly last: string; readonly first?: string }[] | undefined
  /** Cards of other locations, as listCardsOfPlaces has it, are left out. */
  readonly places?: readonly string[] | undefined
  /** Cards that were moved away have left their customer: they are left out. */
  readonly isHeld?: boolean
}

/** Root cards of customers of whom all of it holds: the newest first. */
export async function listNumbersOfCustomer(
  db: Sql,
  brand: BrandId,
  { fields, terms, names, places, isHeld = false }: SoughtCustomer,
  limit: number,
): Promise<string[]> {
  return numbersOf(
    await db.rows<NumberRow>`
      select card_number
      from (
        select distinct card_id
        from account_term
        where brand_id = ${brand} and field = any(${textArray(fields)}::text[])
          and term = any(${textArray(terms)}::text[])
          and (${names === undefined}::boolean or exists (
            select
            from unnest(
              ${textArray((names ?? []).map(({ last }) => last))}::text[],
              ${textArray((names ?? []).map(({ first = '' }) => first))}::text[]) as called (last, first)
            join account_term as family on family.brand_id = ${brand} and family.field = 'lastName'
              and family.term = called.last and family.card_id = account_term.card_id
            where called.first = '' or exists (
              select
              from account_term as given
              where given.brand_id = ${brand} and given.field = 'firstName' and given.term = called.first
                and given.card_id = account_term.card_id)))) as found
      join card on card.brand_id = ${brand} and card.card_id = found.card_id and root_id is null
      where (not ${isHeld}::boolean or status <> 'Transfer') and (${places === undefined}::boolean or coalesce(nullif(owning_location, ''), (
        select location_id
        from request
        where request.brand_id = ${brand} and request.card_id = card.card_id and card_seq is not null
        order by card_seq
        limit 1)) = any(${textArray(places ?? [])}::text[]))
      order by card.card_id desc
      limit ${limit}`,
  )
}

export interface FoundCall {
  readonly request_ref: RequestRef
  readonly call_type: CallType
  readonly shown_at: Instant
  readonly location_id: string | null
  readonly card_number: string | null
  readonly error_code: number | null
}

/** The call with this reference, or the newest ones with this externalTransactionId. */
export function listCallsNamed(
  db: Sql,
  brand: BrandId,
  { ref, externalId }: { readonly ref?: RequestRef | undefined; readonly externalId: string },
  limit: number,
): Promise<FoundCall[]> {
  return db.rows<FoundCall>`
    select request_ref, call_type, coalesce(custom_date, happened_at) as shown_at, location_id, card_number, error_code
    from request
    left join card on card.brand_id = ${brand} and card.card_id = request.card_id
    where request.brand_id = ${brand} and request_ref = any(array(
      select request_ref from request where brand_id = ${brand} and request_ref = ${ref ?? null}::uuid
      union all
      (select request_ref
      from request
      where brand_id = ${brand} and hashtextextended(external_transaction_id, 0) = hashtextextended(${externalId}, 0)
        and external_transaction_id = ${externalId}
      order by request_ref desc
      limit ${limit})))
    order by request_ref desc
    limit ${limit}`
}

export interface FoundCoupon {
  readonly coupon_id: string
  readonly coupon_set_id: string
  readonly card_number: string | null
  readonly promotion_id: string | null
  readonly allocated_at: Instant | null
  readonly allocated_by: RequestRef | null
  readonly used_at: Instant | null
  readonly used_by: RequestRef | null
  readonly expires_at: Instant | null
  readonly reserved_until: Instant | null
  readonly disabled: 'setup' | 'void' | 'return' | null
}

/** Coupons by their whole codes, as typed or in capitals. */
export function listCouponsNamed(db: Sql, brand: BrandId, codes: readonly string[]): Promise<FoundCoupon[]> {
  return db.rows<FoundCoupon>`
    select coupon_id, coupon_set_id, card_number, promotion_id, allocated_at, allocated_by, used_at, used_by,
      coupon.expires_at, reserved_until, disabled
    from coupon
    left join card on card.brand_id = ${brand} and card.card_id = coupon.card_id
    where coupon.brand_id = ${brand} and coupon_id = any(${textArray(codes)}::text[])
    order by coupon_id`
}
