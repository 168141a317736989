-- What the smaller merchant operations keep: subscriptions of cards and passes that were given out.

-- A card's messages, the newest first.
create index message_by_card on message (brand_id, card_id, created_at desc) where card_id is not null;

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
