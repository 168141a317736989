-- Where messages went, how long a bounce is tried, and which messages are due or can be sent again.

alter table message
  -- A keyed hash of the address or number that the last attempt went to: what comes back, or a link in it, is about the
  -- customer as long as they still have it. The address itself is not kept.
  add sent_to text;

-- A notice for a message names the address that it went to besides its card: it is of no concern to who has another one by
-- now. Of those that wait, the address is the present one. No notice is tried for longer than a day.
alter table bounce drop constraint bounce_check;
update bounce
set user_key = case bounce.channel when 'email' then lower(customer ->> 'email')
  else coalesce(nullif(customer ->> 'mobilePhone', ''), customer ->> 'phone') end
from account
where account.brand_id = bounce.brand_id and account.card_id = bounce.card_id;
delete from bounce where user_key is null;
alter table bounce
  alter user_key set not null,
  add received_at timestamptz not null default now();

-- Whether all attempts to send a message failed or its receiver is disabled, and it can be sent again: what was erased cannot.
create function is_given_up(state text, last_error text, body text) returns boolean
language sql immutable parallel safe as $$
  select (state = 'failed' or (state = 'notSent' and last_error = 'receiverDisabled')) and body <> ''
$$;

drop index message_given_up;
create index message_given_up on message (brand_id, request_ref, line) where is_given_up(state, last_error, body);

-- Whether a message is to be sent by now, and no worker has it.
create function is_due(state text, next_attempt_at timestamptz, lease_until timestamptz, at timestamptz) returns boolean
language sql immutable parallel safe as $$
  select state = 'waiting' and next_attempt_at <= at and coalesce(lease_until <= at, true)
$$;
