-- What the server's role may do. Runs after the migrations at every start, so it must be repeatable. What is right already
-- is left alone: where brands are distributed, each change goes to all nodes, and one of them may be down.
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
  app oid := to_regrole('purser_app');
  made record;
begin
  if app is null then
    return;
  end if;
  if not exists (
    select from pg_namespace cross join aclexplode(nspacl) as given
    where oid = current_schema()::regnamespace and given.grantee = app and given.privilege_type = 'USAGE'
  ) then
    execute format('grant usage on schema %I to purser_app', current_schema());
  end if;
  for made in
    select name, wanted
    from (
      select c.oid::regclass as name,
        array(select lower(given.privilege_type) from aclexplode(c.relacl) as given where given.grantee = app order by 1) as held,
        case
          when c.relispartition then '{}'
          when c.relkind = 'S' then '{usage}'
          when c.relname in ('ledger', 'audit_entry', 'audit_seal') then '{insert,select}'
          when c.relname in ('migration', 'secret_key', 'deployment') then '{select}'
          else '{delete,insert,select,update}'
        end::text[] as wanted
      from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'S') and c.relowner = ours
        and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
    ) as relation
    where held <> wanted
  loop
    execute format('revoke all on %s from purser_app', made.name);
    continue when made.wanted = '{}';
    execute format('grant %s on %s to purser_app', array_to_string(made.wanted, ', '), made.name);
  end loop;
  for made in
    select p.oid::regprocedure as name
    from pg_proc p
    where p.pronamespace = current_schema()::regnamespace and p.proowner = ours
      and not exists (select from pg_depend d where d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e')
      and (p.proacl is null or not (select coalesce(bool_or(grantee = app) and not bool_or(grantee = 0), false) from aclexplode(p.proacl)))
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
declare
  reader oid := to_regrole('purser_reporting');
  made record;
begin
  if reader is null or to_regnamespace('reporting') is null then
    return;
  end if;
  if not exists (
    select from pg_namespace cross join aclexplode(nspacl) as given
    where oid = to_regnamespace('reporting') and given.grantee = reader and given.privilege_type = 'USAGE'
  ) then
    grant usage on schema reporting to purser_reporting;
  end if;
  for made in
    select c.oid::regclass as name
    from pg_class c
    where c.relnamespace = to_regnamespace('reporting') and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and not exists (
        select from aclexplode(c.relacl) as given where given.grantee = reader and given.privilege_type = 'SELECT')
  loop
    execute format('grant select on %s to purser_reporting', made.name);
  end loop;
exception
  when insufficient_privilege then raise notice 'purser_reporting cannot be given its rights: %', sqlerrm;
end $$;
