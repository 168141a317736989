-- expand: how logins went: what is told to users about them, known devices, and how often somebody guessed wrong.

-- Where the last login came from, and how many attempts have failed since.
alter table login add column logged_in_from text;
alter table login add column failed_count integer not null default 0;

-- What was known when a session began: when and where the login before it was, and how many attempts failed in between.
alter table portal_session add column previous_at timestamptz;
alter table portal_session add column previous_from text;
alter table portal_session add column failed_before integer not null default 0;
alter table portal_session add column is_new_device boolean not null default false;

-- Browsers and networks that a login was used from, as a hash of both; the oldest make room for new ones.
create table login_device (
  login_id uuid not null references login on delete cascade,
  device_sha256 bytea not null,
  seen_at timestamptz not null,
  primary key (login_id, device_sha256)
);

-- Wrong passwords and codes, by name and address, by name, and by address. Names share places by a hash, so that the
-- table has at most three times 65,536 rows, whatever names somebody makes up.
create table login_throttle (
  place integer primary key,
  failures integer not null,
  ends_at timestamptz not null
);
