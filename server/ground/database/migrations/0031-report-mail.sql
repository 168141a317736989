-- expand: reports that are sent to users of the portal by e-mail: when, to whom, and what became of each mail.

create table report_schedule (
  brand_id text not null references brand on delete cascade,
  schedule_id uuid not null,
  report text not null,
  -- What it is divided by, and whether by days.
  divided_by text,
  per_day boolean not null,
  -- The time that it tells of, as seen from the day on which it is sent. Null: it tells of now.
  period text check (period in ('yesterday', 'lastWeek', 'lastMonth', 'monthToDate')),
  every text not null check (every in ('day', 'week', 'month')),
  -- 1 is Monday.
  week_day smallint check (week_day between 1 and 7),
  -- -1 is the last day.
  month_day smallint check (month_day between 1 and 28 or month_day = -1),
  -- By the brand's wall clock.
  at_hour smallint not null check (at_hour between 0 and 23),
  is_paused boolean not null default false,
  -- What was due up to then has been put in line, or is not to be sent.
  done_to timestamptz not null,
  made_by text not null,
  made_at timestamptz not null,
  primary key (brand_id, schedule_id),
  check ((every = 'week') = (week_day is not null)),
  check ((every = 'month') = (month_day is not null))
);

-- Logins belong to no brand, and one that is removed stays here, so that it can be said why they get nothing.
create table report_receiver (
  brand_id text not null,
  schedule_id uuid not null,
  login_id uuid not null,
  -- What they logged in as when they were chosen.
  name text not null,
  -- When they said that they want no more.
  stopped_at timestamptz,
  primary key (brand_id, schedule_id, login_id),
  foreign key (brand_id, schedule_id) references report_schedule on delete cascade
);

-- A mail to one receiver. Nothing of its content is kept: the figures are made when it is sent.
create table report_mail (
  brand_id text not null,
  schedule_id uuid not null,
  -- The day on which it was due, in the brand's time zone.
  occurrence date not null,
  login_id uuid not null,
  name text not null,
  due_at timestamptz not null,
  state text not null check (state in ('waiting', 'sent', 'failed', 'notSent')),
  -- Why it failed last, or why it was not sent.
  reason text,
  attempts smallint not null default 0,
  next_attempt_at timestamptz not null,
  -- Until then it is being sent by somebody.
  lease_until timestamptz,
  ended_at timestamptz,
  primary key (brand_id, schedule_id, occurrence, login_id),
  foreign key (brand_id, schedule_id) references report_schedule on delete cascade,
  check ((state = 'waiting') = (ended_at is null))
);

create index report_mail_waiting on report_mail (brand_id, next_attempt_at) where state = 'waiting';
