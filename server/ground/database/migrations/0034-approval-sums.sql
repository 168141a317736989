-- expand: what a change comes to that somebody asks a second person for.

-- In units of the main currency; null: it was asked for by a version that did not keep it.
alter table approval add column money numeric;
-- Points, stars and punches.
alter table approval add column points numeric;
