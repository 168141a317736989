-- expand: pins that were kept with requests for approval, before these were refused, are removed.

-- Both functions end with the session: nobody needs them again.
create or replace function pg_temp.without_pins(given jsonb) returns jsonb language plpgsql as $$
begin
  case jsonb_typeof(given)
    when 'object' then
      return (
        select coalesce(jsonb_object_agg(key, pg_temp.without_pins(value)), '{}')
        from jsonb_each(given)
        where key not in ('pin', 'updatedPin', 'newPin'));
    when 'array' then
      return (
        select coalesce(jsonb_agg(pg_temp.without_pins(value) order by place), '[]')
        from jsonb_array_elements(given) with ordinality as each(value, place));
    else
      return given;
  end case;
end $$;

-- Rows are otherwise changed in portions, by a job. These are few, and no pin should outlast the upgrade: those that have one are locked
-- until the file is done, and no others are touched.
create or replace function pg_temp.remove_waiting_pins() returns void language plpgsql as $$
declare
  asked record;
  kept text;
begin
  for asked in
    select brand_id, approval_id, request from approval where request ~ '"(pin|updatedPin|newPin)":'
  loop
    begin
      kept := pg_temp.without_pins(asked.request::jsonb)::text;
    exception when others then
      kept := '{}';
    end;
    -- What cannot be read, or would become too long by the blanks that it is written with, is asked for again.
    if octet_length(kept) > 65536 then
      kept := '{}';
    end if;
    update approval set request = kept where brand_id = asked.brand_id and approval_id = asked.approval_id;
  end loop;
end $$;

select pg_temp.remove_waiting_pins();
