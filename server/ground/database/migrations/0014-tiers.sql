-- expand: the levels that cards reach.

-- The level of a root card as it was booked last. What it is measured by is summed up whenever it is asked for.
create table card_tier (
  brand_id text not null,
  card_id bigint not null,
  program_id text not null,
  -- What the customer has: the manual level while there is one, else the one that was reached. Null is none.
  shown_level text,
  -- What was reached, and until when it is kept; null is for good.
  level_id text,
  kept_until timestamptz,
  -- A level that was given by hand, and its end.
  override_level text,
  override_until timestamptz,
  -- How many changes there are: the last one says the same as this row.
  changes integer not null,
  due_at timestamptz generated always as (least(kept_until, override_until)) stored,
  primary key (brand_id, card_id),
  foreign key (brand_id, card_id) references card,
  check ((override_level is null) = (override_until is null))
) with (fillfactor = 80);

create index card_tier_due on card_tier (brand_id, due_at, card_id) where due_at is not null;

-- Why a card has its level. Rows are never changed, but for the reason of a manual level when its person is erased.
create table tier_change (
  brand_id text not null,
  card_id bigint not null,
  -- Gapless from 1 for each card.
  seq integer not null,
  program_id text not null,
  happened_at timestamptz not null,
  why text not null check (why in (
    'reached', 'prolonged', 'kept', 'lapsed', 'undone', 'restored', 'override', 'overrideEnded', 'moved', 'reconfigured')),
  -- What the customer had before and has now.
  from_level text,
  to_level text,
  -- The row of card_tier as it became.
  level_id text,
  kept_until timestamptz,
  override_level text,
  override_until timestamptz,
  override_reason text,
  -- The instant at which the measure was looked at, and what it was then.
  judged_at timestamptz not null,
  measured numeric not null,
  request_ref uuid not null,
  primary key (brand_id, card_id, seq),
  foreign key (brand_id, card_id) references card
);
