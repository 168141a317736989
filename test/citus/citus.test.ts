import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isBackendAliveAtBrand } from '../../server/ground/database/backend.sql.ts'
import { Connection, ConnectionPool } from '../../server/ground/database/connection.ts'
import { isDurable, serverConnection } from '../../server/ground/database/database.ts'
import { bringUpToDate } from '../../server/ground/database/up-to-date.ts'
import type { Service } from '../../server/program/assembly/running-server.ts'
import { type CitusCluster, startCluster } from '../support/citus-cluster.ts'
import { clusterPorts } from '../support/cluster-copies.ts'
import { askAt as ask, brandsAt, whileCommitsHang } from '../support/cluster-node.ts'
import { clusterShopOptions, visitAsMember } from '../support/cluster-people.ts'
import { filled, openTills, takeLongest } from '../support/cluster-tills.ts'
import { type FullShop, openFullShop } from '../support/full-shop.ts'
import { usd } from '../support/neighbours.ts'
import { makeLogin, PortalUser } from '../support/portal-room.ts'
import { purserCommand } from '../support/purser-command.ts'
import { openShop, Shop, startTestService } from '../support/shop.ts'
import { until } from '../support/worker-room.ts'

const skip = clusterPorts().length === 0 && 'npm run test:citus runs it'
const patience = { skip, timeout: 180_000 }

let cluster: CitusCluster | undefined
let coordinator = ''
let nodes: readonly string[] = []
const services: Service[] = []
const shops: FullShop[] = []

before(async () => {
  if (skip) return
  cluster = await startCluster()
  const [first = '', ...others] = await cluster.makeDatabase('purser')
  coordinator = first
  nodes = others
  process.env.PURSER_TEST_DATABASE = coordinator
})

after(async () => {
  for (const service of services) await service.stop()
  await cluster?.close()
})

/** A server beside a node, that asks the coordinator for what only that one does. */
async function startBeside(node: string, runsJobs = false): Promise<Service> {
  const service = await startTestService(['--database', node, '--coordinator', coordinator], runsJobs, node)
  services.push(service)
  return service
}

/** A brand with something in nearly every table, and cards to spare. */
const openBrand = (service: Service) => openFullShop(undefined, { ...clusterShopOptions(), service })

async function stopService(service: Service): Promise<void> {
  services.splice(services.indexOf(service), 1)
  await service.stop()
}

const at = (shop: Shop, { port }: Service) => new Shop({ id: shop.id, secret: shop.secret, port, file: shop.file })
const placeOf = (url: string) => new URL(url).host

async function succeeds(...words: string[]): Promise<string> {
  const { status, output } = await purserCommand(...words)
  assert.equal(status, 0, output)
  return output
}

test('a database is distributed with all that is in it, and nothing stays behind', patience, async () => {
  await bringUpToDate(coordinator, () => undefined)
  const before = await startTestService([], false, coordinator)
  services.push(before)
  shops.push(await openBrand(before))
  const [{ connections }] = await ask(coordinator, 'select count(*)::integer as connections from card')
  assert.ok(connections > 0)

  const alone = await purserCommand('database', 'distribute')
  assert.equal(alone.status, 1)
  assert.match(alone.output, /no node to put brands on/)
  for (const node of nodes) await succeeds('database', 'add-node', '127.0.0.1', new URL(node).port)
  const busy = await purserCommand('database', 'distribute')
  assert.match(busy.output, /Stop all of them first/)
  await stopService(before)

  // A table that cannot be laid out by its brand: all that came before it is undone.
  await ask(coordinator, 'create table wrong (brand_id text, note text primary key)')
  const failed = await purserCommand('database', 'distribute', '--shards', '8')
  assert.equal(failed.status, 1, failed.output)
  assert.deepEqual(await ask(coordinator, 'select logicalrelid from pg_dist_partition'), [])
  assert.deepEqual(await shops[0]?.shop.verify(), [])
  await ask(coordinator, 'drop table wrong')

  const output = await succeeds('database', 'distribute', '--shards', '8')
  assert.match(output, /^ledger: distributed by brand$/m)
  assert.match(output, /^migration: at the coordinator$/m)
  assert.match(await succeeds('database', 'distribute'), /Nothing was left to do/)
  const left = await ask(
    coordinator,
    `select logicalrelid::text from pg_dist_partition where partmethod = 'h' and pg_relation_size(logicalrelid) > 0`,
  )
  assert.deepEqual(left, [], 'no rows are left on the disk of the coordinator')
  assert.deepEqual(await shops[0]?.shop.verify(), [])
})

test(
  'three brands on two nodes: balances, checkouts, returns, voids, transfers, coupons, people, members',
  patience,
  async () => {
    const [one, other] = [await startBeside(nodes[0] ?? ''), await startBeside(nodes[1] ?? '')]
    shops.push(await openBrand(one), await openBrand(other))
    const shown = await succeeds('database', 'nodes')
    for (const { shop } of shops) assert.ok(shown.includes(`  ${shop.id}`), shown)
    for (const { shop, cardNumber } of shops) {
      // Each brand at both servers, whichever node it lies on.
      const tills = [at(shop, one), at(shop, other)]
      const card = await tills[0]?.card({ usd: 50 })
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => tills[index % 2]?.redeem(card ?? '', { usd: 10 })),
      )
      assert.equal(answers.filter((answer) => answer?.body.success).length, 5, 'nothing is overspent')
      const headers = { customRequestId: 'only-once' }
      const twice = await Promise.all(tills.map((till) => till.update(cardNumber, 'issue', { stars: 1 }, {}, headers)))
      assert.deepEqual(twice.map(({ body }) => body.success).toSorted(), [false, true], 'it takes effect once')
      const history = await tills[1]?.history(cardNumber)
      assert.ok(history.length > 5)
      for (const till of tills) await visitAsMember(till)
      assert.deepEqual(await shop.verify(), [])
    }
  },
)

test('jobs run beside a node: segments, scores, expiry, audit, partitions', patience, async () => {
  const worker = await startBeside(nodes[1] ?? '', true)
  for (const { shop } of shops) {
    await succeeds('segments', shop.id)
    await until('the segment rule has given its points', async () => {
      const fired = 'select from segment_change where brand_id = $1 and fired_at is not null'
      return (await ask(coordinator, fired, [shop.id])).length > 0
    })
  }
  await succeeds('jobs', 'run', 'scores')
  await succeeds('jobs', 'run', 'retention')
  await until('cards have scores', async () => {
    const rows = await ask(coordinator, 'select distinct brand_id from card_score')
    return rows.length === shops.length
  })
  await until('changes by hand are sealed', async () => {
    const [row] = await ask(coordinator, 'select count(distinct brand_id)::integer as brands from audit_seal')
    return row.brands === shops.length
  })
  const jobs = await succeeds('jobs')
  assert.match(jobs, /No job was given up/)
  await stopService(worker)
  for (const { shop } of shops) assert.deepEqual(await shop.verify(), [])
})

test('calls beside one that waits for a lock at a node are answered in time', patience, async () => {
  const [service] = services
  assert.ok(service)
  for (const { shop } of shops) {
    const till = at(shop, service)
    const [locked, ...others] = [await till.card({ usd: 5 }), await till.card({ usd: 5 }), await till.card({ usd: 5 })]
    const other = new pg.Client({ connectionString: coordinator })
    await other.connect()
    try {
      await other.query('begin')
      await other.query('select from card where brand_id = $1 and card_number = $2 for update', [shop.id, locked])
      const waiting = till.redeem(locked, { usd: 1 })
      const began = performance.now()
      const answers = await Promise.all(others.map((card) => till.redeem(card, { usd: 1 })))
      const tookMs = performance.now() - began
      assert.ok(answers.every(({ body }) => body.success))
      assert.ok(tookMs < 4000, `${tookMs} ms, and a statement may take 5000`)
      await other.query('rollback')
      assert.equal((await waiting).body.success, true)
    } finally {
      await other.end()
    }
    assert.deepEqual(await shop.verify(), [])
  }
})

test('a transaction that still lives at the node of its brand is not taken for lost', patience, async () => {
  const { shop } = shops[0] ?? {}
  assert.ok(shop)
  const options = await serverConnection(coordinator)
  assert.equal(options.isDistributed, true)
  const [working, looking] = [await Connection.open(options), await Connection.open(options)]
  await working.rows`begin`
  await working.rows`select from brand where brand_id = ${shop.id} for update`
  assert.equal(await isBackendAliveAtBrand(looking, working.backend, shop.id), true)
  await working.rows`rollback`
  await working.close()
  await until('the process at the node is gone', async () => {
    return !(await isBackendAliveAtBrand(looking, working.backend, shop.id))
  })
  await looking.close()
})

test('a node that may lose what it has committed is seen from every other', patience, async () => {
  const pool = new ConnectionPool(await serverConnection(coordinator), 1)
  assert.equal(await isDurable(pool), false)
  for (const url of [coordinator, ...nodes]) {
    for (const name of ['fsync', 'full_page_writes', 'synchronous_commit'])
      await ask(url, `alter system set ${name} = on`)
  }
  await ask(coordinator, 'select pg_reload_conf()')
  assert.equal(await isDurable(pool), false, 'the coordinator is safe, its nodes are not')
  for (const url of nodes) await ask(url, 'select pg_reload_conf()')
  await until('all are safe', () => isDurable(pool))
  await pool.close()
})

test('tills go on while brands are isolated and moved there and back', { skip, timeout: 900_000 }, async (context) => {
  const [service] = services
  const [first, second] = shops.map(({ shop }) => shop)
  assert.ok(service && first && second)
  const { tills, end } = await openTills(shops.map(({ shop }) => at(shop, service)))
  await sleep(5000)
  const quietMs = Math.max(...Object.values(takeLongest(tills)))
  const during = async (...words: string[]) => {
    await succeeds('database', ...words)
    const longest = takeLongest(tills)
    context.diagnostic(`${words.join(' ')}: longest answers in ms ${JSON.stringify(longest)}, ${quietMs} before`)
    for (const [brand, ms] of Object.entries(longest)) assert.ok(ms <= 2000 + quietMs, `${brand} waited ${ms} ms`)
  }
  try {
    await during('isolate-brand', first.id)
    const line = new RegExp(`^ {2}${first.id}$`, 'm')
    assert.match(await succeeds('database', 'nodes'), line, 'it shares its shard with nobody')
    assert.match(await succeeds('database', 'isolate-brand', first.id), /already/)
    for (const node of [...nodes, ...nodes]) await during('move-brand', second.id, placeOf(node))
    await during('move-brand', first.id, placeOf(nodes[1] ?? ''))
    await during('move-brand', second.id, placeOf(nodes[0] ?? ''))
  } finally {
    await end()
  }
  const left = await ask(coordinator, 'select from pg_dist_cleanup')
  assert.equal(left.length, 0, 'no copy is left where a brand was')
  for (const { shop, card, done, refused, unknown } of tills) {
    assert.ok(done > 50, `${done} sales`)
    assert.deepEqual([refused, unknown], [[], []])
    const [stored] = await ask(coordinator, balanceOf, [shop.id, card])
    assert.equal(stored.amount, (filled - done) * 100, 'nothing lost, nothing doubled')
  }
  for (const { shop } of shops) assert.deepEqual(await shop.verify(), [])
})

const balanceOf = `
  select sum(balance.amount)::integer as amount from balance
  join card on card.brand_id = balance.brand_id and card.card_id = balance.card_id
  where balance.brand_id = $1 and card.brand_id = $1 and card_number = $2`

test('a table that a later migration makes is distributed', patience, async () => {
  await ask(coordinator, 'create table later (brand_id text references brand, note text, primary key (brand_id, note))')
  await succeeds('migrate')
  const rows = await ask(coordinator, `select from pg_dist_partition where logicalrelid = 'later'::regclass`)
  assert.equal(rows.length, 1)
})

/** Brands are opened until one lies on this node. */
async function openBrandAt(node: string, open: (service: Service) => Promise<Shop>): Promise<Shop> {
  const [service] = services
  assert.ok(service)
  for (;;) {
    const shop = await open(service)
    if ((await brandsAt(coordinator, node)).includes(shop.id)) return shop
  }
}

for (const [phases, open] of [
  ['one phase', (service: Service) => openShop({ service })],
  // What is told to webhooks is numbered by the node that is asked, so that two nodes have to agree.
  ['two phases', async (service: Service) => (await openBrand(service)).shop],
] as const) {
  test(`a commit in ${phases} whose answer is lost is never told as not executed`, patience, async () => {
    const node = nodes[1] ?? ''
    const till = await openBrandAt(node, open)
    const card = await till.card({ usd: 50 })
    const headers = { customRequestId: 'in-doubt' }
    const redeem = async () => (await till.update(card, 'redeem', { usd: 1 }, {}, headers)).body
    const [first] = await whileCommitsHang(node, async () => {
      const answering = redeem()
      await until('the commit waits', async () => {
        const waiting = `wait_event = 'SyncRep' and application_name like 'citus_internal%'`
        const end = `select query, pg_terminate_backend(pid) from pg_stat_activity where ${waiting}`
        const ended = await ask(node, end)
        for (const { query } of ended) assert.equal(/prepare/i.test(query), phases === 'two phases', query)
        return ended.length > 0
      })
      return [answering]
    })
    const told = await (first ?? Promise.reject(new Error('no answer')))
    assert.ok(told.success || [109, 136].includes(told.errorCode), JSON.stringify(told))
    // A transaction in two phases may hold its card until the nodes have found out about it.
    let again = await redeem()
    while (again.errorCode === 109) again = await redeem()
    if (told.success) assert.equal(again.errorCode, 3, 'it was executed')
    if (told.errorCode === 109) assert.equal(again.success, true, 'it was not executed')
    const [stored] = await ask(coordinator, balanceOf, [till.id, card])
    assert.equal(stored.amount, 4900)
    assert.deepEqual(await till.verify(), [])
  })
}

test('a key that somebody else is claiming for long is refused as busy', patience, async () => {
  const { shop } = shops[0] ?? {}
  const [service] = services
  assert.ok(shop && service)
  const till = at(shop, service)
  const card = await till.card({ usd: 50 })
  const other = new pg.Client({ connectionString: coordinator })
  await other.connect()
  try {
    await other.query('begin')
    const claim = `insert into idempotency_key (brand_id, id_sha256, request_ref, fingerprint)
      values ($1, sha256('held'), gen_random_uuid(), sha256(''))`
    await other.query(claim, [shop.id])
    const { body } = await till.update(card, 'redeem', { usd: 1 }, {}, { customRequestId: 'held' })
    assert.equal(body.errorCode, 109, JSON.stringify(body))
    await other.query('rollback')
  } finally {
    await other.end()
  }
  const { body } = await till.update(card, 'redeem', { usd: 1 }, {}, { customRequestId: 'held' })
  assert.equal(body.success, true)
  assert.deepEqual(await shop.verify(), [])
})

/** Somebody logs in, looks a card up, has a report made, and gives something by hand. */
async function visitPortal(service: Service, shop: Shop, cardNumber: string): Promise<void> {
  const pool = new ConnectionPool({ url: coordinator }, 1)
  try {
    const user = new PortalUser(
      service.port,
      await makeLogin(pool, [{ brand: shop.id, role: 'administrator' }]),
      shop.id,
    )
    assert.equal((await user.logIn()).status, 200)
    assert.equal((await user.must('find', { text: cardNumber })).cards.length, 1)
    assert.ok(await user.must('cardPage', { cardNumber }))
    const report = await user.call('report', { name: 'liability' })
    assert.equal(report.status, 200, JSON.stringify(report.body))
    assert.equal((await user.ask('homeFigures')).status, 200)
    const issue = { cardNumber, action: 'issue', amount: usd(1) }
    const given = await user.call('updateBalance', issue, { note: 'sorry' })
    assert.equal(given.status, 200, JSON.stringify(given.body))
  } finally {
    await pool.close()
  }
}

test('a node that is down holds up its own brands alone', patience, async () => {
  const lost = nodes[1] ?? ''
  const [opening] = services
  assert.ok(opening)
  const away = async () => new Set(await brandsAt(coordinator, lost))
  for (let gone = await away(); new Set(shops.map(({ shop }) => gone.has(shop.id))).size < 2; gone = await away())
    shops.push(await openBrand(opening))
  const gone = await away()
  const here = shops.filter(({ shop }) => !gone.has(shop.id))
  const service = await startBeside(nodes[0] ?? '')
  await cluster?.kill(lost)
  try {
    for (const { shop } of here) {
      const till = at(shop, service)
      const card = await till.card({ usd: 5 })
      assert.equal((await till.redeem(card, { usd: 1 })).body.success, true)
      assert.equal((await till.balances(card)).length, 1)
      assert.equal((await till.history(card)).length, 3)
      await visitAsMember(till)
      assert.match(await succeeds('verify', shop.id), /./)
      await visitPortal(service, shop, card)
      assert.deepEqual(await shop.verify(), [])
    }
    await succeeds('migrate')
    const worker = await startBeside(nodes[0] ?? '', true)
    await succeeds('segments', here[0]?.shop.id ?? '')
    await stopService(worker)
    await ask(coordinator, 'insert into login_throttle (place, failures, ends_at) values (-1, 1, now())')
    await ask(nodes[0] ?? '', 'delete from login_throttle where place = -1')
  } finally {
    await cluster?.revive(lost)
  }
  for (const { shop } of shops) assert.deepEqual(await shop.verify(), [])
})

test('a node changes no tables, and says where that is done', patience, async () => {
  await bringUpToDate(nodes[0] ?? '', () => undefined)
  process.env.PURSER_TEST_DATABASE = nodes[0]
  const { output } = await purserCommand('database', 'nodes')
  process.env.PURSER_TEST_DATABASE = coordinator
  assert.match(output, /not the coordinator/)
})
