-- expand: the database remembers the name of its environment, such as production.

create table deployment (
  is_only boolean primary key default true check (is_only),
  environment text not null,
  set_at timestamptz not null default now()
);
