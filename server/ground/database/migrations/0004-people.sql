-- The people behind cards: what is kept about them, what they agreed to, what they did, and how they are found.

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
  -- By the interface's names of the fields, like customer.
  alternate jsonb,
  giver jsonb,
  -- E-mail, phone, custom data and social networks: what was said about each, and the lists that were chosen.
  links jsonb not null default '[]',
  -- The answers to each sending of a survey.
  surveys jsonb not null default '[]',
  primary key (brand_id, card_id),
  foreign key (brand_id, card_id) references card
) with (fillfactor = 80);

-- Birthdays and anniversaries by month and day.
create index account_birthday on account (brand_id, substr(customer ->> 'birthday', 6), card_id)
  where customer ->> 'birthday' is not null;
create index account_anniversary on account (brand_id, substr(customer ->> 'anniversary', 6), card_id)
  where customer ->> 'anniversary' is not null;
create index account_enrolled on account (brand_id, enrolled_at, card_id) where enrolled_at is not null;

-- Lower-case texts of the primary customer by which a card is found. They follow from the account's row and are written
-- with it. The collation compares bytes, so that the key serves searches for beginnings too.
create table account_term (
  brand_id text not null,
  field text not null,
  term text collate "C" not null,
  card_id bigint not null,
  primary key (brand_id, field, term, card_id),
  foreign key (brand_id, card_id) references card
);

-- The brand's own fields that have a date, by month and day.
create index account_term_day on account_term (brand_id, field, substr(term, 6), card_id)
  where field like 'demographic:%' and term ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$';

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

-- Kinds of events that callers defined, besides those of the brand file.
create table event_type (
  brand_id text not null references brand,
  category_id text not null,
  event_type text not null default 'CUSTOM' check (event_type = 'CUSTOM'),
  name text not null,
  group_type text not null default 'OTHER',
  sentiment smallint not null default 0 check (sentiment between -1 and 1),
  active boolean not null default true,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  -- Who made it: a brand file switches off only what a brand file made.
  origin text not null default 'call' check (origin in ('file', 'call')),
  primary key (brand_id, category_id)
);

create index event_type_oldest on event_type (brand_id, created_at, category_id);

-- Subscriptions that were assigned to a card.
create table card_subscription (
  brand_id text not null,
  card_id bigint not null,
  subscription_id text not null,
  external_id text,
  name text,
  tier text,
  -- Where the subscription is sold and billed, and what kind of system that is.
  source_system text,
  system_type text,
  sub_type text,
  status text not null default 'Active' check (status in ('Active', 'Inactive')),
  assigned_at timestamptz not null,
  starts_at timestamptz,
  ends_at timestamptz,
  primary key (brand_id, card_id, subscription_id),
  foreign key (brand_id, card_id) references card
);

-- The cards that have a pass: the links themselves are signed, and kept by whoever asked for them.
create table pass_link (
  brand_id text not null,
  card_id bigint not null,
  -- When the first link was made.
  issued_at timestamptz not null,
  primary key (brand_id, card_id),
  foreign key (brand_id, card_id) references card
);
