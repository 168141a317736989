-- expand: limits per child, location, terminal and code, and budgets.

-- Whom and where a rule fired for. Only what a limit of the rule counts is kept, so that other firings pay for no index.
alter table rule_firing add column child_id bigint;
alter table rule_firing add column location_id text;
-- A terminal is one of its location.
alter table rule_firing add column terminal_id text;
-- The public code that was presented.
alter table rule_firing add column code text;

create index concurrently if not exists rule_firing_by_child on rule_firing (brand_id, child_id, rule_id, happened_at)
  where child_id is not null;
create index concurrently if not exists rule_firing_by_location
  on rule_firing (brand_id, rule_id, location_id, happened_at) where location_id is not null;
create index concurrently if not exists rule_firing_by_code on rule_firing (brand_id, rule_id, code, happened_at)
  where code is not null;

-- What the firings of a rule or a campaign may still give away, in stripes: a lane spends of its own what was granted to it,
-- and only where that is not enough are all stripes of the budget locked and shared out anew.
create table budget_stripe (
  -- No reference to the brand: every checkout would share the lock of its one row.
  brand_id text not null,
  -- campaignId or campaignId/ruleId, and what is counted, with its decimals.
  counter text not null,
  -- ever, days N, or a day, week, month or year with its first date.
  period text not null,
  stripe smallint not null,
  -- What the budget was when it was last shared out.
  amount bigint not null,
  -- Spent stays within it, but where a return was voided.
  granted bigint not null,
  -- Below 0 where more was given back than this stripe has spent.
  spent bigint not null,
  -- The highest percentage that webhooks were told of.
  told smallint not null,
  ends_at timestamptz,
  primary key (brand_id, counter, period, stripe)
) with (fillfactor = 50);

-- What each call took of a budget, or below 0 gave back. All that is not freed adds up to what is spent.
create table budget_use (
  brand_id text not null,
  request_ref uuid not null,
  line smallint not null,
  counter text not null,
  period text not null,
  amount bigint not null,
  -- 0: not part of a stripe yet. 1: part of one. 2: no longer.
  state smallint not null,
  -- When it ends to count: the reservation of a setup, and whatever leaves the last days.
  frees_at timestamptz,
  -- When it does once its setup is completed.
  ages_at timestamptz,
  primary key (brand_id, request_ref, line)
);

create index budget_use_pending on budget_use (brand_id, counter, period) where state = 0;
create index budget_use_freeing on budget_use (brand_id, counter, period, frees_at) where state = 1 and frees_at is not null;
