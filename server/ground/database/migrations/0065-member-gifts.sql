-- expand: gift cards that a member has sent on to somebody.

create table member_gift (
  brand_id text not null,
  gift_id uuid not null,
  -- Who sent it; if that card was transferred since, its heir is meant.
  card_id bigint not null,
  gift_card_id bigint not null,
  sent_at timestamptz not null,
  -- Who is taking it, or taking it back, at this moment: one at a time.
  taker_id bigint,
  claimed_at timestamptz,
  -- taken or revoked; null: it waits.
  ended text,
  ended_at timestamptz,
  primary key (brand_id, gift_id)
);

create index member_gift_by on member_gift (brand_id, card_id);
-- A card waits for one person at most.
create unique index member_gift_waiting on member_gift (brand_id, gift_card_id) where ended is null;
