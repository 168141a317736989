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

-- What rules did on a day besides the ledger, in numbers that add up. What a void or a return takes back counts on its own
-- day.
create table rule_day (
  brand_id text not null,
  day date not null,
  -- campaignId/ruleId; campaignId/ for what is counted once for all rules of a campaign; '' for personal offers.
  rule_id text not null,
  location_id text not null,
  -- 'firing'; 'visit': a call in which a campaign fired; 'discount'; 'takenBack': of what rules issued.
  measure text not null,
  -- Of discounts currency and scale, such as USD/2; of what was taken back the value type; else ''.
  unit text not null,
  amount numeric not null,
  primary key (brand_id, day, rule_id, location_id, measure, unit)
);

-- How many calls there were on a day, by where, by whom and of which kind.
create table activity_day (
  brand_id text not null,
  day date not null,
  location_id text not null,
  employee_id text not null,
  kind text not null,
  calls bigint not null,
  primary key (brand_id, day, location_id, employee_id, kind)
);

-- How many sales that stand a customer had in a month, so that it is known who came back.
create table customer_month (
  brand_id text not null,
  -- The root card, as it was at the time: card_heir says who it is now.
  card_id bigint not null,
  -- The first of the month.
  month date not null,
  sales bigint not null,
  primary key (brand_id, card_id, month)
);
