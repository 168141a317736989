-- What the server's role may do. Runs after the migrations at every start, so it must be repeatable.
-- A database whose owner may not create roles is served by the owner itself.

do $$
begin
  if to_regrole('purser_app') is null then
    create role purser_app nologin;
  end if;
exception
  -- Roles belong to all databases of a server: another one may be doing the same at this moment.
  when duplicate_object or unique_violation then null;
  when insufficient_privilege then raise notice 'the role purser_app cannot be created: %', sqlerrm;
end $$;

do $$
declare
  may_switch boolean;
begin
  if to_regrole('purser_app') is null then
    return;
  end if;
  may_switch := pg_has_role(current_user, 'purser_app',
    case when current_setting('server_version_num')::integer >= 160000 then 'set' else 'member' end);
  if not may_switch then
    execute format('grant purser_app to %I', current_user);
  end if;
exception
  when unique_violation then null;
  when insufficient_privilege then raise notice 'the role purser_app cannot be granted: %', sqlerrm;
end $$;

-- Partitions are reached through their parent alone, so what the parent forbids stays forbidden.
-- Only what the migrations made is touched, never what extensions or others keep in the same schema.
do $$
declare
  ours oid := (select relowner from pg_class where oid = 'migration'::regclass);
  made record;
begin
  if to_regrole('purser_app') is null then
    return;
  end if;
  execute format('grant usage on schema %I to purser_app', current_schema());
  for made in
    select c.oid::regclass as name, c.relname, c.relkind, c.relispartition
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'S') and c.relowner = ours
      and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
  loop
    execute format('revoke all on %s from purser_app', made.name);
    continue when made.relispartition;
    execute format('grant %s on %s to purser_app', case
      when made.relkind = 'S' then 'usage'
      when made.relname in ('ledger', 'audit_entry', 'audit_seal') then 'select, insert'
      when made.relname in ('migration', 'secret_key', 'deployment') then 'select'
      else 'select, insert, update, delete' end, made.name);
  end loop;
  for made in
    select p.oid::regprocedure as name
    from pg_proc p
    where p.pronamespace = current_schema()::regnamespace and p.proowner = ours
      and not exists (select from pg_depend d where d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e')
  loop
    execute format('revoke execute on function %s from public', made.name);
    execute format('grant execute on function %s to purser_app', made.name);
  end loop;
end $$;

-- In the embedded database the server logs in as nobody in particular: whoever gets a statement of their own into one
-- of its connections can give up the server's role, and must not find a superuser behind it.
do $$
begin
  if current_setting('cluster_name') <> 'purser' or to_regrole('purser_app') is null
    or not (select rolsuper from pg_roles where rolname = current_user) then
    return;
  end if;
  if to_regrole('purser_server') is null then
    create role purser_server login noinherit;
  end if;
  if not pg_has_role('purser_server', 'purser_app', 'member') then
    grant purser_app to purser_server;
  end if;
exception
  when duplicate_object or unique_violation or internal_error then null;
end $$;

-- Whoever analyses the data gets this role: it may read the views of the schema reporting, and nothing else.
do $$
begin
  if to_regrole('purser_reporting') is null then
    create role purser_reporting nologin;
  end if;
exception
  when duplicate_object or unique_violation then null;
  when insufficient_privilege then raise notice 'the role purser_reporting cannot be created: %', sqlerrm;
end $$;

do $$
begin
  if to_regrole('purser_reporting') is null or to_regnamespace('reporting') is null then
    return;
  end if;
  grant usage on schema reporting to purser_reporting;
  grant select on all tables in schema reporting to purser_reporting;
exception
  when insufficient_privilege then raise notice 'purser_reporting cannot be given its rights: %', sqlerrm;
end $$;
