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

-- Where a lot was issued, and by which rule. A lot that a transfer brought has none of its own: it is looked up by the name
-- that it had first. Kept by the same job, ahead of the sums.
create table lot_origin (
  brand_id text not null,
  card_id bigint not null,
  lot_no integer not null,
  location_id text not null,
  -- campaignId/ruleId; '' for what no campaign issued.
  rule_id text not null,
  primary key (brand_id, card_id, lot_no)
);

-- How balances changed on a day, by where and by what their lots were issued, wherever they are spent.
create table origin_day (
  brand_id text not null,
  day date not null,
  value_type_id integer not null,
  location_id text not null,
  rule_id text not null,
  -- Whether its lots expire some day.
  can_expire boolean not null,
  -- 'given'; 'spent', less what was given back of it; 'expired'; 'withdrawn': taken back by voids and returns; 'other'.
  change text not null,
  amount numeric not null,
  primary key (brand_id, day, value_type_id, location_id, rule_id, can_expire, change)
);

-- How many cards went from one level to another on a day, and why; '' is no level.
create table tier_day (
  brand_id text not null,
  day date not null,
  program_id text not null,
  from_level text not null,
  to_level text not null,
  why text not null,
  changes bigint not null,
  primary key (brand_id, day, program_id, from_level, to_level, why)
);

-- What coupons and public codes did on a day.
create table coupon_day (
  brand_id text not null,
  day date not null,
  coupon_set_id text not null,
  -- Of a public code, as the file spelled it; else ''.
  code text not null,
  location_id text not null,
  -- 'issued', 'used', 'discount'.
  measure text not null,
  -- Of discounts currency and scale, such as USD/2; else ''.
  unit text not null,
  amount numeric not null,
  primary key (brand_id, day, coupon_set_id, code, location_id, measure, unit)
);

-- The sums follow calls, so that what a call changed is looked for by its reference.
create index concurrently if not exists tier_change_of_call on tier_change (brand_id, request_ref);
create index concurrently if not exists coupon_of_call on coupon (brand_id, allocated_by) where allocated_by is not null;
