-- expand: months of the books that are closed, what they came to, and calls that were dated into them afterwards.

-- A month of which the figures no longer move.
create table closed_month (
  brand_id text not null references brand on delete cascade,
  -- Its first day.
  month date not null check (extract(day from month) = 1),
  -- Whose days it has, whatever the brand's time zone becomes.
  time_zone text not null,
  ends_at timestamptz not null,
  -- The last call that could be part of it. What is dated into it by a later one is a correction.
  closed_to uuid not null,
  closed_at timestamptz not null,
  closed_by text not null,
  primary key (brand_id, month)
);

-- What a closed month came to. `opening`; `added` and `taken` with a reason; `origin` with whether it can expire, what
-- became of it, and in which span.
create table closed_figure (
  brand_id text not null,
  month date not null,
  value_type_id integer not null,
  measure text not null,
  amount numeric not null,
  primary key (brand_id, month, value_type_id, measure),
  foreign key (brand_id, month) references closed_month on delete cascade
);

-- Calls that were dated into a closed month, and the day on which they are booked instead. Kept by a job, up to its mark.
create table late_call (
  brand_id text not null,
  request_ref uuid not null,
  month date not null,
  booked_day date not null,
  primary key (brand_id, request_ref),
  foreign key (brand_id, month) references closed_month on delete cascade
);
