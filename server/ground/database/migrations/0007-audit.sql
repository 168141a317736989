-- Who changed the configuration, keys or balances by hand: rows are only ever added. A job seals them one after the other,
-- each seal being a digest of the one before and of the entry, so that a change of any of them shows.

create table audit_entry (
  brand_id text not null references brand,
  entry_id uuid not null default gen_random_uuid(),
  happened_at timestamptz not null,
  action text not null,
  subject text not null,
  actor_kind text not null,
  actor_name text not null,
  actor_from text,
  actor_employee text,
  request_ref uuid,
  before jsonb,
  after jsonb,
  primary key (brand_id, entry_id));

create index audit_entry_time on audit_entry (brand_id, happened_at, entry_id);

-- The order of the chain is that of seq: entries become visible in another order than they were written in.
create table audit_seal (
  brand_id text not null references brand,
  seq bigint not null check (seq > 0),
  entry_id uuid not null,
  seal bytea not null,
  sealed_at timestamptz not null default clock_timestamp(),
  primary key (brand_id, seq),
  unique (brand_id, entry_id),
  foreign key (brand_id, entry_id) references audit_entry (brand_id, entry_id));
