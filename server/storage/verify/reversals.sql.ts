import { textArray } from '../../ground/database/arrays.ts'
import { voidOperations } from '../../ground/kernel/void-operations.ts'
import type { Check, CheckFinding } from './check.ts'

/** The parts of the law of reversal (docs/reversal.md) that can be checked from stored data. */
export const reversalChecks: readonly Check[] = [
  {
    name: 'what has expired of a lot is what was booked as expired',
    find: (db, brand) => db.rows<CheckFinding>`
      select 'card id ' || lot.card_id || ' lot ' || lot.lot_no as subject, coalesce(booked.amount, 0)::text as expected,
        lot.expired::text as found
      from lot
      left join (
        select card_id, lot_no, -sum(amount) as amount
        from ledger
        where brand_id = ${brand} and kind = 'Expiration'
        group by card_id, lot_no) as booked using (card_id, lot_no)
      where lot.brand_id = ${brand} and lot.expired <> coalesce(booked.amount, 0)
      limit 1000`,
  },
  {
    name: 'what counts as taken back from a lot is what voids and returns have counted',
    find: (db, brand) => db.rows<CheckFinding>`
      select 'card id ' || lot.card_id || ' lot ' || lot.lot_no as subject, coalesce(counted.amount, 0)::text as expected,
        lot.settled::text as found
      from lot
      left join (
        select (one ->> 'cardId')::bigint as card_id, (one ->> 'lot')::integer as lot_no,
          sum((one ->> 'amount')::bigint) as amount
        from request
        cross join lateral jsonb_array_elements(detail -> 'expired') as settlement (one)
        where request.brand_id = ${brand} and error_code is null and detail -> 'expired' is not null
        group by 1, 2) as counted using (card_id, lot_no)
      where lot.brand_id = ${brand} and lot.settled <> coalesce(counted.amount, 0)
      limit 1000`,
  },
  {
    name: 'what other lots gave in the stead of one is what voids and returns have noted',
    find: (db, brand) => db.rows<CheckFinding>`
      with noted as (
        select (one ->> 'cardId')::bigint as card_id, (one ->> 'lot')::integer as lot_no, (one ->> 'by')::integer as by,
          sum((one ->> 'amount')::bigint) as amount
        from request
        cross join lateral jsonb_array_elements(detail -> 'standIns') as standing (one)
        where request.brand_id = ${brand} and error_code is null and detail -> 'standIns' is not null
        group by 1, 2, 3),
      kept as (
        select card_id, lot_no, (one ->> 'lot')::integer as by, (one ->> 'amount')::bigint as amount
        from lot
        cross join lateral jsonb_array_elements(stand_ins) as standing (one)
        where lot.brand_id = ${brand} and stand_ins is not null)
      select 'card id ' || card_id || ' lot ' || lot_no || ' by ' || by as subject,
        coalesce(noted.amount, 0)::text as expected, coalesce(kept.amount, 0)::text as found
      from noted
      full join kept using (card_id, lot_no, by)
      where coalesce(noted.amount, 0) <> coalesce(kept.amount, 0)
      limit 1000`,
  },
  {
    name: 'no void or return has counted more of an issuance as expired than did expire',
    find: (db, brand) => db.rows<CheckFinding>`
      select 'card id ' || first_card || ' lot ' || first_lot as subject, 'at most ' || expired as expected,
        settled::text as found
      from (
        select coalesce(from_card, card_id) as first_card, coalesce(from_lot, lot_no) as first_lot,
          sum(settled * 10::numeric ^ -scale) as settled,
          sum((expired + case when expires_at <= now() then amount - held else 0 end) * 10::numeric ^ -scale) as expired,
          sum(coalesce(repaired, 0) * 10::numeric ^ -scale) as repaired
        from lot
        join value_type on value_type.brand_id = ${brand} and value_type.value_type_id = lot.value_type_id
        left join (
          -- What repairs took of what campaigns gave: so much less is left for voids and returns to take.
          select (one ->> 'cardId')::bigint as card_id, (one ->> 'lot')::integer as lot_no,
            -sum((one ->> 'amount')::bigint) as repaired
          from request
          cross join lateral jsonb_array_elements(detail -> 'expired') as settlement (one)
          where request.brand_id = ${brand} and operation = 'takeGiftBack' and error_code is null
          group by 1, 2) as repair using (card_id, lot_no)
        where lot.brand_id = ${brand}
        group by 1, 2) as issuance
      where settled > expired or settled < -repaired
      limit 1000`,
  },
  {
    name: 'each void takes back what the call gave, less what had expired or was missing, and gives back what it took',
    find: (db, brand) => db.rows<CheckFinding>`
      with void as (
        select request_ref, detail
        from request
        where brand_id = ${brand} and operation = any(${textArray(voidOperations)}::text[]) and error_code is null),
      part as (
        select void.request_ref, value_type_id, ledger.amount as amount
        from void
        join ledger on ledger.brand_id = ${brand} and ledger.request_ref = void.request_ref
        union all
        select void.request_ref, value_type_id, ledger.amount
        from void
        join request on request.brand_id = ${brand} and request.voided_by = void.request_ref
        join ledger on ledger.brand_id = ${brand} and ledger.request_ref = request.request_ref
        union all
        select request_ref, (one ->> 'valueType')::integer, -(one ->> 'amount')::bigint
        from void
        cross join lateral jsonb_array_elements(coalesce(detail -> 'expired', '[]') || coalesce(detail -> 'shortfalls', '[]'))
          as missing (one)
        where one ->> 'lot' is null or (one ->> 'amount')::bigint > 0
        union all
        select request_ref, (one ->> 'valueType')::integer, (one ->> 'amount')::bigint
        from void
        cross join lateral jsonb_array_elements(coalesce(detail -> 'tierBack', '[]')) as level (one))
      select 'request ' || request_ref || ' ' || balance_type || ' ' || balance_code as subject, '0' as expected,
        sum(amount * 10::numeric ^ -scale)::text as found
      from part
      join value_type on value_type.brand_id = ${brand} and value_type.value_type_id = part.value_type_id
      group by request_ref, balance_type, balance_code
      having sum(amount * 10::numeric ^ -scale) <> 0
      limit 1000`,
  },
  {
    name: 'what a return was to take back is what it took, what had expired and what was missing',
    find: (db, brand) => db.rows<CheckFinding>`
      with back as (
        select (one ->> 'ref')::uuid as request_ref, one, content, sale.card_id
        from checkout as sale
        cross join lateral json_array_elements(returned -> 'returns') as kept (one)
        where sale.brand_id = ${brand} and kind = 'sale' and returned is not null),
      part as (
        select request_ref, (content -> 'mutations' -> (place - 1)::integer ->> 'valueType')::integer as value_type_id,
          taken::bigint as amount
        from back
        cross join lateral json_array_elements_text(one -> 'takenBack') with ordinality as share (taken, place)
        where taken::bigint > 0
        union all
        select back.request_ref, value_type_id, amount
        from back
        join request on request.brand_id = ${brand} and request.voided_by = back.request_ref
        join ledger on ledger.brand_id = ${brand} and ledger.request_ref = request.request_ref and amount > 0
        union all
        select back.request_ref, value_type_id, amount
        from back
        join ledger on ledger.brand_id = ${brand} and ledger.request_ref = back.request_ref
          and ledger.kind = 'ReturnMerchandise' and amount < 0 and origin ->> 'of' is null
        union all
        select back.request_ref, (missing.one ->> 'valueType')::integer, -(missing.one ->> 'amount')::bigint
        from back
        join request on request.brand_id = ${brand} and request.request_ref = back.request_ref
        cross join lateral jsonb_array_elements(coalesce(detail -> 'expired', '[]') || coalesce(detail -> 'shortfalls', '[]'))
          as missing (one)
        where (missing.one ->> 'amount')::bigint > 0
        union all
        select back.request_ref, (level.one ->> 'valueType')::integer, (level.one ->> 'amount')::bigint
        from back
        join request on request.brand_id = ${brand} and request.request_ref = back.request_ref
        cross join lateral jsonb_array_elements(coalesce(detail -> 'tierBack', '[]')) as level (one)
        where (level.one ->> 'amount')::bigint > 0 and detail -> 'tierParts' is null
        union all
        -- What was taken or given back for levels has a check of its own.
        select back.request_ref, (level.one ->> 'valueType')::integer, (level.one ->> 'amount')::bigint
        from back
        join request on request.brand_id = ${brand} and request.request_ref = back.request_ref
        cross join lateral jsonb_array_elements(coalesce(detail -> 'tierParts', '[]')) as part
        cross join lateral jsonb_array_elements(coalesce(part -> 'expired', '[]') || coalesce(part -> 'shortfalls', '[]'))
          as level (one)
        where (level.one ->> 'amount')::bigint > 0
        union all
        -- What it passed on to lots that had given in the stead of another was taken there only to be given here.
        select back.request_ref, value_type_id, -(passed.one ->> 'amount')::bigint
        from back
        join request on request.brand_id = ${brand} and request.request_ref = back.request_ref
        cross join lateral (
          select one from jsonb_array_elements(coalesce(detail -> 'standIns', '[]')) with ordinality as own (one, place)
          where place <= jsonb_array_length(coalesce(detail -> 'standIns', '[]')) - coalesce((
            select sum(jsonb_array_length(coalesce(part -> 'standIns', '[]')))
            from jsonb_array_elements(coalesce(detail -> 'tierParts', '[]')) as part), 0)) as passed (one)
        join lot on lot.brand_id = ${brand} and lot.card_id = (passed.one ->> 'cardId')::bigint
          and lot.lot_no = (passed.one ->> 'lot')::integer
        where (passed.one ->> 'amount')::bigint < 0)
      select 'request ' || part.request_ref || ' value type ' || value_type_id as subject, '0' as expected,
        sum(part.amount)::text as found
      from part
      join back on back.request_ref = part.request_ref
      join checkout as made on made.brand_id = ${brand} and made.request_ref = part.request_ref
      where made.card_id is not distinct from back.card_id
      group by part.request_ref, value_type_id
      having sum(part.amount) <> 0
      limit 1000`,
  },
  {
    name: 'no sale has given back more of what balances paid in it than they paid',
    find: (db, brand) => db.rows<CheckFinding>`
      select 'request ' || request_ref as subject, 'at most ' || paid as expected, back::text as found
      from (
        select request_ref,
          coalesce((select sum((one ->> 'paid')::bigint) from json_array_elements(content -> 'payments') as payment (one)
            where (one ->> 'redeemBalance')::boolean), 0) as paid,
          (select sum((one ->> 'paymentsBack')::bigint) from json_array_elements(returned -> 'returns') as kept (one))
            as back
        from checkout
        where brand_id = ${brand} and kind = 'sale' and returned is not null) as sale
      where back > paid or back < 0
      limit 1000`,
  },
  {
    name: 'each card that was transferred has one heir, which was not',
    find: (db, brand) => db.rows<CheckFinding>`
      select 'card ' || card.card_number as subject,
        case when card.transferred_by is null then 'no heir' else 'an heir in use' end as expected,
        coalesce('card id ' || heir_id || case when heir.transferred_by is null then '' else ', transferred' end, 'no heir')
          as found
      from card
      left join card_heir on card_heir.brand_id = ${brand} and card_heir.card_id = card.card_id
      left join card as heir on heir.brand_id = ${brand} and heir.card_id = heir_id
      where card.brand_id = ${brand}
        and ((card.transferred_by is null) <> (heir_id is null) or heir.transferred_by is not null)
      limit 1000`,
  },
]
