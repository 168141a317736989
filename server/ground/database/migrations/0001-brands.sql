-- A brand is the top of everything. brand_id leads every key, so that a reference across brands cannot be stored
-- and a brand is the natural unit of distribution.

create table brand (
  brand_id text primary key,
  name text not null,
  -- Grows with every change of the configuration; whoever holds an older one reads again.
  config_version bigint not null default 1,
  -- The brand file, normalised: hashes instead of secrets, listed cards and pins left out.
  document jsonb not null,
  -- SHA-256 of the content of the file that was applied last; null when it was changed by other means.
  file_sha256 bytea,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);

create table api_key (
  brand_id text not null references brand,
  api_key text not null,
  secret_sha256 bytea not null check (length(secret_sha256) = 32),
  -- 'file': made by a brand file, and switched off when it disappears from it. 'command': made by hand, stays.
  origin text not null check (origin in ('file', 'command')),
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  -- The newer of two while one is being replaced.
  second_secret_sha256 bytea check (length(second_secret_sha256) = 32),
  scope text[],
  locations text[],
  addresses text[],
  expires_at timestamptz,
  strict boolean not null default false,
  -- Written at most once a minute, so that it costs calls nothing.
  last_used_at timestamptz,
  primary key (brand_id, api_key)
);

-- The numbers that rows carry instead of a value type's names. A number is never used again.
create table value_type (
  brand_id text not null references brand,
  value_type_id integer not null,
  program_id text not null,
  balance_type text not null check (balance_type in ('Points', 'Currency', 'Punches', 'Custom')),
  balance_code text not null default '',
  -- Fixed for ever, because stored amounts are whole numbers of 10^-scale.
  scale smallint not null check (scale between 0 and 6),
  primary key (brand_id, value_type_id),
  unique (brand_id, program_id, balance_type, balance_code)
);

create table card_set (
  brand_id text not null references brand,
  card_set_id text not null,
  program_id text not null,
  primary key (brand_id, card_set_id)
);

-- One row for each brand, only to be locked: whoever counts firings of the whole brand holds it, last of all locks.
create table brand_counter (
  brand_id text primary key references brand
);

-- How far a job got in a brand, for those that go on where they stopped.
create table job_mark (
  brand_id text not null references brand,
  job text not null,
  mark text not null,
  changed_at timestamptz not null default now(),
  primary key (brand_id, job)
);

-- Where customers reach the servers, as the one that started last said: one row, for those who make links and serve nothing.
create table reached_at (
  url text not null,
  -- Whether the operator said so; a server only knows where it listens.
  is_given boolean not null,
  said_at timestamptz not null
);
