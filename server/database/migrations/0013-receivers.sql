-- Receivers that fail, what a brand may send, and messages that were given up.

-- A receiver is here from its first failure to its next success. It is disabled by a 410 or by days of failure, and stays so
-- until the brand has a newer version of its file, or the operator says otherwise.
alter table receiver_state
  alter disabled_at drop not null,
  add failing_since timestamptz,
  add check (disabled_at is not null or failing_since is not null);

-- Brands that have sent what they may in an hour: only questions for consent go out until then. A newer file ends it.
create table send_pause (
  brand_id text primary key references brand,
  brand_version bigint not null,
  until timestamptz not null
);

-- What a brand has sent in the last hour or day counts towards its caps.
create index message_sent on message (brand_id, sent_at) where state = 'sent' and purpose = 'campaign';

-- Those few that a brand sends even while it pauses, without looking through everything that waits.
create index message_question on message (brand_id, next_attempt_at)
  where state = 'waiting' and purpose = 'confirmation';

create index message_given_up on message (brand_id, created_at)
  where state = 'failed' or (state = 'notSent' and last_error = 'receiverDisabled');
