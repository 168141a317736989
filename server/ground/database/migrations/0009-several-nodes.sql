-- expand: numbers that a table's identity column gave now come from sequences of their own.

-- Grants on an identity's sequence do not reach other nodes, where brands are distributed; those on a sequence do, as with
-- card_id and notice_position.
create sequence segment_change_number;
select setval('segment_change_number', last_value, is_called) from segment_change_seq_seq;
alter table segment_change alter column seq drop identity;
alter table segment_change alter column seq set default nextval('segment_change_number');

create sequence bounce_number;
select setval('bounce_number', last_value, is_called) from bounce_seq_seq;
alter table bounce alter column seq drop identity;
alter table bounce alter column seq set default nextval('bounce_number');

-- The same function as before, but that its subqueries have a column: those over several nodes need one.
create or replace function drop_partitions(parent text, months integer) returns table (month text, dropped boolean)
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
    dropped := not exists (select 1 from ledger where request_ref >= low and request_ref < high)
      and not exists (select 1 from checkout where request_ref >= low and request_ref < high)
      and not exists (select 1 from request where request_ref >= low and request_ref < high and card_seq is not null)
      and not exists (select 1 from idempotency_key where request_ref >= low and request_ref < high);
    if dropped then
      execute format('drop table %I', part.name);
    end if;
    return next;
  end loop;
end $$;
