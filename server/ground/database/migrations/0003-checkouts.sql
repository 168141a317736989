-- Sales and returns, what rules did in them, coupons, and offers to single cards.

-- Completed sales, locked setups of them, and returns, whose amounts are negative.
create table checkout (
  brand_id text not null,
  request_ref uuid not null,
  kind text not null check (kind in ('sale', 'setup', 'return')),
  -- The root card.
  card_id bigint,
  child_id bigint,
  happened_at timestamptz not null,
  location_id text not null,
  -- Amounts are whole numbers of 10^-scale of the location's currency.
  currency text not null,
  scale smallint not null,
  total bigint not null,
  discount bigint not null,
  net_total bigint not null,
  -- Of a sale: the setup that it completed. Of a return: the sale.
  of_ref uuid,
  -- Lines, mutations, payments: everything that is only looked at as a whole.
  content json not null,
  -- Millionths of units that were sold and not returned, so that sums of them need not open the content.
  quantity numeric not null,
  is_voided boolean not null default false,
  -- What came back of a sale so far, and of that what is asked for in sums.
  returned json,
  returned_total bigint not null default 0,
  fully_returned boolean not null default false,
  primary key (brand_id, request_ref)
) partition by range (request_ref);

create index checkout_by_card on checkout (brand_id, card_id, happened_at) where card_id is not null;
create index checkout_by_child on checkout (brand_id, child_id, happened_at) where child_id is not null;
create index checkout_by_original on checkout (brand_id, of_ref) where of_ref is not null;

create table checkout_rest partition of checkout default;

-- Redemptions that a checkout refers to as its payments: each is a payment at most once.
create table payment_use (
  brand_id text not null references brand,
  request_ref uuid not null,
  checkout_ref uuid not null,
  primary key (brand_id, request_ref)
);

-- That a rule fired, for throttles and counters. One that was taken back is deleted.
create table rule_firing (
  -- No reference to the brand: every checkout would share the lock of its one row.
  brand_id text not null,
  -- campaignId/ruleId
  rule_id text not null,
  request_ref uuid not null,
  card_id bigint,
  happened_at timestamptz not null,
  -- In a locked setup: it counts until then, and for good once the setup is completed.
  until timestamptz,
  primary key (brand_id, rule_id, request_ref)
);

create index rule_firing_by_card on rule_firing (brand_id, card_id, rule_id, happened_at) where card_id is not null;
create index rule_firing_of_setup on rule_firing (brand_id, request_ref) where until is not null;
-- Setups that ran out are looked for every half minute.
create index rule_firing_until on rule_firing (brand_id, until) where until is not null;

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
create index coupon_reserved on coupon (brand_id, reserved_until) where reserved_until is not null;

-- Offers to one card. Never deleted: one that is withdrawn stays for its activity.
create table personal_offer (
  brand_id text not null,
  card_id bigint not null,
  -- Counts the card's offers, from 1.
  offer_no integer not null,
  -- What it is for and what it gives, in the words of the interface.
  terms jsonb not null,
  custom_id integer,
  active_at timestamptz,
  expires_at timestamptz not null,
  max_uses integer not null,
  uses integer not null default 0 check (uses >= 0),
  withdrawn boolean not null default false,
  -- The call that gave it.
  given_by uuid not null,
  primary key (brand_id, card_id, offer_no),
  foreign key (brand_id, card_id) references card
);

create table offer_use (
  brand_id text not null,
  request_ref uuid not null,
  card_id bigint not null,
  offer_no integer not null,
  happened_at timestamptz not null,
  primary key (brand_id, request_ref, card_id, offer_no),
  foreign key (brand_id, card_id, offer_no) references personal_offer
);

create index offer_use_by_card on offer_use (brand_id, card_id, happened_at desc);
