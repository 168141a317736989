-- expand: passes that are gift cards at Google.

-- Which kind of object the pass is at Google, whose ids are unique among all kinds: it stays what it was when it was first
-- offered. The version before takes all for loyalty objects, is told that Google does not know them, and leaves them.
alter table wallet_pass add column google_gift_card boolean not null default false;
