-- expand: messages of subscription lists, and messages that are sent later.

-- The subscription list whose opt-in a message needs.
alter table message add column list_id uuid;

-- Of a message that is sent later: from when on it may be judged whether it is sent at all. Until then it is waiting
-- without a next attempt, so that no worker of any version takes it.
alter table message add column due_at timestamptz;

-- Then also the card of the call, whose conditions are judged again: not always the one that the message goes to.
alter table message add column of_card_id bigint;

-- And the events of the call that the rule had seen when it fired: those that came of it do not count.
alter table message add column of_events jsonb;

create index concurrently message_later on message (brand_id, due_at)
  where due_at is not null and state = 'waiting' and next_attempt_at is null;
