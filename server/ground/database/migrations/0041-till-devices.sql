-- expand: devices at the counter, and the PINs by which cashiers log in there.

-- A browser that somebody who manages users has registered. Only a hash of its token is kept. Like logins, devices are known
-- before a brand is: every node has all of them.
create table till_device (
  device_id uuid primary key,
  token_sha256 bytea not null unique,
  in_brand text not null,
  name text not null,
  -- Where it stands, if anybody said so.
  at_location text,
  made_at timestamptz not null,
  made_by text not null,
  used_at timestamptz
);

create index till_device_of on till_device (in_brand);

-- The PIN of a login on one device, and nowhere else.
create table login_pin (
  device_id uuid not null references till_device on delete cascade,
  login_id uuid not null references login on delete cascade,
  -- A PHC string of argon2id, as of a password.
  pin_hash text not null,
  -- How many digits it has, so that the last of them logs in.
  digits smallint not null,
  -- Wrong ones since the last that was right; each counts before it is looked at.
  failures integer not null default 0,
  -- And of a day, which a right one does not take back.
  day_failures integer not null default 0,
  day_ends_at timestamptz not null,
  made_at timestamptz not null,
  used_at timestamptz,
  primary key (device_id, login_id)
);

create index login_pin_of on login_pin (login_id);

-- Of a session that was begun by a PIN: on which device. It is over as soon as the PIN is.
alter table portal_session add column device_id uuid;
