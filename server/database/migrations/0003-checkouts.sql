-- Checkouts and what they bring along: child cards, checkout locks, firings of rules, personal offers, events,
-- messages on their way out, and what is kept about the people behind cards.

-- A child card has a root; its number is unique among the children of its root.
alter table card
  add root_id bigint,
  -- The locked setup, until when, and the value types that may still be changed. Of a root, for its children too.
  add lock_by uuid,
  add lock_until timestamptz,
  add lock_excluded integer[] not null default '{}',
  add foreign key (brand_id, root_id) references card,
  add check (root_id <> card_id),
  add check ((lock_by is null) = (lock_until is null));

-- Whoever looks for a card by its number, or for the newest cards, means roots.
drop index card_by_number, card_by_set, card_newest_of_set, card_newest;
create unique index card_by_number on card (brand_id, card_number) where root_id is null;
create index card_by_set on card (brand_id, card_set_id, card_id) where root_id is null;
create index card_newest_of_set on card (brand_id, card_set_id, activated_at desc, card_id desc)
  where status in ('Activated', 'Demo') and root_id is null;
create index card_newest on card (brand_id, activated_at desc, card_id desc)
  where status in ('Activated', 'Demo') and root_id is null;
create unique index card_by_child_number on card (brand_id, card_number, root_id) where root_id is not null;
create index card_by_root on card (brand_id, root_id) where root_id is not null;

alter table request
  -- The child card that the call was about; card_id is its root.
  add child_id bigint,
  -- What became of each rule that was considered. Only kept and shown, hence not jsonb.
  add trace json;

-- Completed sales, locked setups of them, and returns, whose amounts are negative.
create table checkout (
  brand_id text not null,
  request_ref uuid not null,
  kind text not null check (kind in ('sale', 'setup', 'return')),
  -- The root card.
  card_id bigint,
  child_id bigint,
  happened_at timestamptz not null,
  location_id text not null,
  -- Amounts are whole numbers of 10^-scale of the location's currency.
  currency text not null,
  scale smallint not null,
  total bigint not null,
  discount bigint not null,
  net_total bigint not null,
  -- Of a sale: the setup that it completed. Of a return: the sale.
  of_ref uuid,
  -- Lines, mutations, payments: everything that is only looked at as a whole.
  content json not null,
  -- Millionths of units that were sold and not returned, so that sums of them need not open the content.
  quantity numeric not null,
  is_voided boolean not null default false,
  -- What came back of a sale so far, and of that what is asked for in sums.
  returned json,
  returned_total bigint not null default 0,
  fully_returned boolean not null default false,
  primary key (brand_id, request_ref)
) partition by range (request_ref);

create index checkout_by_card on checkout (brand_id, card_id, happened_at) where card_id is not null;
create index checkout_by_child on checkout (brand_id, child_id, happened_at) where child_id is not null;
create index checkout_by_original on checkout (brand_id, of_ref) where of_ref is not null;

create table checkout_rest partition of checkout default;

-- That a rule fired, for throttles and counters. One that was taken back is deleted.
create table rule_firing (
  -- No reference to the brand: every checkout would share the lock of its one row.
  brand_id text not null,
  -- campaignId/ruleId
  rule_id text not null,
  request_ref uuid not null,
  card_id bigint,
  happened_at timestamptz not null,
  -- In a locked setup: it counts until then, and for good once the setup is completed.
  until timestamptz,
  primary key (brand_id, rule_id, request_ref)
);

create index rule_firing_by_card on rule_firing (brand_id, card_id, rule_id, happened_at) where card_id is not null;
create index rule_firing_of_setup on rule_firing (brand_id, request_ref) where until is not null;

-- One row for each brand, only to be locked: whoever counts firings of the whole brand holds it, last of all locks.
create table brand_counter (
  brand_id text primary key references brand
);

-- Offers to one card. Never deleted: one that is withdrawn stays for its activity.
create table personal_offer (
  brand_id text not null,
  card_id bigint not null,
  -- Counts the card's offers, from 1.
  offer_no integer not null,
  -- What it is for and what it gives, in the words of the interface.
  terms jsonb not null,
  custom_id integer,
  active_at timestamptz,
  expires_at timestamptz not null,
  max_uses integer not null,
  uses integer not null default 0 check (uses >= 0),
  withdrawn boolean not null default false,
  -- The call that gave it.
  given_by uuid not null,
  primary key (brand_id, card_id, offer_no),
  foreign key (brand_id, card_id) references card
);

create table offer_use (
  brand_id text not null,
  request_ref uuid not null,
  card_id bigint not null,
  offer_no integer not null,
  happened_at timestamptz not null,
  primary key (brand_id, request_ref, card_id, offer_no),
  foreign key (brand_id, card_id, offer_no) references personal_offer
);

create index offer_use_by_card on offer_use (brand_id, card_id, happened_at desc);

-- What happened to a card, as callers and rules say it.
create table event (
  brand_id text not null,
  request_ref uuid not null,
  -- Counts the events of one call, from 1.
  line integer not null,
  card_id bigint not null,
  event_type text not null,
  category_id text not null,
  specific_id text,
  happened_at timestamptz not null,
  payload text,
  properties jsonb,
  primary key (brand_id, request_ref, line),
  foreign key (brand_id, card_id) references card
);

create index event_by_card on event (brand_id, card_id, category_id, happened_at);

-- The outbox: written with the change that a message tells of, and sent after it.
create table message (
  brand_id text not null references brand,
  request_ref uuid not null,
  -- Counts the messages of one call, from 1.
  line integer not null,
  card_id bigint,
  channel text not null,
  rule_id text not null,
  template_id text,
  subject text,
  body text not null,
  html text,
  created_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'cancelled', 'notSent')),
  primary key (brand_id, request_ref, line)
);

create index message_waiting on message (brand_id, created_at) where state = 'waiting';

-- Redemptions that a checkout refers to as its payments: each is a payment at most once.
create table payment_use (
  brand_id text not null references brand,
  request_ref uuid not null,
  checkout_ref uuid not null,
  primary key (brand_id, request_ref)
);

-- What is kept about the person behind a card.
create table account (
  brand_id text not null,
  card_id bigint not null,
  enrolled_at timestamptz,
  -- By the interface's names of the fields.
  customer jsonb not null default '{}',
  -- The brand's own fields: lists of values.
  demographics jsonb not null default '{}',
  -- The programs that the card is enrolled in, and since when, in milliseconds.
  programs jsonb not null default '{}',
  primary key (brand_id, card_id),
  foreign key (brand_id, card_id) references card
) with (fillfactor = 80);

-- As before, for checkouts too.
create or replace function make_partitions(parent text, months integer) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  month timestamptz;
begin
  if parent not in ('request', 'ledger', 'checkout') then
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
