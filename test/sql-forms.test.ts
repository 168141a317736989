import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { formsOfMigrations, formsOfStatements, migrationText, type SqlForm, statementsIn } from './support/sql-forms.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const programs = globSync('server/**/*.ts', { cwd: root }).toSorted()
/** The first migration that was written for several nodes. */
const firstDistributed = '0009'
const migrations = globSync('server/ground/database/migrations/*.sql', { cwd: root })
  .toSorted()
  .filter((path) => basename(path) >= firstDistributed)

for (const { name, why, isIn } of formsOfStatements) {
  test(`no statement has ${name}`, () => {
    const found = programs.flatMap((path) =>
      statementsIn(read(path))
        .filter(({ sql }) => isIn(sql))
        .map(({ line }) => `${path}:${line}: ${why}`),
    )
    assert.deepEqual(found, [])
  })
}

for (const { name, why, isIn } of formsOfMigrations) {
  test(`no new migration has ${name}`, () => {
    const found = migrations.filter((path) => isIn(migrationText(read(path))))
    assert.deepEqual(
      found.map((path) => `${path}: ${why}`),
      [],
    )
  })
}

test('the statements and the new migrations are found', () => {
  const inserts = programs.flatMap((path) => statementsIn(read(path))).filter(({ sql }) => /insert into/.test(sql))
  assert.ok(inserts.length > 40, `${inserts.length} inserts`)
  assert.ok(migrations.length > 0)
})

/** What each rule refuses, and what is written in its place. */
const samples: Readonly<Record<string, readonly [refused: readonly string[], taken: readonly string[]]>> = {
  'a clock in the set of an upsert': [
    ['insert into t (brand_id) values (1) on conflict (brand_id) do update set mark = 1, changed_at = now()'],
    [
      'insert into t (brand_id) values (1) on conflict (brand_id) do update set changed_at = excluded.changed_at',
      'insert into t (brand_id, at) values (1, now()) on conflict (brand_id) do update set mark = 1',
    ],
  ],
  'a clock that runs in the set of an update': [
    ['update t set fired_at = clock_timestamp() where brand_id = $1'],
    ['update t set fired_at = now() where brand_id = $1 and until < clock_timestamp()'],
  ],
  'a column cast to an array in the set of an update': [
    [
      'update t set tags = after.tags::text[] from unnest($1::text[]) as after (tags) where t.brand_id = $1',
      'update t set tags = tags_text::integer[] where brand_id = $1',
    ],
    [
      "update t set tags = string_to_array(after.tags, ',')::integer[] from unnest($1::text[]) as after (tags)",
      "update t set tags = '{}'::text[], other = $1::text[] where brand_id = $1",
    ],
  ],
  'a case of a value in the set of an update': [
    ["update t set state = case state when 'waiting' then 'over' else state end where brand_id = $1"],
    [
      "update t set state = case when state = 'waiting' then 'over' else state end where brand_id = $1",
      "select case kind when 'a' then 1 end from t where brand_id = $1",
    ],
  ],
  'a clock in a case or coalesce of the set of an update': [
    [
      'update t set at = case when a then now() else at end where brand_id = $1',
      'update t set at = coalesce(at, now()) where brand_id = $1',
    ],
    [
      'update t set at = now(), b = coalesce(b, 1) where brand_id = $1',
      'update t set at = case when a then clock.at else t.at end from (select now() as at) as clock where brand_id = $1',
    ],
  ],
  'a text that is read as a time in the set of an upsert': [
    [
      'insert into t (a) values (1) on conflict (a) do update set mark = least(t.mark::timestamptz, excluded.mark::timestamptz)::text',
    ],
    ['insert into t (a) values (1) on conflict (a) do update set mark = least(t.mark, excluded.mark)'],
  ],
  'JSON that is built in the set of an update': [
    ["update t set content = content || jsonb_build_object('a', content -> 'b') where brand_id = $1"],
    ["update t set content = jsonb_set(content, '{a}', content -> 'b') where brand_id = $1"],
  ],
  'an insert that does not take its rows from a table': [
    [
      'insert into t (brand_id, a) select $1, * from unnest($1::text[])',
      'insert into t (brand_id, a) select $1, (select max(a) from t) from json_to_recordset($1) as made (a int)',
      'insert into t (brand_id, a) select $1, $1 where exists (select from u where brand_id = $1)',
      'with x as (insert into t (brand_id, a) select $1, $1) select 1 from x',
    ],
    [
      'insert into t (brand_id, a) select owner.brand_id, made.* from (select brand_id from brand where brand_id = $1) as owner cross join unnest($1::text[]) as made',
      'insert into t (brand_id, a) values ($1, $1)',
      'insert into t (brand_id, a) select $1, a from u where brand_id = $1',
    ],
  ],
  'something worked out from an unnest in the values of an insert': [
    [
      'insert into t (brand_id, at) values ($1, to_timestamp(unnest($1::bigint[])))',
      'insert into t (brand_id, a) values ($1, unnest($1::text[])::jsonb)',
    ],
    [
      'insert into t (brand_id, a, b) values ($1, unnest($1::text[]), unnest(string_to_array($1, $1)::jsonb[]))',
      "insert into t (brand_id, a) values ($1, lower($1)) on conflict (brand_id) do update set a = ''",
    ],
  ],
  'rows of an unnest for a table that numbers them by itself': [
    ['insert into card (brand_id, card_number) values ($1, unnest($1::text[]))'],
    [
      'insert into card (brand_id, card_id) values ($1, unnest($1::bigint[]))',
      'insert into card (brand_id, card_number) values ($1, $1)',
      'insert into card_tier (brand_id, level) values ($1, unnest($1::text[]))',
    ],
  ],
  'a query in brackets that has its brand from outside': [
    [
      'select (select sum(amount) from lot where lot.brand_id = card.brand_id) from card where card.brand_id = $1',
      'select 1 from card where brand_id = $1 and exists (select from lot as own where own.brand_id = card.brand_id)',
    ],
    [
      'select (select sum(amount) from lot where lot.brand_id = $1) from card where card.brand_id = $1',
      'select 1 from (select 1 from card join lot as own on own.brand_id = card.brand_id where card.brand_id = $1) as a',
      'select (select sum(amount) from lot where lot.brand_id = brand.brand_id) from brand',
      'insert into t (brand_id) select owner.brand_id from (select brand_id from brand where brand_id = $1) as owner where exists (select from u where u.brand_id = owner.brand_id)',
    ],
  ],
  'a row lock over several brands': [
    ['select one.* from busy cross join lateral (select line from message where brand_id = busy.brand_id for update)'],
    ['select line from message where brand_id = $1 order by line for no key update skip locked'],
  ],
  'an advisory lock that names no brand': [
    ['select pg_advisory_xact_lock(hashtextextended($1, 0))'],
    ['select pg_advisory_xact_lock(1) from (select count(*) from brand where brand_id = $1) as place'],
  ],
  'a timeout by set_config': [["select set_config('lock_timeout', '0', true)"], ['set local lock_timeout = 0']],
  'an identity column': [
    ['create table t (brand_id text, seq bigint generated always as identity)', 'alter table t add seq bigserial'],
    ["create table t (brand_id text, seq bigint not null default nextval('t_number'))"],
  ],
  'several changes of a table in one statement': [
    ['alter table t add column a text, add constraint c check (a is not null)'],
    ["alter table t add constraint c check (a in ('x', 'y')); alter table t add column b text"],
  ],
  'several things dropped by one statement': [
    ['drop index a, b', 'drop table if exists a, b'],
    ['drop index a; drop index b', 'drop function f(a text, b text)'],
  ],
  'a table that does not begin with its brand': [
    ['create table t (\n  id bigint,\n  brand_id text)'],
    ['create table t (\n  brand_id text not null references brand,\n  id bigint)'],
  ],
}

for (const form of [...formsOfStatements, ...formsOfMigrations]) {
  test(`the rule against ${form.name} refuses it, and nothing else`, () => judgeSamples(form))
}

function judgeSamples({ name, isIn }: SqlForm): void {
  const [refused, taken] = samples[name] ?? [[], []]
  assert.ok(refused.length > 0 && taken.length > 0, 'there are samples')
  for (const sql of refused) assert.equal(isIn(sql), true, sql)
  for (const sql of taken) assert.equal(isIn(sql), false, sql)
}
