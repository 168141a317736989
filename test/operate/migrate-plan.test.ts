import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { listMigrationFiles, type MigrationKind } from '../../server/ground/database/migrating/migration-files.ts'
import { planMigrations } from '../../server/ground/database/migrating/plan.ts'
import { splitStatements } from '../../server/ground/database/migrating/split-statements.ts'
import { effectOf, tablesMadeBy } from '../../server/ground/database/migrating/statement-effect.ts'

const folder = join(import.meta.dirname, '../../server/ground/database/migrations')
const texts = (sql: string) => splitStatements(sql).map(({ text }) => text)

test('a migration is split at the semicolons that end statements, and at no others', () => {
  //  written                                                    statements
  const table: readonly [string, readonly string[]][] = [
    ['select 1; select 2', ['select 1', 'select 2']],
    ['select 1;;\n;', ['select 1']],
    ["select ';', 'it''s; so'; select 2", ["select ';', 'it''s; so'", 'select 2']],
    ["select e'\\';', 1; select 2", ["select e'\\';', 1", 'select 2']],
    ["select '\\'; select 2", ["select '\\'", 'select 2']],
    ["select rate'x'; select 2", ["select rate'x'", 'select 2']],
    ['select ";" from "a"";"; select 2', ['select ";" from "a"";"', 'select 2']],
    ['select $$;$$; select $a$ $$;$$ $a$; select 3', ['select $$;$$', 'select $a$ $$;$$ $a$', 'select 3']],
    ['select a$b$; select c$b$', ['select a$b$', 'select c$b$']],
    ["-- it's; nothing\nselect 1 -- no; end\n; select 2", ['select 1 -- no; end', 'select 2']],
    ['/* a; /* b; */ c; */ select 1; select 2 /* d; */', ['select 1', 'select 2 /* d; */']],
    ['-- only a comment;', []],
  ]
  for (const [sql, statements] of table) assert.deepEqual(texts(sql), statements, sql)
  for (const open of ["select 'a", 'select "a', 'select $$a', 'select $a$ b $$', 'select /* /* */ 1'])
    assert.throws(() => texts(open), /line 1: what begins with .* is not closed/, open)
  assert.deepEqual(
    splitStatements('\n-- a\nselect 1;\n\nselect 2').map(({ line }) => line),
    [3, 5],
  )
})

test('nothing of a migration is lost when it is split', () => {
  for (const { name, statements } of listMigrationFiles(folder)) {
    assert.ok(statements.length > 0, name)
    for (const { text } of statements) {
      assert.match(text, /^(create|alter|comment|select) /, name)
      assert.equal(text.split('$$').length % 2, 1, 'bodies are whole')
    }
  }
})

test('every migration that says that it only adds does so', () => {
  const faults = listMigrationFiles(folder)
    .filter(({ number, kind }) => number > 8 && kind === 'expand')
    .flatMap(({ name, statements }) => {
      const made = tablesMadeBy(statements)
      return statements.flatMap(({ text, line }) => {
        const { fault } = effectOf(text, made)
        return fault === undefined ? [] : [`${name}:${line}: ${fault}`]
      })
    })
  assert.deepEqual(faults, [])
})

//  allowed in an expand migration
const adds = [
  'create table extra (brand_id text not null references brand, note text)',
  'alter table card add column note text',
  "alter table card add column note text not null default '', add column other integer default 3",
  'alter table card add column at timestamptz not null default now()',
  'alter table request add constraint few check (length(note) < 10) not valid',
  'alter table request validate constraint few',
  'create index concurrently card_by_note on card (brand_id, note)',
  "create index concurrently if not exists card_by_note on card (brand_id, note) where status = 'Inventory'",
  'create or replace function is_due(state text) returns boolean language sql as $$ select true $$',
  'create sequence numbers',
  "alter table bounce alter column seq set default nextval('numbers')",
  'alter table bounce alter column seq drop identity',
  "comment on column card.note is 'text'",
  'alter table card set (fillfactor = 70)',
]

//  not allowed, and why
const takes: readonly [string, RegExp][] = [
  ['drop table card', /for contract/],
  ['alter table card drop column pick_key', /for contract/],
  ['alter table card rename to cards', /for contract/],
  ['alter table card rename column status to state', /for contract/],
  ['alter table card alter column seq type bigint', /for contract/],
  ['alter table card alter column root_id set not null', /for contract/],
  ['alter table card add column note text not null', /may be null, or has a default/],
  ['alter table card add column id uuid default gen_random_uuid()', /every row of card/],
  ['alter table card add column twice bigint generated always as (seq * 2) stored', /every row of card/],
  ['alter table card add column note text, drop column seq', /for contract/],
  ['alter table card add column owner bigint references account', /not valid/],
  ['alter table card add constraint few check (seq > 0)', /not valid/],
  ['alter table card add unique (brand_id, seq)', /not valid/],
  ['create index card_by_note on card (brand_id, note)', /must be made concurrently/],
  ['create unique index concurrently card_by_note on card (brand_id, note)', /unique index refuses/],
  ['create index concurrently on card (brand_id, note)', /needs a name/],
  ['update card set seq = 0', /in portions/],
  ['delete from card', /in portions/],
  ["insert into brand (brand_id) values ('b')", /written by the program/],
  ['truncate ledger', /for contract/],
  ['do $$ begin end $$', /cannot be told/],
  ['alter function is_due rename to was_due', /for contract/],
  ['create trigger t before insert on card execute function f()', /cannot be told/],
]

test('what an expand migration may do, statement by statement', () => {
  for (const statement of adds) assert.equal(effectOf(statement).fault, undefined, statement)
  for (const [statement, fault] of takes) assert.match(effectOf(statement).fault ?? 'allowed', fault, statement)
  const made = tablesMadeBy([{ text: 'create table extra (brand_id text)' }])
  for (const statement of [
    'create unique index extra_key on extra (brand_id)',
    'alter table extra add unique (brand_id)',
    "insert into extra values ('b')",
  ])
    assert.equal(effectOf(statement, made).fault, undefined, 'anything, as long as nobody uses the table yet')
})

const file = (number: number, kind: MigrationKind) => ({
  number,
  kind,
  name: `${number}-x.sql`,
  statements: [],
  sha256: Buffer.from([number]),
})
const names = (list: readonly { name: string }[]) => list.map(({ name }) => name)

test('what adds is applied by itself; what takes away waits for the operator, except in a new database', () => {
  const files = [file(1, 'expand'), file(2, 'contract'), file(3, 'expand')]
  const [first] = files
  assert.ok(first)
  assert.deepEqual(names(planMigrations(files, [], false).due), ['1-x.sql', '2-x.sql', '3-x.sql'])

  const upgrade = planMigrations(files, [first], false)
  assert.deepEqual([names(upgrade.due), names(upgrade.waiting)], [['3-x.sql'], ['2-x.sql']])
  const contract = planMigrations(files, [first], true)
  assert.deepEqual([names(contract.due), names(contract.waiting)], [['3-x.sql', '2-x.sql'], []])
})

test('a program works with a database that is ahead only if nothing was taken away', () => {
  const [first, second] = [file(1, 'expand'), file(2, 'expand')]
  assert.deepEqual(names(planMigrations([first], [first, second], false).ahead), ['2-x.sql'])
  assert.throws(
    () => planMigrations([first], [first, file(2, 'contract')], false),
    /has migration 2-x\.sql, which this Purser does not know and which takes away.* Use a newer Purser/,
  )
})
