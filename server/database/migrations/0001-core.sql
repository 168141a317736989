-- The ground floor: brands, keys, cards, balances, the ledger and the record of requests.
-- brand_id leads every key, so that a reference across brands cannot be stored
-- and a brand is the natural unit of distribution.

create table brand (
  brand_id text primary key,
  name text not null,
  -- Grows with every change of the configuration; whoever holds an older one reads again.
  config_version bigint not null default 1,
  -- The brand file, normalised: hashes instead of secrets, listed cards and pins left out.
  document jsonb not null,
  -- SHA-256 of the content of the file that was applied last; null when it was changed by other means.
  file_sha256 bytea,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);

create table api_key (
  brand_id text not null references brand,
  api_key text not null,
  secret_sha256 bytea not null check (length(secret_sha256) = 32),
  -- 'file': made by a brand file, and switched off when it disappears from it. 'command': made by hand, stays.
  origin text not null check (origin in ('file', 'command')),
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  primary key (brand_id, api_key)
);

-- The numbers that rows carry instead of a value type's names. A number is never used again.
create table value_type (
  brand_id text not null references brand,
  value_type_id integer not null,
  program_id text not null,
  balance_type text not null check (balance_type in ('Points', 'Currency', 'Punches', 'Custom')),
  balance_code text not null default '',
  -- Fixed for ever, because stored amounts are whole numbers of 10^-scale.
  scale smallint not null check (scale between 0 and 6),
  primary key (brand_id, value_type_id),
  unique (brand_id, program_id, balance_type, balance_code)
);

create table card_set (
  brand_id text not null references brand,
  card_set_id text not null,
  program_id text not null,
  primary key (brand_id, card_set_id)
);

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
  primary key (brand_id, card_id),
  foreign key (brand_id, card_set_id) references card_set
) with (fillfactor = 80);

create unique index card_by_number on card (brand_id, card_number);
create index card_by_custom_number on card (brand_id, lower(custom_card_number)) where custom_card_number is not null;
create index card_by_set on card (brand_id, card_set_id, card_id);
create index card_free on card (brand_id, card_set_id, pick_key) where status = 'Inventory';
create index card_newest_of_set on card (brand_id, card_set_id, activated_at desc, card_id desc)
  where status in ('Activated', 'Demo');
create index card_newest on card (brand_id, activated_at desc, card_id desc) where status in ('Activated', 'Demo');

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
  primary key (brand_id, card_id, lot_no),
  foreign key (brand_id, card_id) references card,
  foreign key (brand_id, value_type_id) references value_type
) with (fillfactor = 80);

create index lot_open on lot (brand_id, card_id) where is_open;
create index lot_expiring on lot (brand_id, expires_at) where is_open and expires_at is not null;

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
  primary key (brand_id, request_ref)
) partition by range (request_ref);

create index request_by_card on request (brand_id, card_id, card_seq) where card_seq is not null;
-- By its hash: a text of any length and script fits.
create index request_by_external_id on request (brand_id, hashtextextended(external_transaction_id, 0))
  where external_transaction_id is not null;

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

-- Anything outside the prepared ranges still finds a place.
create table request_rest partition of request default;
create table ledger_rest partition of ledger default;

-- The smallest UUID of version 7 of an instant.
create function uuid_floor(at timestamptz) returns uuid language sql immutable as $$
  select (lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid
$$;

-- Makes the monthly partitions of `parent` from this month to `months` ahead. Runs as its owner:
-- the server's own role may not create tables.
create function make_partitions(parent text, months integer) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  month timestamptz;
begin
  if parent not in ('request', 'ledger') then
    raise exception 'not a table that is partitioned by time: %', parent;
  end if;
  for i in 0..months loop
    month := (date_trunc('month', now() at time zone 'UTC') + make_interval(months => i)) at time zone 'UTC';
    begin
      execute format('create table if not exists %I partition of %I for values from (%L) to (%L)',
        parent || to_char(month at time zone 'UTC', '_YYYY_MM'), parent,
        uuid_floor(month), uuid_floor(((month at time zone 'UTC') + interval '1 month') at time zone 'UTC'));
    exception when check_violation then
      -- A clock that was far ahead put rows of this month into the rest: they, and the month, stay there.
      raise warning 'no partition of % for %', parent, month;
    end;
  end loop;
end $$;
