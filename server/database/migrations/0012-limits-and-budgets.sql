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
