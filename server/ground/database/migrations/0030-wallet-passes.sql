-- expand: passes in phone wallets, and the devices that want to hear of changes.

-- Whether the card has a pass that must be woken when the card changes. It is read with the card's lock, so that cards
-- without one cost nothing. The version before leaves it alone; every pass is looked at once a day anyway.
alter table card add column has_wallet_pass boolean;

-- A pass in one or more phone wallets. It follows its card through transfers.
create table wallet_pass (
  -- No reference to the brand: every sale would share the lock of its one row.
  brand_id text not null,
  -- Apple's serial number, and the end of Google's object id.
  pass_id uuid not null,
  -- The root card; null once its person was erased: the pass is emptied then.
  card_id bigint,
  made_at timestamptz not null,
  -- When it was last fetched for Apple Wallet by the link, and when it was last offered to Google Wallet.
  apple_at timestamptz,
  google_at timestamptz,
  -- Whether Google says that somebody has it.
  google_saved boolean not null default false,
  -- When it was taken off the last device.
  removed_at timestamptz,
  -- A digest of what it last showed, and since when it shows that.
  shown bytea,
  changed_at timestamptz not null,
  -- Whether wallets must still be told of that.
  apple_untold boolean not null default false,
  google_untold boolean not null default false,
  -- When to look at it again, how often telling has failed in a row, and why it failed last.
  due_at timestamptz not null,
  attempts integer not null default 0,
  failure text,
  -- Counts what woke it, so that a change while it is being told is not lost.
  wakes integer not null default 0,
  primary key (brand_id, pass_id)
);

create index wallet_pass_of_card on wallet_pass (brand_id, card_id) where card_id is not null;
create index wallet_pass_due on wallet_pass (brand_id, due_at);

-- A device that has a pass and is told of its changes.
create table wallet_registration (
  brand_id text not null,
  -- As the device calls itself.
  device_id text not null,
  pass_id uuid not null,
  -- Where Apple's push service reaches it.
  push_token text not null,
  registered_at timestamptz not null,
  primary key (brand_id, device_id, pass_id)
);

create index wallet_registration_of_pass on wallet_registration (brand_id, pass_id);
