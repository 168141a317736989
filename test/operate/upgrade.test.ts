import assert from 'node:assert/strict'
import { randomInt, randomUUID } from 'node:crypto'
import { beforeEach, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Service } from '../../server/program/assembly/running-server.ts'
import { MixedLoad } from '../support/mixed-load.ts'
import { nextVersion, runBeside, ServerBeside } from '../support/server-beside.ts'
import { type Answer, openShop, type Shop, testDatabase, times } from '../support/shop.ts'
import { useOwnDatabase } from '../support/worker-room.ts'

/** What a next version might add to the tables that every call uses. */
const additions = {
  '9001-more-columns.sql': `-- expand: columns for a feature to come.
alter table card add column note text;
alter table ledger add column remark text not null default '', add column weight integer default 1;
alter table request add column extra jsonb;
alter table lot add column note text;
create table card_note (
  brand_id text not null references brand,
  note_id uuid not null,
  body text not null default 'none; yet',
  primary key (brand_id, note_id)
);
create or replace function is_due(state text, next_attempt_at timestamptz, lease_until timestamptz, at timestamptz)
returns boolean language sql immutable parallel safe as $$
  select state in ('waiting', 'delayed') and next_attempt_at <= at and coalesce(lease_until <= at, true);
$$;
`,
  '9002-more-indexes.sql': `-- expand
create index concurrently if not exists card_by_note on card (brand_id, note) where status <> 'Inventory';
create index concurrently if not exists request_by_operation on request (brand_id, operation, request_ref);
`,
  '9003-constraint.sql': `-- expand
alter table card add constraint card_note_short check (length(note) < 100) not valid;
`,
  '9004-validated.sql': `-- expand
alter table card validate constraint card_note_short;
`,
}

const removal = { '9005-fewer-columns.sql': '-- contract\nalter table ledger drop column weight;\n' }

const shared = testDatabase()

// Each test leaves tables of another version behind.
beforeEach(async () => {
  process.env.PURSER_TEST_DATABASE = shared
  await useOwnDatabase()
})

/** Runs until it is told to stop; every call has to be answered. */
function startLoad(load: MixedLoad, tills: () => readonly Shop[], callers: number) {
  const state = { runs: true }
  const all = Promise.all(
    times(callers, async (caller) => {
      while (state.runs) {
        const now = tills()
        await load.step(now[caller % now.length] as Shop)
      }
    }),
  )
  const done = all.then(() => undefined)
  done.catch(() => undefined)
  return {
    stop: () => {
      state.runs = false
      return done
    },
  }
}

const steps = (load: MixedLoad) => [...load.codes.values()].reduce((sum, count) => sum + count, 0)

async function moreSteps(load: MixedLoad, count: number): Promise<void> {
  const until = steps(load) + count
  for (let i = 0; i < 1200 && steps(load) < until; i += 1) await wait(50)
  assert.ok(steps(load) >= until, 'calls are answered')
}

async function ask(statement: string, values: unknown[] = []) {
  const client = new pg.Client(testDatabase())
  await client.connect()
  try {
    return (await client.query(statement, values)).rows
  } finally {
    await client.end()
  }
}

test('the next version comes up beside this one under load, and not one call fails', async (t) => {
  const old = await ServerBeside.ready(t)
  const shop = await openShop({ service: { port: old.port } as Service })
  const cards = await Promise.all(times(8, () => shop.card({ usd: 30 })))
  const load = new MixedLoad(cards, 3000, (below) => (below > 0 ? randomInt(below) : 0))
  let tills = [shop]
  const running = startLoad(load, () => tills, 12)
  await moreSteps(load, 200)
  const version = nextVersion(t, additions)

  const shown = await runBeside(['migrate', '--dry-run'], { version })
  assert.match(shown.output, /9001-more-columns\.sql {2}\(expand\)/)
  assert.match(shown.output, /alter table card add column note text\n +locks card against everything, for a moment/)
  assert.match(shown.output, /builds an index on request while it is in use/)
  assert.deepEqual(await ask(`select from migration where number > 9000`), [], 'nothing was changed')

  const newer = await ServerBeside.ready(t, [], { version })
  tills = [shop, newer.till(shop)]
  await moreSteps(load, 400)
  const again = await ServerBeside.ready(t)
  tills = [shop, newer.till(shop), again.till(shop)]
  await moreSteps(load, 300)
  await running.stop()

  const unexpected = [...load.codes.keys()].filter((code) => ![0, 13, 117, 119].includes(code))
  assert.deepEqual(unexpected, [])
  for (const server of [old, newer, again]) assert.doesNotMatch(server.output, /"level":"error"|cached plan/)
  assert.deepEqual(await shop.verify(), [])
  const invalid = await ask('select indexrelid::regclass from pg_index where not indisvalid')
  assert.deepEqual(invalid, [])
  const ahead = await runBeside(['migrate', '--dry-run'])
  assert.match(ahead.output, /Nothing would be applied\.\nThe database is ahead: .*9001-more-columns\.sql, .*only add/)
  for (const server of [old, newer, again]) assert.equal(await server.stop(), 0, server.output)
})

test('what only an older version needs goes when no older server runs, and then none starts', async (t) => {
  const next = nextVersion(t, additions)
  assert.equal((await runBeside(['migrate'], { version: next })).status, 0)
  const old = await ServerBeside.ready(t)
  const shop = await openShop({ service: { port: old.port } as Service })
  const version = nextVersion(t, removal, next)

  const waiting = await runBeside(['migrate'], { version })
  assert.match(
    waiting.output,
    /9005-fewer-columns\.sql\.\nWhen every server has this version: purser migrate --contract/,
  )
  const refused = await runBeside(['migrate', '--contract'], { version })
  assert.equal(refused.status, 1)
  assert.match(refused.output, /older version still run[\s\S]*purser start \S+ on \S+, seen \d+ seconds ago/)
  await shop.card({ usd: 5 })

  await old.stop()
  const newest = await ServerBeside.ready(t, [], { version })
  const applied = await runBeside(['migrate', '--contract'], { version })
  assert.match(applied.output, /^The database is up to date\.$/m)
  assert.match(applied.output, /Applied migration 9005-fewer-columns\.sql/)
  const card = await newest.till(shop).card({ usd: 7 })

  const late = new ServerBeside(t)
  assert.equal(await late.ended(), 1)
  assert.match(late.output, /9005-fewer-columns\.sql, which this Purser does not know and which takes away/)
  assert.equal((await newest.till(shop).balances(card))[0].amount, 7)
  assert.deepEqual(await shop.verify(), [])
  assert.equal(await newest.stop(), 0)
})

/** Sends a call to one server after the other until one of them says what became of it: what a till does. */
async function untilAnswered(tills: () => readonly Shop[], call: (till: Shop) => Promise<Answer>): Promise<void> {
  const until = performance.now() + 60_000
  let last: unknown
  for (let attempt = 0; performance.now() < until; attempt += 1) {
    const all = tills()
    const till = all[attempt % all.length] as Shop
    try {
      const { body } = await call(till)
      // 3 is said of a call that was carried out, and whose answer was lost.
      if (body.success || body.errorCode === 3) return
      assert.equal(body.errorCode, 109, JSON.stringify(body))
      last = body
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error
      last = error
    }
    await wait(20)
  }
  assert.fail(`no server answers: ${JSON.stringify(last)} ${last}`)
}

test('servers are replaced one after the other, and no call is lost or doubled', async (t) => {
  const servers = [await ServerBeside.ready(t, ['--no-jobs']), await ServerBeside.ready(t, ['--no-jobs'])]
  const [first] = servers
  assert.ok(first)
  const shop = await openShop({ service: { port: first.port } as Service })
  const cards = await Promise.all(times(6, () => shop.card({ usd: 1000 })))
  const done = new Map(cards.map((card) => [card, 0]))
  const state = { runs: true }
  const callers = Promise.all(
    times(12, async (caller) => {
      const card = cards[caller % cards.length] ?? ''
      while (state.runs) {
        const headers = { customRequestId: randomUUID() }
        const tills = () => servers.map((server) => server.till(shop))
        await untilAnswered(tills, (till) => till.update(card, 'redeem', { usd: 0.01 }, {}, headers))
        done.set(card, (done.get(card) ?? 0) + 1)
      }
    }),
  ).finally(() => {
    state.runs = false
  })

  for (const place of [0, 1]) {
    const before = [...done.values()].reduce((sum, count) => sum + count, 0)
    assert.equal(await servers[place]?.stop(), 0)
    servers[place] = await ServerBeside.ready(t, ['--no-jobs'])
    while (state.runs && [...done.values()].reduce((sum, count) => sum + count, 0) < before + 50) await wait(20)
  }
  state.runs = false
  await callers

  for (const [card, count] of done) {
    const [balance] = await (servers[0] as ServerBeside).till(shop).balances(card)
    assert.equal(Math.round(balance.amount * 100), 100_000 - count, card)
  }
  assert.deepEqual(await shop.verify(), [])
  for (const server of servers) await server.stop()
})

test('a server that is told to stop says so first, and goes on taking calls as long as it was told to', async (t) => {
  const server = await ServerBeside.ready(t, ['--no-jobs', '--stop-delay', '3'])
  const shop = await openShop({ service: { port: server.port } as Service })
  const card = await shop.card({ usd: 10 })
  const ready = () => fetch(`http://127.0.0.1:${server.port}/readyz`)
  assert.equal((await ready()).status, 200)

  server.child.kill('SIGTERM')
  let answer = await ready()
  while (answer.status === 200) answer = await ready()

  assert.equal(answer.status, 503)
  assert.match(await answer.text(), /"reason":"stopping"/)
  const { body } = await shop.redeem(card, { usd: 4 })
  assert.equal(body.success, true)
  assert.equal(await server.ended(), 0)
  const other = await ServerBeside.ready(t, ['--no-jobs'])
  assert.equal((await other.till(shop).balances(card))[0].amount, 6)
  assert.deepEqual(await shop.verify(), [])
  await other.stop()
})
