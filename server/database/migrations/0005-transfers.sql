-- Transfers: what a card has moves to another card, once.

alter table card
  -- Where the card signed up: the location of the call that allocated it, or the one that a transfer brought along.
  add owning_location text,
  -- Of a card that was transferred out: the call that transferred it in. Set once and never taken back.
  add transferred_by uuid,
  add check (transferred_by is null or status = 'Transfer');

-- What a card had when it was transferred out: status, custom number, balances, lots and holds. Never its pin.
create table transfer_snapshot (
  brand_id text not null,
  card_id bigint not null,
  -- The transfer out. That of a root card takes a snapshot of each of its children too.
  request_ref uuid not null,
  taken_at timestamptz not null,
  snapshot jsonb not null,
  primary key (brand_id, card_id, request_ref),
  foreign key (brand_id, card_id) references card
);
