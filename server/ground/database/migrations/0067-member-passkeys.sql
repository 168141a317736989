-- expand: the passkeys by which members get in on their own pages.

-- A key that is kept on a member's device: here is only what proves that it signed.
create table member_passkey (
  brand_id text not null,
  -- What the device calls it.
  passkey_id text not null,
  -- The card as it was then; if it was transferred since, its heir is meant.
  card_id bigint not null,
  -- A keyed hash of the address that was proved before: the passkey is good for as long as the account has it.
  address_hash bytea not null,
  public_key bytea not null,
  sign_count bigint not null,
  transports text not null,
  -- What the browser said of itself where it was made.
  browser text not null,
  made_at timestamptz not null,
  used_at timestamptz,
  primary key (brand_id, passkey_id)
);

create index member_passkey_of on member_passkey (brand_id, card_id);
create index member_passkey_by on member_passkey (brand_id, address_hash);

-- Of a session that began by a passkey: which one. It ends with it.
alter table member_session add column passkey_id text;
