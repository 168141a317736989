-- expand: who runs on this database, and which secret keys what is sealed in it needs.

-- One row for each server or worker that runs. A version that takes something away, and a key that is to go, wait for those
-- that still need it. Whoever was not seen for a minute is gone.
create table running_server (
  server_id uuid primary key,
  version text not null,
  -- The number of the last migration that it has.
  newest_migration integer not null,
  -- Whether it serves calls or only works.
  role text not null check (role in ('start', 'work')),
  host text not null,
  -- The numbers of the keys that it holds, the one that it seals with first.
  key_ids text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);

-- The keys themselves are outside of the database. Here is what tells them apart, and how far each of them is.
create table secret_key (
  -- The first byte of what was sealed with it.
  key_id smallint primary key check (key_id between 2 and 255),
  -- A hash that only the key gives: a wrong one is recognised by it.
  check_value bytea not null,
  -- 'next': held by servers, not used yet. 'sealing': seals what is new. 'opening': only opens what is older.
  -- 'retired': no longer needed, and refused.
  state text not null check (state in ('next', 'sealing', 'opening', 'retired')),
  changed_at timestamptz not null default now()
);
