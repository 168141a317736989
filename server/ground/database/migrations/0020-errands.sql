-- expand: long work that somebody has asked for: what it is, how far it has got, and what came of it.

create table errand (
  brand_id text not null references brand on delete cascade,
  -- The call that asked for it, or a number of its own if that was a command.
  errand_id uuid not null,
  kind text not null,
  -- What was asked for, as it was given, and what came of it. Text of JSON: nobody looks inside.
  input text not null check (length(input) <= 900000),
  result text check (octet_length(result) <= 1048576),
  state text not null check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  -- Why it failed.
  error text,
  asked_at timestamptz not null,
  actor_kind text not null,
  actor_name text not null,
  actor_from text,
  actor_employee text,
  -- From when on somebody may take it up: one that waits at once or after a pause, one that runs when its lease is over.
  free_at timestamptz,
  -- The attempt that it belongs to while it runs. Whoever holds another lease has lost it.
  lease uuid,
  server text,
  attempts integer not null check (attempts >= 0),
  began_at timestamptz,
  cancel_asked_at timestamptz,
  ended_at timestamptz,
  -- How far it has got: so many of so many, and a sentence.
  done bigint check (done >= 0),
  total bigint check (total >= 0),
  progress text check (length(progress) <= 200),
  -- What the next attempt goes on with, should this one be cut off.
  checkpoint text check (octet_length(checkpoint) <= 1048576),
  primary key (brand_id, errand_id),
  check ((state = 'running') = (lease is not null)),
  check ((state in ('waiting', 'running')) = (ended_at is null)),
  check ((ended_at is null) = (free_at is not null)),
  check ((state = 'done') = (result is not null)),
  check ((state = 'failed') = (error is not null)));

-- One at a time of a brand.
create unique index errand_running on errand (brand_id) where state = 'running';
create index errand_open on errand (brand_id, free_at) where ended_at is null;
create index errand_failed on errand (brand_id, ended_at) where state = 'failed';
