-- What is kept about people: second persons, ways to reach them, answers to surveys, the texts they are found by, and
-- the kinds of events that callers defined.

alter table account
  -- By the interface's names of the fields, like customer.
  add alternate jsonb,
  add giver jsonb,
  -- E-mail, phone, custom data and social networks: what was said about each, and the lists that were chosen.
  add links jsonb not null default '[]',
  -- The answers to each sending of a survey.
  add surveys jsonb not null default '[]';

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
  primary key (brand_id, category_id)
);
