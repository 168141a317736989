-- The coupons of a brand: the stock of its coupon sets, and what became of each coupon.

create table coupon (
  brand_id text not null references brand,
  coupon_id text not null,
  -- A coupon set of the brand's document.
  coupon_set_id text not null,
  -- A random number: free coupons of a set are picked in its order.
  pick_key integer not null,
  -- 'listed' in a brand file, 'generated' by one, or 'created' by a call.
  origin text not null check (origin in ('listed', 'generated', 'created')),
  created_at timestamptz not null default now(),
  tags text[] not null default '{}',
  -- The numbers of the cards that may use it; none means that any may.
  allowed_cards text[] not null default '{}',
  pin_sealed bytea,
  pin_check bytea,
  -- Set once and never taken back.
  allocated_at timestamptz,
  allocated_by uuid,
  -- The card that it was issued to.
  card_id bigint,
  promotion_id text,
  expires_at timestamptz,
  used_at timestamptz,
  used_by uuid,
  -- True until this instant; what lies in the past is no reservation.
  reserved_until timestamptz,
  -- The locked setup that it is reserved for; null when couponDetails reserved it.
  reserved_by uuid,
  -- What disabled it; null for a coupon that is enabled.
  disabled text check (disabled in ('setup', 'void', 'return')),
  primary key (brand_id, coupon_id),
  foreign key (brand_id, card_id) references card,
  check ((allocated_at is null) = (allocated_by is null)),
  check ((used_at is null) = (used_by is null)),
  check (allocated_at is not null
    or coalesce(card_id::text, promotion_id, used_by::text, disabled) is null and reserved_until is null),
  check (reserved_until is null or used_at is null),
  check (reserved_by is null or reserved_until is not null)
) with (fillfactor = 80);

create index coupon_free on coupon (brand_id, coupon_set_id, pick_key) where allocated_at is null;
create index coupon_of_promotion on coupon (brand_id, card_id, promotion_id) where card_id is not null;
create index coupon_active on coupon (brand_id, card_id, allocated_at desc)
  where card_id is not null and used_at is null and disabled is null;
