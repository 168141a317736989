-- What Purser is compared with: a redemption as one would write it by hand, in one function call. It locks the card,
-- reads its lots under the lock, takes from them in redemption order, and writes lot, balance, ledger, card and
-- request. The value type's number is handed in, and the caller is not checked, so it does less than the server.
create or replace function bench_redeem(the_brand text, number text, value_type integer, wanted bigint) returns uuid
language plpgsql as $$
declare
  ref uuid := uuidv7();
  card_row record;
  lot_row record;
  sums record;
  happened timestamptz;
  last_seq integer;
  part bigint;
  rest bigint := wanted;
  line integer := 0;
begin
  select card_id, status, expires_at into card_row
  from card
  where brand_id = the_brand and card_number = number and root_id is null
  for no key update;
  happened := clock_timestamp();
  if card_row.card_id is null or card_row.status not in ('Activated', 'Demo') or card_row.expires_at <= happened then
    raise exception 'card % cannot be used', number;
  end if;

  for lot_row in
    select lot_no, amount - held as free
    from lot
    where brand_id = the_brand and card_id = card_row.card_id and is_open and value_type_id = value_type and bucket = ''
      and amount > held and (expires_at is null or expires_at > happened) and (active_at is null or active_at <= happened)
    order by return_related desc, expires_at nulls last, lot_no
  loop
    part := least(rest, lot_row.free);
    line := line + 1;
    update lot set amount = amount - part
    where brand_id = the_brand and card_id = card_row.card_id and lot_no = lot_row.lot_no;
    update balance set amount = amount - part, seq = seq + 1
    where brand_id = the_brand and card_id = card_row.card_id and value_type_id = value_type and bucket = ''
    returning seq, amount, held into sums;
    insert into ledger (brand_id, request_ref, line, card_id, value_type_id, bucket, seq, lot_no, amount, held,
      balance_after, held_after, kind)
    values (the_brand, ref, line, card_row.card_id, value_type, '', sums.seq, lot_row.lot_no, -part, 0,
      sums.amount, sums.held, 'UpdateBalance');
    rest := rest - part;
    exit when rest = 0;
  end loop;
  if rest > 0 then
    raise exception 'card % has too little', number;
  end if;

  update card set seq = seq + 1
  where brand_id = the_brand and card_id = card_row.card_id
  returning seq into last_seq;
  insert into request (brand_id, request_ref, operation, call_type, happened_at, card_id, card_seq, location_id,
    terminal_id)
  values (the_brand, ref, 'updateBalance', 'UPDATE_BALANCE', happened, card_row.card_id, last_seq, 'L1', 'T1');
  return ref;
end $$;
