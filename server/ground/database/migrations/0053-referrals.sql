-- expand: codes by which members bring others, who brought whom, and devices that cards were used with.

create table referral_code (
  brand_id text not null,
  -- As it is compared: in upper case, without gaps.
  code text not null,
  card_id bigint not null,
  made_at timestamptz not null,
  revoked_at timestamptz,
  primary key (brand_id, code)
);
create index referral_code_by_card on referral_code (brand_id, card_id);

-- A sale for which somebody was thanked, or a locked setup of one.
create table referral (
  brand_id text not null,
  request_ref uuid not null,
  referrer_id bigint not null,
  card_id bigint not null,
  happened_at timestamptz not null,
  -- Of a setup: so long its place is taken.
  until timestamptz,
  primary key (brand_id, request_ref)
);
create index referral_by_referrer on referral (brand_id, referrer_id, happened_at);
create index referral_by_card on referral (brand_id, card_id);
create index referral_by_time on referral (brand_id, happened_at);

-- Marks are keyed hashes.
create table card_device (
  brand_id text not null,
  mark text not null,
  card_id bigint not null,
  seen_at timestamptz not null,
  primary key (brand_id, mark, card_id)
);
create index card_device_by_card on card_device (brand_id, card_id);
