-- expand: what users of the portal gave and took by hand, by day.

-- Made of the calls that users of the portal made, and of their rows of the ledger; `purser rebuild` makes it again.
create table hand_day (
  brand_id text not null,
  day date not null,
  -- The user's name of then.
  user_name text not null,
  location_id text not null,
  value_type_id integer not null,
  -- 'sold': in sales; 'loaded', 'goodwill', 'returned', 'undone', 'adjusted', 'moved'; 'used': taken off otherwise.
  kind text not null,
  added numeric not null,
  taken numeric not null,
  primary key (brand_id, day, user_name, location_id, value_type_id, kind)
);
