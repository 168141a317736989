-- What the users of phone numbers and addresses agreed to, and event types of brand files beside those of calls.

create table channel (
  brand_id text not null references brand,
  channel text not null check (channel in ('phone', 'email')),
  -- What is compared: a number in E.164, an address in lower case.
  user_key text not null,
  -- What is shown.
  channel_user text not null,
  global_opt_in boolean not null,
  transactional_opt_in boolean not null,
  double_opt_in boolean not null,
  double_opt_in_confirmed boolean not null,
  -- Whether the user is on a list, by the list's uuid. Who opted out is on none.
  lists jsonb not null,
  key_values jsonb not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (brand_id, channel, user_key),
  check (global_opt_in or lists = '{}')
) with (fillfactor = 80);

-- The address or number that a message goes to when it is not for the customer of a card.
alter table message add recipient text;

-- Those of a brand file have a row too, so that all are listed, named and changed alike.
alter table event_type
  -- Who made it: a brand file switches off only what a brand file made.
  add origin text not null default 'call' check (origin in ('file', 'call'));

create index event_type_oldest on event_type (brand_id, created_at, category_id);

insert into event_type (brand_id, category_id, name, group_type, sentiment, active, created_at, modified_at, origin)
select brand_id, type ->> 'categoryId', type ->> 'name', type ->> 'groupType', (type ->> 'sentiment')::smallint,
  active, created_at, changed_at, 'file'
from brand
cross join lateral (
  select type, true from jsonb_array_elements(document -> 'eventTypes') as type
  union all
  select type, false from jsonb_array_elements(document -> 'switchedOff' -> 'eventTypes') as type) as known (type, active)
on conflict do nothing;
