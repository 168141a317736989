-- What happens in a brand, for the brand's own webhooks. Written with the change that it tells of, where a webhook listens.

create sequence notice_position;

create table notice (
  brand_id text not null,
  -- The call; of a refresh of segments, a reference of its own.
  request_ref uuid not null,
  line integer not null,
  -- Drawn while the card's lock is held, so that what follows on one card has a higher one.
  position bigint not null default nextval('notice_position'),
  type text not null,
  card_id bigint,
  -- As the card was called then: what is told again must not differ.
  card_number text,
  child_card_number text,
  happened_at timestamptz not null,
  data json not null,
  primary key (brand_id, request_ref, line)
) partition by range (request_ref);

create table notice_rest partition of notice default;

-- What a webhook has not been told yet. Gone once it was, but for what was given up.
create table notice_delivery (
  brand_id text not null,
  webhook_id text not null,
  position bigint not null,
  request_ref uuid not null,
  line integer not null,
  card_id bigint,
  -- How often it was tried to no avail. While one of a card is tried again, those behind it wait.
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  -- Tried again at once, whatever its time, because the receiver seems to be back. That is no attempt of its own.
  woken boolean not null default false,
  -- The kind of the last failure. Never anything of an answer.
  last_error text,
  given_up_at timestamptz,
  primary key (brand_id, webhook_id, position)
);

create index notice_delivery_waiting on notice_delivery (brand_id, webhook_id, position) where given_up_at is null;
create index notice_delivery_aside on notice_delivery (brand_id, webhook_id, card_id)
  where attempts > 0 and given_up_at is null;

create table webhook_state (
  brand_id text not null references brand,
  webhook_id text not null,
  -- Until then a worker tells it; afterwards any other may.
  lease_until timestamptz,
  -- Since when nothing got through.
  failing_since timestamptz,
  -- While nothing gets through: when the first of what waits is tried again, whatever its own time.
  probe_at timestamptz,
  -- Switched off by the receiver or by days of failure; until the brand has a newer version of its file, or is told to.
  disabled_at timestamptz,
  brand_version bigint,
  reason text,
  primary key (brand_id, webhook_id)
) with (fillfactor = 50);

-- Setups that ran out are looked for every half minute.
create index rule_firing_until on rule_firing (brand_id, until) where until is not null;

-- As before, for notices too.
create or replace function make_partitions(parent text, months integer) returns void
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
