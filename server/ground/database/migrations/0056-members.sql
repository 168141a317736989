-- expand: the sessions of members on their own pages, and the codes by which they get in.

-- One row for each browser or app in which somebody sees their own card. Only a hash of its token is kept.
create table member_session (
  brand_id text not null,
  token_sha256 bytea not null,
  session_id uuid not null,
  -- The card as it was then; if it was transferred since, its heir is meant.
  card_id bigint not null,
  -- A keyed hash of the address that was proved by a code: the session is good for as long as the account has it.
  address_hash bytea,
  -- How it began: code, merchant (memberToken), or staff, who see and change nothing.
  way text not null,
  browser text not null,
  began_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  -- How long it goes on after it was used last; null: it ends when it ends.
  renews_for interval,
  primary key (brand_id, token_sha256)
);

create index member_session_of on member_session (brand_id, card_id);
create index member_session_by on member_session (brand_id, address_hash);
create index member_session_over on member_session (brand_id, expires_at);

-- Codes that were sent. Each belongs to the browser or app that asked for it, which alone can use it.
create table member_code (
  brand_id text not null,
  -- Keyed hashes, of the address and of the code; and a hash of what the browser was given.
  address_hash bytea not null,
  asked_sha256 bytea not null,
  code_hash bytea not null,
  expires_at timestamptz not null,
  -- What somebody wrote who is about to join, sealed.
  joining bytea,
  primary key (brand_id, address_hash, asked_sha256)
);

create index member_code_over on member_code (brand_id, expires_at);

-- How often something was done on the members' side that strangers could repeat: by a keyed hash of what it was about.
create table member_count (
  brand_id text not null,
  about_hash bytea not null,
  times integer not null,
  ends_at timestamptz not null,
  primary key (brand_id, about_hash)
);

create index member_count_over on member_count (brand_id, ends_at);

-- Members who asked for everything about them to be deleted, until it is: by the address that they have proved.
create table member_erasure (
  brand_id text not null,
  address_hash bytea not null,
  card_id bigint not null,
  asked_at timestamptz not null,
  due_at timestamptz not null,
  primary key (brand_id, address_hash)
);

create index member_erasure_due on member_erasure (brand_id, due_at);
create index member_erasure_of on member_erasure (brand_id, card_id);
