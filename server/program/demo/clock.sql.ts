import { type Sql, toTimestamp } from '../../ground/database/connection.ts'
import type { Instant } from '../../ground/kernel/time.ts'

/**
 * The server takes the database's time. On connections with these settings, `now()` and `clock_timestamp()` are functions
 * that are found before those of PostgreSQL, and say what the clock of their walker says. No other connection sees them.
 * What such a connection commits may be lost in a crash of the machine, in the order of the commits: the history goes on
 * from there.
 */
export const clockSettings = (walker: number): readonly string[] => [
  'search_path=purser_demo,pg_catalog,public',
  `purser.walker=${walker}`,
  'synchronous_commit=off',
]

/** What the making of a history needs while it lasts. */
export async function makeClock(db: Sql): Promise<void> {
  await db.rows`create schema if not exists purser_demo`
  await db.rows`create table if not exists purser_demo.clock (walker integer primary key, at timestamptz not null)`
  await db.rows`
    create or replace function purser_demo.now() returns timestamptz language sql stable as
    'select at from purser_demo.clock where walker = current_setting(''purser.walker'')::integer'`
  await db.rows`
    create or replace function purser_demo.clock_timestamp() returns timestamptz language sql stable as
    'select at from purser_demo.clock where walker = current_setting(''purser.walker'')::integer'`
  await db.rows`grant usage on schema purser_demo to public`
  await db.rows`grant select on purser_demo.clock to public`
}

/** From now on it is this instant for the walker. */
export async function setClock(db: Sql, walker: number, at: Instant): Promise<void> {
  await db.rows`
    insert into purser_demo.clock (walker, at) values (${walker}, ${toTimestamp(at)})
    on conflict (walker) do update set at = excluded.at`
}
