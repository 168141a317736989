import type { Sql } from '../../ground/database/connection.ts'
import type { BrandId } from '../../ground/kernel/ids.ts'

/** What somebody was given for those whom they brought, of one value type. */
export interface ReferralSum {
  readonly referrer: string
  /** Of one friend alone. */
  readonly friend: string | null
  readonly day: string | null
  readonly brought: number
  /** Of them: whose purchase was voided, or came back as a whole. */
  readonly undone: number
  /** Absent: nothing was given. */
  readonly value_type_id: number | null
  readonly given: string
  readonly taken_back: string
}

export interface ReferralPeriod {
  readonly brand: BrandId
  readonly timeZone: string
  readonly from: string
  readonly to: string
  /** Whether each friend has a row. */
  readonly perFriend: boolean
  readonly limit: number
}

/**
 * Who brought whom, and what the card that is thanked got and lost by these sales, their voids and their returns. A card that was
 * transferred counts with the one that has what it had. Setups are none yet.
 */
export function listReferrals(db: Sql, period: ReferralPeriod): Promise<ReferralSum[]> {
  const { brand, timeZone, from, to, perFriend, limit } = period
  return db.rows<ReferralSum>`
    with brought as materialized (
      select referral.request_ref, referral.referrer_id, referral.card_id, referral.happened_at,
        coalesce(heir.heir_id, referral.referrer_id) as holder_id, sale.voided_by,
        sale.voided_by is not null or coalesce(checkout.fully_returned, false) as is_undone
      from referral
      left join request as sale on sale.brand_id = ${brand} and sale.request_ref = referral.request_ref
      left join checkout on checkout.brand_id = ${brand} and checkout.request_ref = referral.request_ref
      left join card_heir as heir on heir.brand_id = ${brand} and heir.card_id = referral.referrer_id
      where referral.brand_id = ${brand} and referral.until is null
        and referral.happened_at >= ${from}::date::timestamp at time zone ${timeZone}
        and referral.happened_at < (${to}::date + 1)::timestamp at time zone ${timeZone}),
    came_back as materialized (
      select brought.request_ref, back.request_ref as back_ref, request.voided_by
      from brought
      join checkout as back on back.brand_id = ${brand} and back.of_ref = brought.request_ref and back.kind = 'return'
      left join request on request.brand_id = ${brand} and request.request_ref = back.request_ref),
    calls as (
      select request_ref, request_ref as call_ref from brought
      union all select request_ref, voided_by from brought where voided_by is not null
      union all select request_ref, back_ref from came_back
      union all select request_ref, voided_by from came_back where voided_by is not null),
    moved as materialized (
      select brought.request_ref, ledger.value_type_id,
        coalesce(sum(ledger.amount) filter (where calls.call_ref = brought.request_ref), 0) as given,
        coalesce(-sum(ledger.amount) filter (where calls.call_ref <> brought.request_ref), 0) as taken_back
      from brought
      join calls on calls.request_ref = brought.request_ref
      join ledger on ledger.brand_id = ${brand} and ledger.request_ref = calls.call_ref
        and ledger.card_id in (brought.referrer_id, brought.holder_id)
      group by brought.request_ref, ledger.value_type_id)
    select holder.card_number as referrer,
      case when ${perFriend}::boolean then friend.card_number end as friend,
      case when ${perFriend}::boolean then (brought.happened_at at time zone ${timeZone})::date::text end as day,
      count(distinct brought.request_ref)::integer as brought,
      (count(distinct brought.request_ref) filter (where brought.is_undone))::integer as undone,
      moved.value_type_id, coalesce(sum(moved.given), 0)::text as given, coalesce(sum(moved.taken_back), 0)::text as taken_back
    from brought
    join card as holder on holder.brand_id = ${brand} and holder.card_id = brought.holder_id
    join card as friend on friend.brand_id = ${brand} and friend.card_id = brought.card_id
    left join moved on moved.request_ref = brought.request_ref
    group by 1, 2, 3, moved.value_type_id
    order by 4 desc, 1, 3, 2, moved.value_type_id
    limit ${limit}`
}
