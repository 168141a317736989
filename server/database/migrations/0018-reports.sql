-- expand: sums of the ledger by day, so that reports need not read all of it.

-- What was added to balances and taken from them on a day, and why. Kept by a job; what it has not come to yet is added
-- up from the ledger itself.
create table ledger_day (
  brand_id text not null,
  -- In the brand's time zone. A call's customRequestDate counts as its date.
  day date not null,
  value_type_id integer not null,
  -- Where it happened; '' for what jobs do.
  location_id text not null,
  kind text not null,
  -- campaignId/ruleId; '' for what no campaign did.
  rule_id text not null,
  added numeric not null,
  taken numeric not null,
  changes bigint not null,
  primary key (brand_id, day, value_type_id, location_id, kind, rule_id)
);

-- How the balance of lots changed on a day, by the month they were issued in and the month they expire in.
create table lot_day (
  brand_id text not null,
  day date not null,
  value_type_id integer not null,
  -- The first of the month; of what never expires, infinity.
  issued_month date not null,
  expires_month date not null,
  amount numeric not null,
  primary key (brand_id, day, value_type_id, issued_month, expires_month)
);
