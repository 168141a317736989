-- Calls that changed the balance of a card which is not their own, such as a referrer's: they are a part of its history, too.
create table call_elsewhere (
  brand_id text not null,
  card_id bigint not null,
  -- The card's sequence, which it shares with the calls of its own.
  card_seq integer not null,
  -- The child whose balance changed; its root is the card.
  child_id bigint,
  request_ref uuid not null,
  primary key (brand_id, card_id, card_seq)
);
