-- What happens without a call: date rules, segments, scores and recommendations.

-- That a rule was considered for a card on an occasion, whether or not it fired: it is not considered for it again.
-- Written in the transaction of the effects, under the lock of the card.
create table date_firing (
  brand_id text not null,
  -- campaignId/ruleId
  rule_id text not null,
  -- The year of what comes every year (2026), the day of everything else (2026-11-15).
  occurrence text collate "C" not null,
  card_id bigint not null,
  considered_at timestamptz not null,
  primary key (brand_id, rule_id, occurrence, card_id),
  foreign key (brand_id, card_id) references card
);

-- Those that are known by their day cannot come again after a while, and are forgotten.
create index date_firing_oldest on date_firing (brand_id, considered_at) where length(occurrence) > 4;

-- How far a rule has come. One that has no row is new, and does not make up for the time before it was there.
create table date_progress (
  brand_id text not null references brand,
  rule_id text not null,
  -- Everything that became due until then is done.
  done_until timestamptz not null,
  -- A rule that fails for a reason of ours rests until then.
  not_before timestamptz,
  -- The schedule that the rule had when it began, and the day on which it did: with another schedule it begins anew, and
  -- a recurrence that names no first day counts from that one.
  schedule text,
  first_day text collate "C",
  primary key (brand_id, rule_id)
) with (fillfactor = 50);

-- The root cards that are in a segment. No reference to the card: refreshing a million would lock each of their rows.
create table segment_member (
  brand_id text not null,
  segment_id text not null,
  card_id bigint not null,
  primary key (brand_id, segment_id, card_id)
);

create index segment_member_by_card on segment_member (brand_id, card_id);

create table segment_state (
  brand_id text not null references brand,
  segment_id text not null,
  -- When its members were worked out last; null until they were for the first time.
  refreshed_at timestamptz,
  -- SHA-256 of the conditions by which they are: a segment whose conditions were changed is due at once.
  config_sha256 bytea,
  -- While they are being worked out: the last card that is done. Whoever goes on begins after it.
  cursor_card bigint,
  primary key (brand_id, segment_id)
);

-- Cards that came in or left while a rule was waiting for it: written with the membership, and marked with the effects.
create table segment_change (
  brand_id text not null,
  seq bigint generated always as identity,
  segment_id text not null,
  card_id bigint not null,
  change text not null check (change in ('enter', 'leave')),
  happened_at timestamptz not null,
  fired_at timestamptz,
  primary key (brand_id, seq)
);

create index segment_change_waiting on segment_change (brand_id, seq) where fired_at is null;
create index segment_change_done on segment_change (brand_id, fired_at) where fired_at is not null;

-- The scores of the cards that bought something in the last year.
create table card_score (
  brand_id text not null,
  card_id bigint not null,
  recency numeric(4, 3) not null check (recency between 1 and 5),
  frequency numeric(4, 3) not null check (frequency between 1 and 5),
  monetary numeric(4, 3) not null check (monetary between 1 and 5),
  total smallint not null check (total between 0 and 100),
  primary key (brand_id, card_id)
) with (fillfactor = 80);

-- Products that are bought together more often than chance would have it: the best of each product.
create table product_pair (
  brand_id text not null,
  sku text not null,
  other_sku text not null,
  -- The log-likelihood ratio.
  score double precision not null,
  primary key (brand_id, sku, other_sku)
);

-- The products that most checkouts have.
create table best_seller (
  brand_id text not null,
  place smallint not null,
  sku text not null,
  checkouts bigint not null,
  primary key (brand_id, place)
);
