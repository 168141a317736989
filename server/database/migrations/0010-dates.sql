-- Rules that run by the calendar: what they have done, how far they have come, and how the cards of a day are found.

-- That a rule was considered for a card on an occasion, whether or not it fired: it is not considered for it again.
-- Written in the transaction of the effects, under the lock of the card.
create table date_firing (
  brand_id text not null,
  -- campaignId/ruleId
  rule_id text not null,
  -- The year of what comes every year (2026), the day of everything else (2026-11-15).
  occurrence text collate "C" not null,
  card_id bigint not null,
  considered_at timestamptz not null,
  primary key (brand_id, rule_id, occurrence, card_id),
  foreign key (brand_id, card_id) references card
);

-- Those that are known by their day cannot come again after a while, and are forgotten.
create index date_firing_oldest on date_firing (brand_id, considered_at) where length(occurrence) > 4;

-- How far a rule has come. One that has no row is new, and does not make up for the time before it was there.
create table date_progress (
  brand_id text not null references brand,
  rule_id text not null,
  -- Everything that became due until then is done.
  done_until timestamptz not null,
  -- A rule that fails for a reason of ours rests until then.
  not_before timestamptz,
  primary key (brand_id, rule_id)
) with (fillfactor = 50);

-- Birthdays and anniversaries by month and day.
create index account_birthday on account (brand_id, substr(customer ->> 'birthday', 6), card_id)
  where customer ->> 'birthday' is not null;
create index account_anniversary on account (brand_id, substr(customer ->> 'anniversary', 6), card_id)
  where customer ->> 'anniversary' is not null;
create index account_enrolled on account (brand_id, enrolled_at, card_id) where enrolled_at is not null;
-- The brand's own fields that have a date, by month and day.
create index account_term_day on account_term (brand_id, field, substr(term, 6), card_id)
  where field like 'demographic:%' and term ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$';
