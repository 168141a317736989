-- expand: who may use the portal: logins, what they may do where, sessions, second factors and one-time links.

-- Somebody who uses the portal. They may work for several brands, so this belongs to none; every node has all of it.
create table login (
  login_id uuid primary key,
  -- As it was given, and as it is compared.
  name text not null,
  name_key text not null unique,
  display_name text,
  language text,
  -- A PHC string of argon2id. Null: it has not been set yet, or single sign-on is the only way in.
  password_hash text,
  is_disabled boolean not null default false,
  -- Whom single sign-on knows them as: the issuer, a space, and its name for them.
  sso_subject text unique,
  made_at timestamptz not null,
  logged_in_at timestamptz
);

-- The role of a login in a brand. At most one for each brand, so that nobody has to think about how two add up.
create table login_grant (
  login_id uuid not null references login on delete cascade,
  -- Empty: in every brand.
  in_brand text not null,
  role text not null,
  in_group text,
  at_location text,
  primary key (login_id, in_brand)
);

create table login_factor (
  factor_id uuid primary key,
  login_id uuid not null references login on delete cascade,
  kind text not null check (kind in ('totp', 'passkey', 'recoveryCode')),
  label text not null,
  -- Of a code generator: its secret, sealed by the server's key, and the last step whose code was used.
  sealed_secret bytea,
  last_step bigint,
  -- Of a passkey.
  passkey_id text unique,
  public_key bytea,
  sign_count bigint,
  transports text,
  -- Of a recovery code.
  code_sha256 bytea,
  -- Null: being set up, and not asked for yet.
  confirmed_at timestamptz,
  used_at timestamptz,
  made_at timestamptz not null
);

create index login_factor_of on login_factor (login_id);

-- A browser that is logged in. Only a hash of its token is kept.
create table portal_session (
  token_sha256 bytea primary key,
  session_id uuid not null unique,
  login_id uuid not null references login on delete cascade,
  began_at timestamptz not null,
  -- Written at most once a minute.
  seen_at timestamptz not null,
  -- When they last proved who they are.
  confirmed_at timestamptz not null,
  owes text check (owes in ('secondFactor', 'newFactor')),
  -- What a passkey has to sign, until then.
  challenge text,
  challenge_until timestamptz,
  address text not null,
  browser text not null
);

create index portal_session_of on portal_session (login_id);

-- Lets whoever has it set a password, once. Only a hash of it is kept.
create table one_time_link (
  token_sha256 bytea primary key,
  login_id uuid not null references login on delete cascade,
  purpose text not null check (purpose in ('invitation', 'reset')),
  made_at timestamptz not null,
  ends_at timestamptz not null
);

create index one_time_link_of on one_time_link (login_id);
