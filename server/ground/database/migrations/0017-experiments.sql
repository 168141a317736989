-- expand: on which side of a campaign's experiment a card was, kept with each of its sales.

-- The number of the card that a card goes on for since a transfer; sides are drawn by it.
alter table card add column drawn_as text;

-- A sale that the conditions of a campaign with a hold-out or variants let in, and the side its card was on. Joined with
-- the sale by its key, which also says whether it was voided or returned. The references are in the order of time.
create table campaign_side (
  -- No reference to the brand: every checkout would share the lock of its one row.
  brand_id text not null,
  campaign_id text not null,
  request_ref uuid not null,
  -- The root card.
  card_id bigint not null,
  -- 'holdout', the name of a variant, or 'treated' where there are none.
  side text not null,
  happened_at timestamptz not null,
  primary key (brand_id, campaign_id, request_ref)
);

-- Both indexes grow at their ends, as time goes on; one by card would be written all over.
create index campaign_side_of_sale on campaign_side (brand_id, request_ref);
