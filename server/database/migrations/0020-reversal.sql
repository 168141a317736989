-- Reversal: what has expired of an issuance counts as taken back, and calls are undone on the card that has their balance now.

-- What has expired of the lot, as far as that is booked.
alter table lot add column expired bigint not null default 0;
-- What voids and returns have counted as taken back because it had expired.
alter table lot add column settled bigint not null default 0;
-- What was taken from other lots of the card in this one's stead, because it was spent: [{"lot": 2, "amount": 500}].
alter table lot add column stand_ins jsonb;
-- Of a lot that transfers brought: the card and the number that it had first.
alter table lot add column from_card bigint;
alter table lot add column from_lot integer;

create index lot_moved on lot (brand_id, from_card, from_lot) where from_card is not null;

update lot
set expired = booked.expired
from (
  select brand_id, card_id, lot_no, -sum(amount) as expired
  from ledger
  where kind = 'Expiration'
  group by brand_id, card_id, lot_no) as booked
where lot.brand_id = booked.brand_id and lot.card_id = booked.card_id and lot.lot_no = booked.lot_no;

-- Cards that were transferred in, and the card that has what they had, however many transfers lie between the two.
create table card_heir (
  brand_id text not null,
  card_id bigint not null,
  heir_id bigint not null,
  primary key (brand_id, card_id),
  foreign key (brand_id, card_id) references card,
  foreign key (brand_id, heir_id) references card
);

create index card_heir_by_heir on card_heir (brand_id, heir_id);

with recursive moved as (
  select brand_id, (detail -> 'transfer' ->> 'from')::bigint as card_id, coalesce(child_id, request.card_id) as heir_id
  from request
  where error_code is null and detail -> 'transfer' ->> 'action' = 'in'),
chain as (
  select brand_id, card_id, heir_id from moved
  union all
  select chain.brand_id, chain.card_id, moved.heir_id
  from chain
  join moved on moved.brand_id = chain.brand_id and moved.card_id = chain.heir_id)
insert into card_heir (brand_id, card_id, heir_id)
select brand_id, card_id, heir_id
from chain
where not exists (
  select from moved where moved.brand_id = chain.brand_id and moved.card_id = chain.heir_id);
