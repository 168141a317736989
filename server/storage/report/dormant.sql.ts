import { expiryCalls } from '../../domain/card/expiry.ts'
import type { Sql } from '../../ground/database/connection.ts'
import type { BrandId } from '../../ground/kernel/ids.ts'

export interface DormantSum {
  readonly country: string
  readonly state: string
  readonly value_type_id: number
  readonly cards: number
  readonly amount: string
  /** The day of the longest silence, in the brand's time zone. */
  readonly since: string
}

interface Silence {
  readonly days: number
  readonly timeZone: string
  /** Whether states are told apart. */
  readonly hasState: boolean
}

/**
 * What cards have with which nobody has done anything for so many days, by where their customers live. What jobs do (expiry,
 * rewards by date, level and segment) and what was imported is no activity; what is done with a child card is its root's.
 */
export function listDormant(db: Sql, brand: BrandId, { days, timeZone, hasState }: Silence): Promise<DormantSum[]> {
  return db.rows<DormantSum>`
    with holder as materialized (
      select distinct card.card_id, coalesce(card.root_id, card.card_id) as root_id
      from balance
      join card on card.brand_id = ${brand} and card.card_id = balance.card_id
      where balance.brand_id = ${brand} and balance.amount > 0),
    silent as (
      select root.root_id, coalesce(last.at, card.activated_at, card.created_at) as since
      from (select distinct root_id from holder) as root
      join card on card.brand_id = ${brand} and card.card_id = root.root_id
      left join lateral (
        select coalesce(custom_date, happened_at) as at
        from request
        where brand_id = ${brand} and card_id = root.root_id and card_seq is not null and error_code is null
          and call_type <> 'TRIGGER_ONLY' and operation <> ${expiryCalls.balances} and operation <> ${expiryCalls.card}
          and operation not like 'import%'
        order by card_seq desc
        limit 1) as last on true
      where coalesce(last.at, card.activated_at, card.created_at) < now() - make_interval(secs => ${days}::double precision * 86400))
    select coalesce(account.customer ->> 'country', '') as country,
      case when ${hasState}::boolean then coalesce(account.customer ->> 'state', '') else '' end as state,
      balance.value_type_id, count(distinct holder.root_id)::integer as cards, sum(balance.amount)::text as amount,
      (min(silent.since) at time zone ${timeZone})::date::text as since
    from silent
    join holder on holder.root_id = silent.root_id
    join balance on balance.brand_id = ${brand} and balance.card_id = holder.card_id and balance.amount > 0
    left join account on account.brand_id = ${brand} and account.card_id = silent.root_id
    group by 1, 2, 3
    order by 1, 2, 3`
}
