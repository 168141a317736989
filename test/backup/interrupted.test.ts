import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { migrate } from '../../server/ground/database/migrate.ts'
import {
  askAt,
  embeddedUrl,
  launch,
  newDatabase,
  newFolder,
  run,
  whileOpen,
  writeBackupOf,
} from '../support/backup-room.ts'
import { until } from '../support/worker-room.ts'

/** Many commands, each of them a process, and some with a database of their own. */
const patient = { timeout: 600_000 }
const rows = 200_000
const file = join(newFolder(), 'large.tar')

before(async () => {
  const url = await newDatabase()
  await migrate(url, () => undefined)
  await fill(url)
  await writeBackupOf(url, file)
})

const fill = (url: string) =>
  askAt(
    url,
    `insert into call_elsewhere (brand_id, card_id, card_seq, request_ref)
     select 'b', n, 1, gen_random_uuid() from generate_series(1, ${rows}) n`,
  )

const countIn = async (url: string) => {
  const [row] = await askAt(url, 'select count(*)::integer as count from call_elsewhere')
  return row?.count
}

/** What a database says that nobody is to use; undefined while it cannot be asked or says nothing. */
const markOf = async (url: string) => {
  const found = await askAt(url, 'select kind, place from purser_mark').catch(() => [])
  return found[0]
}

/** Kills a command without warning as soon as it is so; false if it ended before. */
async function killWhen(words: readonly string[], isSo: () => Promise<boolean>): Promise<boolean> {
  const { child, ended } = launch(words)
  await until('it is so', async () => child.exitCode !== null || (await isSo()), 60)
  const wasKilled = child.exitCode === null && child.kill('SIGKILL')
  await ended()
  return wasKilled
}

test(
  'a restore that is killed leaves a database that no server serves, and that a second restore fills',
  patient,
  async () => {
    const url = await newDatabase()
    const isCopying = async () => (await markOf(url)) !== undefined
    assert.ok(await killWhen(['restore', file, '--database', url], isCopying))
    assert.equal((await markOf(url))?.place, file)
    const refused = await run(['start', '--port', '0', '--database', url], { PURSER_ALLOW_UNSAFE_DATABASE: 'true' })
    assert.equal(refused.status, 1)
    assert.match(
      refused.output,
      /This database is incomplete: it is being filled from .*large\.tar, or that was interrupted/,
    )
    const again = await run(['restore', file, '--database', url])
    assert.equal(again.status, 0, again.output)
    assert.deepEqual([await countIn(url), await markOf(url)], [rows, undefined])
  },
)

test('of two restores into one database at the same time one is refused, and the other is whole', async () => {
  const url = await newDatabase()
  const both = await Promise.all([1, 2].map(() => run(['restore', file, '--database', url])))
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [0, 1], JSON.stringify(both))
  assert.match(both.find(({ status }) => status === 1)?.output ?? '', /is filling this database|is not empty/)
  assert.equal(await countIn(url), rows)
})

test(
  'a move that is killed at any point leaves one of the two to be served, and a second run ends it',
  patient,
  async (t) => {
    const data = join(newFolder(), 'data')
    assert.equal((await run(['migrate', '--data', data])).status, 0)
    const target = await newDatabase()
    const words = ['move', '--data', data, '--to', target]
    t.after(() => run(['verify', '--data', data]))

    await whileOpen(data, fill)
    const isCopying = async () => (await markOf(target)) !== undefined
    assert.ok(await killWhen(words, isCopying))
    assert.equal(await markOf(embeddedUrl(data)), undefined, 'the embedded one is as it was')
    const served = await run(['verify', '--data', data])
    assert.equal(served.status, 0, served.output)
    await assert.rejects(
      migrate(target, () => undefined),
      /This database is incomplete/,
    )

    const { status, output } = await run(words)
    assert.equal(status, 0, output)
    assert.match(output, /tables and 200,\d\d\d rows are moved to .* are the same on both sides/)
    assert.match(output, /everything adds up/)
    assert.match(output, /PURSER_SECRET_KEY_FILE to a copy of .*secret\.key/)
    assert.equal(await countIn(target), rows)
    await migrate(target, () => undefined)
    const refused = await run(['start', '--port', '0', '--data', data])
    assert.equal(refused.status, 1)
    assert.match(
      refused.output,
      /The data of this database was moved to the database \\?"copy_\w+\\?" at .*\. Set DATABASE_URL/,
    )
    assert.match((await run(words)).output, /was moved to .* before: nothing is left to do/)
    assert.match(
      (await run(['move', '--data', data, '--to', await newDatabase()])).output,
      /It is not moved to .* as well/,
    )
  },
)

test('a move whose last step is missing is ended by the next run, which copies nothing', patient, async (t) => {
  const data = join(newFolder(), 'data')
  assert.equal((await run(['migrate', '--data', data])).status, 0)
  const target = await newDatabase()
  const words = ['move', '--data', data, '--to', target]
  assert.equal((await run(words)).status, 0)
  t.after(() => run(['verify', '--data', data]))
  // As if it had been killed between its last two steps.
  await whileOpen(data, async (url) => {
    const [mark] = await askAt(url, 'select * from purser_mark')
    await askAt(target, 'create table purser_mark (kind text, id uuid, place text)')
    await askAt(target, `insert into purser_mark values ('filled', $1, 'there')`, [mark?.id])
  })
  await assert.rejects(
    migrate(target, () => undefined),
    /This database is incomplete/,
  )
  assert.match((await run(['restore', file, '--database', target])).output, /complete but for its last step/)
  assert.match((await run(words)).output, /interrupted before its last step, is finished/)
  await migrate(target, () => undefined)
})

test(
  'a move is refused while a server runs, to a database with something in it, and with a password in a flag',
  patient,
  async () => {
    const data = join(newFolder(), 'data')
    const target = await newDatabase()
    assert.match((await run(['move', '--data', data, '--to', target])).output, /There is no database in/)
    await whileOpen(data, async (url) => {
      const { status, output } = await run(['move', '--data', data, '--to', target])
      assert.equal(status, 1)
      assert.match(output, /a move needs the server stopped/)
      await migrate(url, () => undefined)
    })
    await askAt(target, 'create table theirs (id integer)')
    assert.match((await run(['move', '--data', data, '--to', target])).output, /is not empty.*Nothing was moved/)
    assert.match((await run(['move', '--data', data])).output, /Say where to: --to-file/)
    const visible = await run(['move', '--data', data, '--to', 'postgresql://me:secret@db.example/purser'])
    assert.match(visible.output, /--to must not contain a password.*Set PURSER_MOVE_TO, .*--to-file/)
    assert.match(
      (await run(['move', '--data', data], { DATABASE_URL: target })).output,
      /A move begins at the embedded/,
    )
    assert.ok(existsSync(join(data, 'postgres')))
  },
)
