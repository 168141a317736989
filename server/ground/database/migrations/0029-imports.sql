-- expand: files of other providers that were loaded: how far each has got, and what it came to.

create table import_run (
  brand_id text not null references brand on delete cascade,
  import_id uuid not null,
  kind text not null check (kind in ('cards', 'customers', 'balances', 'coupons', 'products')),
  file_name text not null check (length(file_name) <= 255),
  file_sha256 bytea not null check (octet_length(file_sha256) = 32),
  -- How the file was read: which column is what, what is the same in all rows, the decimal mark. Text of JSON.
  reading text not null check (length(reading) <= 20000),
  state text not null check (state in ('loading', 'done')),
  row_count bigint not null check (row_count >= 0),
  -- The rows up to this one are dealt with: written, found as they are, or skipped. Changes with each batch.
  rows_done bigint not null check (rows_done between 0 and row_count),
  rows_written bigint not null,
  rows_same bigint not null,
  rows_skipped bigint not null,
  -- Of balances, by the name of the value, in units of 10^-12: what the file has, and what was written of it.
  file_sums jsonb not null,
  written_sums jsonb not null,
  skipped_sums jsonb not null,
  began_at timestamptz not null,
  ended_at timestamptz,
  actor_name text not null,
  primary key (brand_id, import_id),
  check (rows_written >= 0 and rows_same >= 0 and rows_skipped >= 0),
  check (rows_written + rows_same + rows_skipped = rows_done),
  check ((state = 'done') = (ended_at is not null)),
  check (state <> 'done' or rows_done = row_count)
);

-- The same file, read in the same way, is one import.
create unique index import_run_by_file on import_run (brand_id, kind, file_sha256, hashtextextended(reading, 0));
