-- expand: what is taken back, or made up for, after a campaign has made a mistake.

-- One row for each that was decided on. What it comes to in all was judged then; a job goes through its cards.
create table repair (
  brand_id text not null,
  -- The call that began it.
  repair_id uuid not null,
  campaign_id text not null,
  -- 'take': what is left of what the campaign gave; 'give': goodwill; 'tell': a message.
  kind text not null,
  -- What it does to each card: {"template": "sorry"}, or {"balanceType": "Points", "amount": "50", "expiresAt": 1790000000000}.
  wish jsonb not null,
  location_id text not null,
  terminal_id text not null,
  reason text not null,
  asked_by text not null,
  -- Whether a user of the portal asked for it, and not a key.
  by_user boolean not null,
  approved_by text,
  asked_at timestamptz not null,
  cards integer not null,
  ended_at timestamptz,
  primary key (brand_id, repair_id)
);

create index repair_open on repair (brand_id) where ended_at is null;
create index repair_of_campaign on repair (brand_id, campaign_id);

create table repair_card (
  brand_id text not null,
  repair_id uuid not null,
  card_id bigint not null,
  -- What to take of which lot at most: [{"lot": 2, "amount": 500}].
  lots jsonb,
  ended_at timestamptz,
  -- The call that did it; null where there was nothing left to do, or where it was refused.
  request_ref uuid,
  error_code integer,
  primary key (brand_id, repair_id, card_id)
);

create index repair_card_open on repair_card (brand_id, repair_id, card_id) where ended_at is null;
