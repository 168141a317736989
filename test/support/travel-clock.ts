import { instantOf } from '../../server/ground/kernel/ids.ts'
import type { Instant } from '../../server/ground/kernel/time.ts'
import { followClock, testService } from './shop.ts'
import { sql } from './time-passes.ts'
import { until, useOwnDatabase } from './worker-room.ts'

/**
 * The server takes the database's time. In a database of this kind, `now()` and `clock_timestamp()` are functions of the
 * test's own, found before those of PostgreSQL, so that a story can be told on a Tuesday in November. It is for the
 * test file alone and has to be called before any server is started. Servers ask for that time every so many milliseconds.
 */
export async function useTravelClock(lookMs = 20): Promise<void> {
  await useOwnDatabase()
  followClock(lookMs)
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

/** From now on it is this instant, and time goes on from there; for this process too, and for the server of the tests. */
export async function travelTo(instant: Instant): Promise<void> {
  const shift = instant - realNow()
  Date.now = () => realNow() + shift
  await sql(`update travel.clock set shift = make_interval(secs => $1)`, [shift / 1000])
  const { port } = await testService()
  // Calls are named by what the server takes for the time, strangers' too.
  await until('the server has come along', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/merchant/echo`, { method: 'POST', body: '{}' })
    const { requestRef } = (await answer.json()) as { requestRef: string }
    return Math.abs(instantOf(requestRef) - Date.now()) < 10_000
  })
}
