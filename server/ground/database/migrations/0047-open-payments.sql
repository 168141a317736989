-- expand: what cards have paid of sales at the terminal that are not made yet.

-- One row for each redemption, from before it is tried until its sale is made or it has been given back.
create table open_payment (
  brand_id text not null,
  -- SHA-256 of the redemption's customRequestId, and of the sale's: what became of each is found by it.
  payment_id bytea not null,
  sale_id bytea not null,
  user_name text not null,
  location_id text not null,
  terminal_id text not null,
  begun_at timestamptz not null default now(),
  -- From then on, a job gives back what was paid for a sale that was not made.
  due_at timestamptz not null,
  primary key (brand_id, payment_id)
);

create index open_payment_of_sale on open_payment (brand_id, sale_id);
