-- What happens without a call: how jobs find what has run out, how far they got, and what retention may drop.

-- With the card: a million lots may expire at one instant, and a job takes them page by page, in this order.
drop index lot_expiring;
create index lot_expiring on lot (brand_id, expires_at, card_id) where is_open and expires_at is not null;
create index card_expiring on card (brand_id, expires_at, card_id)
  where expires_at is not null and status in ('Activated', 'Demo');
create index card_locked on card (brand_id, lock_until) where lock_until is not null;
create index coupon_reserved on coupon (brand_id, reserved_until) where reserved_until is not null;

-- How far a job got in a brand, for those that go on where they stopped.
create table job_mark (
  brand_id text not null references brand,
  job text not null,
  mark text not null,
  changed_at timestamptz not null default now(),
  primary key (brand_id, job)
);

-- Drops the months of requests that are older than `months` and that nothing refers to any more. Answers the months that
-- stay because something does: the ledger, checkouts, the order of a card's calls, or customRequestIds, which are for ever.
-- The ledger itself is never dropped here: that needs opening balances. Runs as its owner, like make_partitions.
create function drop_partitions(parent text, months integer) returns table (month text, dropped boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  part record;
  low uuid;
  high uuid;
  start timestamptz;
begin
  if parent <> 'request' then
    raise exception 'partitions of % are not dropped: that needs opening balances, which this version does not write', parent;
  end if;
  if months < 1 then
    raise exception 'at least the current month stays';
  end if;
  for part in
    select c.relname::text as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = parent::regclass and c.relname ~ ('^' || parent || '_\d{4}_\d{2}$') order by c.relname
  loop
    start := to_timestamp(right(part.name, 7) || '+00', 'YYYY_MMTZH');
    continue when start + make_interval(months => months + 1) > now();
    low := uuid_floor(start);
    high := uuid_floor(((start at time zone 'UTC') + interval '1 month') at time zone 'UTC');
    month := right(part.name, 7);
    dropped := not exists (select from ledger where request_ref >= low and request_ref < high)
      and not exists (select from checkout where request_ref >= low and request_ref < high)
      and not exists (select from request where request_ref >= low and request_ref < high and card_seq is not null)
      and not exists (select from idempotency_key where request_ref >= low and request_ref < high);
    if dropped then
      execute format('drop table %I', part.name);
    end if;
    return next;
  end loop;
end $$;
