-- expand: what each level was reached, lost or kept for, and whether what its rules gave still stands.

-- A row for each time that a level was reached, lost or kept: its rules ran in the call that booked it. A level is a
-- function of what stands, so the row says by which call it stands now, and which one took back what it had given.
create table tier_move (
  brand_id text not null,
  -- The root card of then; another one may be its heir.
  card_id bigint not null,
  request_ref uuid not null,
  -- A call that undoes something may book several.
  place smallint not null,
  program_id text not null,
  -- What was counted, as tallies name it: under another measure nothing can be said about it.
  counted text not null,
  move text not null check (move in ('up', 'down', 'keep')),
  level_id text not null,
  -- When it was, and by which call it stands or stood last; null: a time was over.
  judged_at timestamptz not null,
  reason_ref uuid,
  -- Whether rules gave something.
  gave boolean not null,
  -- The call that took it back. Null: it stands.
  lost_by uuid,
  primary key (brand_id, card_id, request_ref, place),
  foreign key (brand_id, card_id) references card
) with (fillfactor = 80);

-- What was enough for the level when it was judged, 0 for none. Null in rows from before moves were booked.
alter table tier_change add column enough numeric;
