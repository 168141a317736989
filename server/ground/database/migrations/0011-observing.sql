-- expand: for whoever watches over a running service.

-- When the books of a brand were last derived from the ledger again, and how that ended.
create table verify_run (
  brand_id text primary key references brand,
  ran_at timestamptz not null,
  ledger_rows bigint not null,
  discrepancies bigint not null
);

-- Of a call that is traced: what webhooks are handed on, so that their receivers go on with the trace (W3C Trace Context).
alter table notice add column traceparent text;
