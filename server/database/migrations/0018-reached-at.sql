-- Where customers reach the servers, as the one that started last said: one row, for those who make links and serve nothing.
create table reached_at (
  url text not null,
  -- Whether the operator said so; a server only knows where it listens.
  is_given boolean not null,
  said_at timestamptz not null
);
