-- expand: what each user of the portal did by hand today, for limits per day.

-- One row for each user and limit: it is about the last day on which they did anything, so that nothing has to be removed.
create table portal_day_sum (
  brand_id text not null references brand on delete cascade,
  user_name text not null,
  -- issue, void, adjust or cashOut.
  of_limit text not null,
  -- In the brand's time zone.
  day date not null,
  -- In units of the main currency.
  money numeric not null check (money >= 0),
  points numeric not null check (points >= 0),
  primary key (brand_id, user_name, of_limit)
);
