import type { Instant } from '../../server/ground/kernel/time.ts'
import { sql } from './time-passes.ts'
import { useOwnDatabase } from './worker-room.ts'

/**
 * The server takes the database's time. In a database of this kind, `now()` and `clock_timestamp()` are functions of the
 * test's own, found before those of PostgreSQL, so that a story can be told on a Tuesday in November. It is for the
 * test file alone and has to be called before any server is started.
 */
export async function useTravelClock(): Promise<void> {
  await useOwnDatabase()
  await sql('create schema travel', [])
  await sql('create table travel.clock (shift interval not null)', [])
  await sql(`insert into travel.clock values ('0')`, [])
  for (const name of ['now', 'clock_timestamp']) {
    await sql(
      `create function travel.${name}() returns timestamptz language sql stable as
       'select pg_catalog.${name}() + shift from travel.clock'`,
      [],
    )
  }
  const defaults = await sql(
    `select table_name, column_name from information_schema.columns
     where table_schema = 'public' and column_default = 'now()'`,
    [],
  )
  for (const { table_name, column_name } of defaults)
    await sql(`alter table ${table_name} alter column ${column_name} set default travel.now()`, [])
  await sql('grant usage on schema travel to public', [])
  await sql('grant select on travel.clock to public', [])
  await sql(
    `do $$ begin execute format('alter database %I set search_path = public, travel, pg_catalog', current_database()); end $$`,
    [],
  )
}

const realNow = Date.now

/** From now on it is this instant, and time goes on from there; for this process too, which names its calls by the time. */
export async function travelTo(instant: Instant): Promise<void> {
  const shift = instant - realNow()
  Date.now = () => realNow() + shift
  await sql(`update travel.clock set shift = make_interval(secs => $1)`, [shift / 1000])
}
