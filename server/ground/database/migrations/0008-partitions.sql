-- Requests, ledger, checkouts and notices are kept by month: made ahead, and dropped where nothing refers to them.

-- The smallest UUID of version 7 of an instant.
create function uuid_floor(at timestamptz) returns uuid language sql immutable as $$
  select (lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid
$$;

-- Makes the monthly partitions of `parent` from this month to `months` ahead. Runs as its owner:
-- the server's own role may not create tables.
create function make_partitions(parent text, months integer) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  month timestamptz;
begin
  if parent not in ('request', 'ledger', 'checkout', 'notice') then
    raise exception 'not a table that is partitioned by time: %', parent;
  end if;
  for i in 0..months loop
    month := (date_trunc('month', now() at time zone 'UTC') + make_interval(months => i)) at time zone 'UTC';
    begin
      execute format('create table if not exists %I partition of %I for values from (%L) to (%L)',
        parent || to_char(month at time zone 'UTC', '_YYYY_MM'), parent,
        uuid_floor(month), uuid_floor(((month at time zone 'UTC') + interval '1 month') at time zone 'UTC'));
    exception when check_violation then
      -- A clock that was far ahead put rows of this month into the rest: they, and the month, stay there.
      raise warning 'no partition of % for %', parent, month;
    end;
  end loop;
end $$;

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

-- Drops the months of notices that are older than `months`; nothing refers to them. Runs as its owner, like make_partitions.
create function drop_notices(months integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  part record;
  dropped integer := 0;
begin
  if months < 1 then
    raise exception 'at least the current month stays';
  end if;
  for part in
    select c.relname::text as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'notice'::regclass and c.relname ~ '^notice_\d{4}_\d{2}$' order by c.relname
  loop
    continue when to_timestamp(right(part.name, 7) || '+00', 'YYYY_MMTZH') + make_interval(months => months + 1) > now();
    execute format('drop table %I', part.name);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;
