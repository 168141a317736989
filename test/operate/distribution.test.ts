import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Connection } from '../../server/ground/database/connection.ts'
import { serverConnection } from '../../server/ground/database/database.ts'
import { inKeyOrder } from '../../server/ground/database/distribute.ts'
import { coordinatorTables, placeOfTable } from '../../server/ground/database/table-places.ts'
import { setTimeouts } from '../../server/ground/database/timeouts.sql.ts'
import { parseCommandLine } from '../../server/program/command-line/parse.ts'
import { purserCommand } from '../support/purser-command.ts'
import { testDatabase } from '../support/shop.ts'

const table = (name: string, ...refersTo: string[]) => ({ name, refersTo, hasBrand: true, isDistributed: false })

test('a table is distributed after those that it refers to, and brands before all', () => {
  const tables = [
    table('balance', 'card', 'value_type'),
    table('audit_entry'),
    table('card', 'card_set'),
    table('card_set', 'brand'),
    table('value_type', 'brand'),
    table('brand'),
  ]
  const order = inKeyOrder(tables).map(({ name }) => name)
  assert.equal(order[0], 'brand')
  for (const { name, refersTo } of tables)
    for (const other of refersTo) assert.ok(order.indexOf(other) < order.indexOf(name), `${other} before ${name}`)
  assert.throws(() => inKeyOrder([table('a', 'b'), table('b', 'a')]), /circle: a, b/)
})

test('every table has a place on purpose: by its brand, or at the coordinator with the reason', () => {
  const golden = readFileSync('server/ground/database/schema.golden.txt', 'utf8')
  const tables = golden
    .split(/\n\n/)
    .map((block) => block.trim().split('\n'))
    .flatMap(([first = '', ...lines]) => {
      const name = /^table (\w+)/.exec(first)?.[1]
      return name === undefined || first.includes('partition of') ? [] : [{ name, lines: lines.join('\n') }]
    })
  assert.ok(tables.length > 90, `${tables.length} tables`)
  for (const { name, lines } of tables) {
    const place = placeOfTable({ name, hasBrand: /^\s*brand_id /m.test(lines) })
    assert.notEqual(
      place,
      'unknown',
      `${name} has no brand_id: give it one, or name it in table-places.ts with the reason`,
    )
    if (place === 'coordinator') continue
    for (const [key] of lines.matchAll(/(PRIMARY KEY|UNIQUE|FOREIGN KEY) \([^)]*\)/g))
      assert.match(key, /\(brand_id\b/, `${name}: ${key}`)
    for (const [, other = ''] of lines.matchAll(/REFERENCES (\w+)/g))
      assert.ok(!(other in coordinatorTables), `${name} refers to ${other}, which is not on its node`)
  }
  const names = new Set(tables.map(({ name }) => name))
  for (const [name, why] of Object.entries(coordinatorTables)) {
    assert.ok(names.has(name), `${name} is no table any more`)
    assert.ok(why.length > 10)
  }
})

test('on a PostgreSQL without the extension, the commands say what is missing', async () => {
  for (const words of [['distribute'], ['nodes'], ['add-node', 'localhost', '5432'], ['move-brand', 'b', 'h:1']]) {
    const { status, output } = await purserCommand('database', ...words)
    assert.equal(status, 1, words.join(' '))
    assert.match(output, /does not have the extension Citus/)
    assert.match(output, /create extension citus;/)
  }
})

test('a coordinator is named beside a database, and never with its password in a flag', () => {
  const faultsOf = (flags: readonly string[], env: Record<string, string> = {}) => {
    const parsed = parseCommandLine(['start', ...flags], env)
    return parsed.kind === 'faults' ? parsed.faults.join('\n') : ''
  }
  const node = ['--database', 'postgresql://node/purser']
  assert.equal(faultsOf([...node, '--coordinator', 'postgresql://first/purser']), '')
  assert.equal(faultsOf(node, { PURSER_COORDINATOR: 'postgresql://purser:secret@first/purser' }), '')
  assert.match(faultsOf(['--coordinator', 'postgresql://first/purser']), /--coordinator needs a database of your own/)
  assert.match(faultsOf([...node, '--coordinator', 'first:5432']), /--coordinator must begin with postgres:\/\//)
  const leaking = faultsOf([...node, '--coordinator', 'postgresql://purser:secret@first/purser'])
  assert.match(leaking, /must not contain a password.*Set PURSER_COORDINATOR/)
})

test('on one machine the server plans each statement once, and timeouts hold for their transaction alone', async () => {
  const options = await serverConnection(testDatabase())
  assert.deepEqual([options.plansOnce, options.isDistributed], [true, undefined])
  const db = await Connection.open(options)
  const shown = async () => {
    const [mode] = await db.rows<{ plan_cache_mode: string }>`show plan_cache_mode`
    const [lock] = await db.rows<{ lock_timeout: string }>`show lock_timeout`
    const [statement] = await db.rows<{ statement_timeout: string }>`show statement_timeout`
    return [mode?.plan_cache_mode, lock?.lock_timeout, statement?.statement_timeout]
  }
  await db.rows`begin`
  await setTimeouts(db, { lockMs: 250, statementMs: 0 })
  assert.deepEqual(await shown(), ['force_generic_plan', '250ms', '0'])
  await db.rows`commit`
  assert.deepEqual(await shown(), ['force_generic_plan', '1s', '5s'])
  await db.close()
})
