-- The inbox of notices that messages came back, or arrive again. A job makes events of them, and deletes them.

create table bounce (
  brand_id text not null references brand,
  seq bigint generated always as identity,
  event_type text not null check (event_type in ('BOUNCED', 'UNBOUNCED')),
  channel text not null check (channel in ('email', 'phone')),
  -- The card whose customer the message went to, or else the address or number that is meant.
  card_id bigint,
  user_key text,
  -- What the mail server or the gateway said.
  reason text,
  happened_at timestamptz not null,
  primary key (brand_id, seq),
  check ((card_id is null) <> (user_key is null))
);
