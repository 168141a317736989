-- Cards, what they hold, and the two books that are never rewritten: the record of requests and the ledger.

create sequence card_id as bigint;

create table card (
  brand_id text not null,
  card_id bigint not null default nextval('card_id'),
  card_set_id text not null,
  card_number text not null,
  custom_card_number text,
  status text not null check (status in (
    'Inventory', 'Distributed', 'Activated', 'Demo', 'Lost', 'Closed', 'Expired', 'Suspended', 'Stolen', 'Transfer')),
  -- How many recorded calls changed this card: their order, whatever the clocks say.
  seq integer not null default 0,
  -- How many lots the card ever had: the next lot's number.
  lot_count integer not null default 0,
  pin_sealed bytea,
  pin_check bytea,
  pin_failures integer not null default 0,
  pin_locked_until timestamptz,
  -- A random number: free cards of a set are picked in its order.
  pick_key integer not null,
  -- 'listed' in a brand file, 'generated' by one, or 'created' by a call.
  origin text not null check (origin in ('listed', 'generated', 'created')),
  created_at timestamptz not null default now(),
  activated_at timestamptz,
  expires_at timestamptz,
  -- A child card has a root; its number is unique among the children of its root.
  root_id bigint,
  -- The locked setup, until when, and the value types that may still be changed. Of a root, for its children too.
  lock_by uuid,
  lock_until timestamptz,
  lock_excluded integer[] not null default '{}',
  -- Where the card signed up: the location of the call that allocated it, or the one that a transfer brought along.
  owning_location text,
  -- Of a card that was transferred out: the call that transferred it in. Set once and never taken back.
  transferred_by uuid,
  primary key (brand_id, card_id),
  foreign key (brand_id, card_set_id) references card_set,
  foreign key (brand_id, root_id) references card,
  check (root_id <> card_id),
  check ((lock_by is null) = (lock_until is null)),
  check (transferred_by is null or status = 'Transfer')
) with (fillfactor = 80);

create unique index card_by_number on card (brand_id, card_number) where root_id is null;
-- Cards are found by their number in any case. Nearly all numbers are digits, so that nearly none is in here.
create index card_by_any_case on card (brand_id, lower(card_number))
  where root_id is null and card_number <> lower(card_number);
create index card_by_custom_number on card (brand_id, lower(custom_card_number)) where custom_card_number is not null;
create index card_by_set on card (brand_id, card_set_id, card_id) where root_id is null;
create index card_free on card (brand_id, card_set_id, pick_key) where status = 'Inventory';
create index card_newest_of_set on card (brand_id, card_set_id, activated_at desc, card_id desc)
  where status in ('Activated', 'Demo') and root_id is null;
create index card_newest on card (brand_id, activated_at desc, card_id desc)
  where status in ('Activated', 'Demo') and root_id is null;
create index card_expiring on card (brand_id, expires_at, card_id)
  where expires_at is not null and status in ('Activated', 'Demo');
create index card_locked on card (brand_id, lock_until) where lock_until is not null;

create unique index card_by_child_number on card (brand_id, card_number, root_id) where root_id is not null;
-- Child cards are found by their number in any case, as root cards are. Nearly all numbers are digits.
create index child_by_any_case on card (brand_id, lower(card_number))
  where root_id is not null and card_number <> lower(card_number);
create index card_by_root on card (brand_id, root_id) where root_id is not null;

-- What is left of one issuance. Its amount includes what holds reserve of it.
create table lot (
  brand_id text not null,
  card_id bigint not null,
  lot_no integer not null,
  value_type_id integer not null,
  -- '' is the card's own balance; others belong to a coupon or a punch subtrack.
  bucket text not null default '',
  amount bigint not null check (amount >= 0),
  held bigint not null default 0 check (held >= 0 and held <= amount),
  return_related boolean not null,
  expires_at timestamptz,
  active_at timestamptz,
  issued_at timestamptz not null,
  -- Indexed instead of the amount, so that taking from a lot stays a heap-only update.
  is_open boolean not null generated always as (amount > 0) stored,
  -- What has expired of the lot, as far as that is booked.
  expired bigint not null default 0,
  -- What voids and returns have counted as taken back because it had expired.
  settled bigint not null default 0,
  -- What was taken from other lots of the card in this one's stead, because it was spent: [{"lot": 2, "amount": 500}].
  stand_ins jsonb,
  -- Of a lot that transfers brought: the card and the number that it had first.
  from_card bigint,
  from_lot integer,
  primary key (brand_id, card_id, lot_no),
  foreign key (brand_id, card_id) references card,
  foreign key (brand_id, value_type_id) references value_type
) with (fillfactor = 80);

create index lot_open on lot (brand_id, card_id) where is_open;
create index lot_expiring on lot (brand_id, expires_at, card_id) where is_open and expires_at is not null;
create index lot_moved on lot (brand_id, from_card, from_lot) where from_card is not null;

-- What a hold reserves of a lot. A hold is the set of its portions; one that is used up has none.
create table hold_portion (
  brand_id text not null,
  card_id bigint not null,
  hold_ref uuid not null,
  lot_no integer not null,
  amount bigint not null check (amount > 0),
  primary key (brand_id, card_id, hold_ref, lot_no),
  foreign key (brand_id, card_id, lot_no) references lot
) with (fillfactor = 80);

-- The sums of the lots, and the end of the ledger's chain, of one (card, value type, bucket).
create table balance (
  brand_id text not null,
  card_id bigint not null,
  value_type_id integer not null,
  bucket text not null default '',
  amount bigint not null check (amount >= 0),
  held bigint not null check (held >= 0 and held <= amount),
  seq integer not null,
  primary key (brand_id, card_id, value_type_id, bucket),
  foreign key (brand_id, card_id) references card,
  foreign key (brand_id, value_type_id) references value_type
) with (fillfactor = 80);

-- One row for each call. The reference being a UUID of version 7, its ranges are ranges of time.
create table request (
  brand_id text not null,
  request_ref uuid not null,
  operation text not null,
  call_type text not null,
  happened_at timestamptz not null,
  -- The date the caller gave (customRequestDate), shown instead of happened_at.
  custom_date timestamptz,
  card_id bigint,
  -- The card's sequence, for calls that belong to its history; null for all others.
  card_seq integer,
  location_id text,
  terminal_id text,
  employee_id text,
  external_transaction_id text,
  note text,
  error_code integer,
  -- The call that voided this one.
  voided_by uuid,
  -- What else the call said that later calls show or need.
  detail jsonb,
  -- The child card that the call was about; card_id is its root.
  child_id bigint,
  -- What became of each rule that was considered. Only kept and shown, hence not jsonb.
  trace json,
  primary key (brand_id, request_ref)
) partition by range (request_ref);

create index request_by_card on request (brand_id, card_id, card_seq) where card_seq is not null;
-- By its hash: a text of any length and script fits.
create index request_by_external_id on request (brand_id, hashtextextended(external_transaction_id, 0))
  where external_transaction_id is not null;

-- Calls that changed the balance of a card which is not their own, such as a referrer's: they are a part of its history, too.
create table call_elsewhere (
  brand_id text not null,
  card_id bigint not null,
  -- The card's sequence, which it shares with the calls of its own.
  card_seq integer not null,
  -- The child whose balance changed; its root is the card.
  child_id bigint,
  request_ref uuid not null,
  primary key (brand_id, card_id, card_seq)
);

-- Every change of a lot, for ever: nobody updates or deletes here.
create table ledger (
  brand_id text not null,
  request_ref uuid not null,
  line integer not null,
  card_id bigint not null,
  value_type_id integer not null,
  bucket text not null default '',
  -- Gapless from 1 for each (card, value type, bucket).
  seq integer not null,
  lot_no integer not null,
  -- The hold that this row reserves for, takes from or releases.
  hold_ref uuid,
  -- What the row adds to the lot, and how it changes what holds reserve of it.
  amount bigint not null,
  held bigint not null default 0,
  balance_after bigint not null check (balance_after >= 0),
  held_after bigint not null check (held_after >= 0 and held_after <= balance_after),
  kind text not null,
  -- Counts the issuances of one call, from 1.
  issuance_index smallint,
  -- The campaign, rule and result that made the row.
  origin jsonb,
  primary key (brand_id, request_ref, line)
) partition by range (request_ref);

-- The customRequestIds that succeeded, for ever, by their hash.
create table idempotency_key (
  brand_id text not null,
  id_sha256 bytea not null,
  request_ref uuid not null,
  -- SHA-256 of operation and body, to notice an id that is used for something else.
  fingerprint bytea not null,
  primary key (brand_id, id_sha256)
);

-- What a card had when it was transferred out: status, custom number, balances, lots and holds. Never its pin.
create table transfer_snapshot (
  brand_id text not null,
  card_id bigint not null,
  -- The transfer out. That of a root card takes a snapshot of each of its children too.
  request_ref uuid not null,
  taken_at timestamptz not null,
  snapshot jsonb not null,
  primary key (brand_id, card_id, request_ref),
  foreign key (brand_id, card_id) references card
);

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

-- Anything outside the prepared ranges still finds a place.
create table request_rest partition of request default;
create table ledger_rest partition of ledger default;
