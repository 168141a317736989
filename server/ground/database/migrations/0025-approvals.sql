-- expand: changes by hand that need a second person, and cards of rare states for the lists of the portal.

-- What somebody may not do alone: kept until another person approves or declines it, or its time is over.
create table approval (
  brand_id text not null references brand on delete cascade,
  approval_id uuid not null,
  operation text not null,
  -- What the operation is to be called with. Text of JSON: nobody looks inside.
  request text not null check (octet_length(request) <= 65536),
  -- The card that it is about, for those who decide.
  card_number text,
  -- issue, void, adjust or cashOut: the limit that it is above.
  of_limit text not null,
  location_id text not null,
  terminal_id text not null,
  reason text not null check (length(reason) <= 1000),
  asked_by text not null,
  asked_at timestamptz not null,
  ends_at timestamptz not null,
  -- 'approved': it is being carried out, or was and nobody has said so yet.
  state text not null check (state in ('waiting', 'approved', 'done', 'failed', 'declined')),
  decided_by text,
  decided_at timestamptz,
  -- Why it was declined, or why it could not be carried out.
  decision_text text check (length(decision_text) <= 1000),
  -- The call that carried it out.
  request_ref uuid,
  primary key (brand_id, approval_id),
  check ((state = 'waiting') = (decided_by is null)),
  check ((decided_by is null) = (decided_at is null)),
  check (state <> 'done' or request_ref is not null),
  check (decided_by is null or decided_by <> asked_by)
);

create index approval_newest on approval (brand_id, asked_at desc, approval_id desc);
create index approval_open on approval (brand_id, asked_at) where state in ('waiting', 'approved');

-- Few cards are lost, suspended, closed or transferred: they are found without a look at all others.
create index concurrently if not exists card_unusual on card (brand_id, status, card_id)
  where root_id is null and status not in ('Activated', 'Inventory');
