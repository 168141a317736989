-- The schedule that a rule had when it began, and the day on which it did: with another schedule it begins anew, and a
-- recurrence that names no first day counts from that one. Rules that began before have neither.
alter table date_progress
  add column schedule text,
  add column first_day text collate "C";
