-- When the books of a brand were last derived from the ledger again, and how that ended: for whoever watches over it.

create table verify_run (
  brand_id text primary key references brand,
  ran_at timestamptz not null,
  ledger_rows bigint not null,
  discrepancies bigint not null
);
