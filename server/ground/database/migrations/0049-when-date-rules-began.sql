-- expand: when a date rule began: where the next day had come by then, it begins with that one.
alter table date_progress add column began_at timestamptz;
