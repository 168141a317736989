import type { Check, CheckFinding } from './check.ts'

/** The promises about transfers. */
export const transferChecks: readonly Check[] = [
  {
    name: 'each card was transferred in at most once, by the call that it names',
    find: (db, brand) => db.rows<CheckFinding>`
      with moves as (
        select (detail -> 'transfer' ->> 'from')::bigint as card_id, array_agg(request_ref::text) as refs
        from request
        where brand_id = ${brand} and error_code is null
          and detail -> 'transfer' ->> 'action' = 'in'
        group by 1)
      select 'card id ' || card_id as subject, coalesce(transferred_by::text, 'no transfer') as expected,
        coalesce(array_to_string(refs, ', '), 'no transfer') as found
      from (select card_id, transferred_by from card where brand_id = ${brand} and transferred_by is not null) as card
      full join moves using (card_id)
      where refs is distinct from array[transferred_by::text]
      limit 1000`,
  },
  {
    name: 'each transfer gives as much of a value type as it takes',
    find: (db, brand) => db.rows<CheckFinding>`
      select 'request ' || ledger.request_ref || ' ' || balance_type || ' ' || balance_code as subject,
        '0' as expected, sum(ledger.amount * 10::numeric ^ -scale)::text as found
      from request
      join ledger on ledger.brand_id = ${brand} and ledger.request_ref = request.request_ref and kind = 'Transfer'
      join value_type on value_type.brand_id = ${brand} and value_type.value_type_id = ledger.value_type_id
      where request.brand_id = ${brand} and detail -> 'transfer' ->> 'action' <> 'zero'
      group by ledger.request_ref, balance_type, balance_code
      having sum(ledger.amount * 10::numeric ^ -scale) <> 0
      limit 1000`,
  },
  {
    name: 'a card that was transferred in has nothing left but what had expired, and balances of coupons',
    find: (db, brand) => db.rows<CheckFinding>`
      select 'card ' || card_number || ' lot ' || lot_no as subject, '0' as expected, lot.amount::text as found
      from card
      join request on request.brand_id = ${brand} and request.request_ref = transferred_by
      join lot on lot.brand_id = ${brand} and lot.card_id = card.card_id and is_open
      where card.brand_id = ${brand} and bucket not like 'coupon:%'
        and (lot.held > 0 or lot.expires_at is null or lot.expires_at > request.happened_at)
      limit 1000`,
  },
  {
    name: 'each child card is of the card set of its root, and left it when that was transferred in',
    find: (db, brand) => db.rows<CheckFinding>`
      select 'child card ' || child.card_number || ' of ' || root.card_number as subject,
        root.card_set_id || ', root in use' as expected,
        child.card_set_id || case when root.transferred_by is null then ', root in use' else ', root gone' end as found
      from card as child
      join card as root on root.brand_id = ${brand} and root.card_id = child.root_id
      where child.brand_id = ${brand} and child.transferred_by is null
        and (child.card_set_id <> root.card_set_id or root.transferred_by is not null)
      limit 1000`,
  },
]
