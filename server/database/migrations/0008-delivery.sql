-- The delivery of messages: attempts, leases, and receivers that want nothing any more.

alter table message
  -- How often it was tried to no avail.
  add attempts integer not null default 0,
  -- When it is due; null once there is nothing left to try.
  add next_attempt_at timestamptz default now(),
  -- The kind of the last failure, or why it was not sent. Never anything of the message or of an answer.
  add last_error text,
  add sent_at timestamptz,
  -- Until then a worker has it; afterwards any other may take it.
  add lease_until timestamptz,
  -- A question for consent may be sent to whoever has not confirmed yet. No rule is called so: they have a slash.
  add purpose text not null generated always as (
    case rule_id when 'confirmation' then 'confirmation' else 'campaign' end) stored;

drop index message_waiting;
create index message_due on message (brand_id, next_attempt_at) where state = 'waiting';

-- Receivers that answered 410. They stay so until the brand has a newer version of its file.
create table receiver_state (
  brand_id text not null references brand,
  channel text not null,
  brand_version bigint not null,
  disabled_at timestamptz not null,
  reason text not null,
  primary key (brand_id, channel)
);
