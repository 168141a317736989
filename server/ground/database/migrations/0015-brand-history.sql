-- expand: every version of a brand's configuration, and those that are to come.

-- One row for each config_version that a change made, from this migration on; of a brand that is older, also what it was
-- when it was first seen. Rows are only added, and what is in one stays: only taken_up is ever changed.
create table brand_version (
  brand_id text not null references brand on delete cascade,
  version bigint not null check (version > 0),
  -- 'file': a whole file that names no version. 'edit': a file that was exported from of_version and changed.
  -- 'rollback': the content of of_version again. 'promotion': from the file of another brand. 'found': as it was first seen.
  source text not null check (source in ('file', 'edit', 'rollback', 'promotion', 'found')),
  of_version bigint,
  -- Whether a file that names no version was applied later and changed nothing: it has all of this version in it.
  taken_up boolean not null default false,
  -- The number in brand_schedule, if it was applied at a time that was set before.
  schedule_number integer,
  made_at timestamptz not null,
  -- Null where nobody knows.
  actor_kind text,
  actor_name text,
  actor_from text,
  actor_employee text,
  request_ref uuid,
  note text,
  -- What it changed, one line each, as far as there is room; change_count counts all of them.
  changes jsonb not null,
  change_count integer not null,
  -- The document as JSON, compressed with gzip: without the brand's id, secrets and the names of employees, with marks of
  -- what it hides.
  content bytea not null,
  -- The beginning of the SHA-256 of that JSON, by which an export is recognised.
  fingerprint text not null,
  primary key (brand_id, version));

create table brand_schedule (
  brand_id text not null references brand on delete cascade,
  number integer not null check (number > 0),
  due_at timestamptz not null,
  state text not null check (state in ('waiting', 'applied', 'refused', 'cancelled')),
  source text not null check (source in ('file', 'edit')),
  -- The version that was current when it was scheduled.
  base_version bigint not null,
  overwrite boolean not null,
  made_at timestamptz not null,
  actor_kind text not null,
  actor_name text not null,
  actor_from text,
  actor_employee text,
  request_ref uuid,
  note text,
  changes jsonb not null,
  change_count integer not null,
  -- The file to apply, as JSON, compressed with gzip: hashes instead of secrets.
  content bytea not null,
  ended_at timestamptz,
  -- What it became, or why it was refused.
  version bigint,
  reasons jsonb,
  primary key (brand_id, number));

create index brand_schedule_waiting on brand_schedule (brand_id, due_at) where state = 'waiting';
