-- Messages on their way to customers, and what happens in a brand, on its way to the brand's own webhooks.

-- The outbox: written with the change that a message tells of, and sent after it.
create table message (
  brand_id text not null references brand,
  request_ref uuid not null,
  -- Counts the messages of one call, from 1.
  line integer not null,
  card_id bigint,
  channel text not null,
  rule_id text not null,
  template_id text,
  subject text,
  body text not null,
  html text,
  created_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'cancelled', 'notSent')),
  -- The address or number that it goes to when it is not for the customer of a card.
  recipient text,
  -- How often it was tried to no avail.
  attempts integer not null default 0,
  -- When it is due; null once there is nothing left to try.
  next_attempt_at timestamptz default now(),
  -- The kind of the last failure, or why it was not sent. Never anything of the message or of an answer.
  last_error text,
  sent_at timestamptz,
  -- Until then a worker has it; afterwards any other may take it.
  lease_until timestamptz,
  -- A question for consent may be sent to whoever has not confirmed yet. No rule is called so: they have a slash.
  purpose text not null generated always as ( case rule_id when 'confirmation' then 'confirmation' else 'campaign' end) stored,
  -- A keyed hash of the address or number that the last attempt went to: what comes back, or a link in it, is about the
  -- customer as long as they still have it. The address itself is not kept.
  sent_to text,
  primary key (brand_id, request_ref, line)
);

-- Whether all attempts to send a message failed or its receiver is disabled, and it can be sent again: what was erased cannot.
create function is_given_up(state text, last_error text, body text) returns boolean
language sql immutable parallel safe as $$
  select (state = 'failed' or (state = 'notSent' and last_error = 'receiverDisabled')) and body <> ''
$$;

-- Whether a message is to be sent by now, and no worker has it.
create function is_due(state text, next_attempt_at timestamptz, lease_until timestamptz, at timestamptz) returns boolean
language sql immutable parallel safe as $$
  select state = 'waiting' and next_attempt_at <= at and coalesce(lease_until <= at, true)
$$;

create index message_due on message (brand_id, next_attempt_at) where state = 'waiting';
-- Those few that a brand sends even while it pauses, without looking through everything that waits.
create index message_question on message (brand_id, next_attempt_at)
  where state = 'waiting' and purpose = 'confirmation';
-- Messages that workers have at the moment: few, and counted by those that send beside them.
create index message_leased on message (brand_id, lease_until) where state = 'waiting' and lease_until is not null;
-- What a brand has sent in the last hour or day counts towards its caps.
create index message_sent on message (brand_id, sent_at) where state = 'sent' and purpose = 'campaign';
-- A card's messages, the newest first.
create index message_by_card on message (brand_id, card_id, created_at desc) where card_id is not null;
create index message_given_up on message (brand_id, request_ref, line) where is_given_up(state, last_error, body);

-- A receiver is here from its first failure to its next success. It is disabled by a 410 or by days of failure, and stays so
-- until the brand has a newer version of its file, or the operator says otherwise.
create table receiver_state (
  brand_id text not null references brand,
  channel text not null,
  brand_version bigint not null,
  disabled_at timestamptz,
  reason text not null,
  failing_since timestamptz,
  primary key (brand_id, channel),
  check (disabled_at is not null or failing_since is not null)
);

-- Brands that have sent what they may in an hour: only questions for consent go out until then. A newer file ends it.
create table send_pause (
  brand_id text primary key references brand,
  brand_version bigint not null,
  until timestamptz not null
);

create table bounce (
  brand_id text not null references brand,
  seq bigint generated always as identity,
  event_type text not null check (event_type in ('BOUNCED', 'UNBOUNCED')),
  channel text not null check (channel in ('email', 'phone')),
  -- The card whose customer the message went to, if one is known.
  card_id bigint,
  -- The address or number that it went to: the notice is of no concern to who has another one by now.
  user_key text not null,
  -- What the mail server or the gateway said.
  reason text,
  happened_at timestamptz not null,
  -- No notice is tried for longer than a day.
  received_at timestamptz not null default now(),
  primary key (brand_id, seq)
);

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
