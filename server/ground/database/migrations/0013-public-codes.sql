-- expand: public codes, which the version before does not know and leaves alone.

-- One use of a code. A use that was given back is deleted.
create table code_use (
  -- No reference to the brand: every checkout would share the lock of its one row.
  brand_id text not null,
  -- The checkout. While a locked setup reserves the use, the setup.
  request_ref uuid not null,
  -- What the code is compared by, not as the file spells it.
  code text not null,
  -- The root card; null for a checkout without a card.
  card_id bigint,
  happened_at timestamptz not null,
  -- Of a locked setup: it counts until then, and for good once the setup is completed.
  until timestamptz,
  primary key (brand_id, request_ref, code)
);

create index code_use_by_card on code_use (brand_id, card_id, code) where card_id is not null;
create index code_use_until on code_use (brand_id, until) where until is not null;

-- How many rows code_use has of a code. Every use changes it, so that it has room for many versions of itself.
create table code_count (
  brand_id text not null,
  code text not null,
  used integer not null check (used >= 0),
  -- How many uses the code had when it was last used; null means any number.
  uses integer,
  primary key (brand_id, code),
  -- Whoever counts a use that is no longer there is stopped here, and decides again.
  constraint code_count_fits check (used <= uses)
) with (fillfactor = 50);
