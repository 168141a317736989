-- expand: messages of subscription lists, and messages that are sent later.

-- The subscription list whose opt-in a message needs.
alter table message add column list_id uuid;

-- Of a message that is sent later: from when on it may be judged whether it is sent at all. Until then it is waiting
-- without a next attempt, so that no worker of any version takes it.
alter table message add column due_at timestamptz;

create index concurrently message_later on message (brand_id, due_at)
  where due_at is not null and state = 'waiting' and next_attempt_at is null;
