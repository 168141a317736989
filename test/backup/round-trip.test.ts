import assert from 'node:assert/strict'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import pg from 'pg'
import { sealAudit } from '../../server/background/jobs/audit/seal-audit.ts'
import { dates } from '../../server/background/jobs/dates/dates.ts'
import { recommendations } from '../../server/background/jobs/scores/recommendations.ts'
import { scores } from '../../server/background/jobs/scores/scores.ts'
import { segmentsJob } from '../../server/background/jobs/segments/segments.ts'
import { dumpSchema } from '../../server/ground/database/schema-dump.ts'
import { checkBackup } from '../../server/storage/backup/check-backup.ts'
import { askAt, backupKeyOf, newDatabase, newFolder, noProgress, run } from '../support/backup-room.ts'
import { type FullShop, openFullShop } from '../support/full-shop.ts'
import { ask } from '../support/race.ts'
import { Shop, startTestService, testDatabase, testKey } from '../support/shop.ts'
import { openWorker, useOwnDatabase } from '../support/worker-room.ts'

const secret = { PURSER_SECRET_KEY: testKey.toString('base64') }
const folder = newFolder()
const file = join(folder, 'shops.tar')
let shops: readonly FullShop[]
let restored: string

/** Everything that a row of these needs is long ago or fails: they are written as a job would have. */
const rareRows = [
  `insert into bounce (brand_id, event_type, channel, user_key, happened_at) values ($1, 'BOUNCED', 'email', 'x', now())`,
  `insert into send_pause (brand_id, brand_version, until) values ($1, 1, now())`,
  `insert into receiver_state (brand_id, channel, brand_version, disabled_at, reason) values ($1, 'sms', 1, now(), E'a\\tb\\nc\\\\d')`,
  `insert into card_score (brand_id, card_id, recency, frequency, monetary, total) values ($1, 1, 1, 2.5, 5, 77)`,
  `insert into product_pair (brand_id, sku, other_sku, score) values ($1, 'A', 'B', 0.1::float8 + 0.2)`,
  `insert into best_seller (brand_id, place, sku, checkouts) values ($1, 1, 'A', 3)`,
  'insert into brand_counter (brand_id) values ($1)',
  'insert into call_elsewhere (brand_id, card_id, card_seq, request_ref) values ($1, 0, 1, gen_random_uuid())',
  `insert into date_firing (brand_id, rule_id, card_id, occurrence, considered_at)
   select brand_id, 'birthday', card_id, '2026', now() from card where brand_id = $1`,
  'insert into pass_link (brand_id, card_id, issued_at) select brand_id, card_id, now() from card where brand_id = $1',
  `insert into wallet_pass (brand_id, pass_id, made_at, shown, changed_at, due_at)
   values ($1, '01900000-0000-7000-8000-000000000001', now(), '\\x00ff', now(), now())`,
  `insert into wallet_registration (brand_id, device_id, pass_id, push_token, registered_at)
   values ($1, 'phone', '01900000-0000-7000-8000-000000000001', 'abc', now())`,
  `insert into webhook_state (brand_id, webhook_id, brand_version, disabled_at, reason) values ($1, 'crm', 1, now(), 'gone')`,
]

before(async () => {
  await useOwnDatabase()
  shops = [await openFullShop(), await openFullShop()]
  for (const { shop } of shops) {
    const { run: work } = await openWorker(shop)
    for (const job of [sealAudit, dates, segmentsJob, scores, recommendations]) await work(job)
  }
  // Its sequence is used, so that the restored one must go on after it.
  for (const statement of rareRows) await ask(`${statement} on conflict do nothing`, [shops[0]?.shop.id])
  await ask(`insert into reached_at (url, is_given, said_at) values ('https://loyalty.example', true, now())`)
})

const countRows = async (url: string) => {
  const tables = await askAt(
    url,
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> 'migration'
     order by 1`,
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    // A backup notes when it was taken, after that.
    const others = name === 'job_mark' ? ` where job <> 'backup'` : ''
    const [row] = await askAt(url, `select count(*)::integer as count from ${name}${others}`)
    counts[String(name)] = Number(row?.count)
  }
  return counts
}

test('a backup holds every table of the database, and the database of the test fills nearly all', async () => {
  assert.equal((await run(['verify', '--database', testDatabase()], secret)).status, 0)
  const { status, output } = await run(['backup', file, '--database', testDatabase()], secret)
  assert.equal(status, 0, output)
  assert.match(output, /The secret key is NOT in it/)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.deepEqual(readdirSync(folder), ['shops.tar'])
  const { head, manifest, keyStanding } = await checkBackup(file, backupKeyOf(testKey), noProgress)
  const counts = await countRows(testDatabase())
  const inBackup = [...manifest.measures].map(([name, { rows }]) => [name, rows] as const)
  assert.deepEqual(Object.fromEntries(inBackup.toSorted()), counts)
  assert.deepEqual(head.tables.map(({ name }) => name).toSorted(), Object.keys(counts).toSorted())
  assert.equal(keyStanding, 'same')
  const filled = Object.values(counts).filter((count) => count > 0)
  assert.ok(filled.length >= 47, `only ${filled.length} tables have rows`)
})

test('restored, it has the same rows, the same schema, and adds up', async () => {
  restored = await newDatabase()
  const { status, output } = await run(['restore', file, '--database', restored], secret)
  assert.equal(status, 0, output)
  assert.match(output, /2 brands and \d+ ledger rows checked: everything adds up/)
  assert.match(output, /The secret key is the right one/)
  assert.deepEqual(await countRows(restored), await countRows(testDatabase()))
  assert.equal(await schemaOf(restored), await schemaOf(testDatabase()))
  assert.deepEqual(await partitionsOf(restored), await partitionsOf(testDatabase()))
  // Taken again, each table has the same checksum.
  const again = join(folder, 'again.tar')
  assert.equal((await run(['backup', again, '--database', restored], secret)).status, 0)
  const [one, other] = [await checkBackup(file, undefined, noProgress), await checkBackup(again, undefined, noProgress)]
  // A restore verifies, which leaves when it did.
  const same = ({ manifest }: typeof one) =>
    [...manifest.measures].filter(([name]) => !['verify_run', 'job_mark'].includes(name))
  assert.deepEqual(same(other), same(one))
})

test('sequences go on after what is there, also where only the rows tell', async () => {
  const [last] = await askAt(
    restored,
    `select max(card_id)::integer as id, nextval('card_id')::integer as next from card`,
  )
  assert.ok(Number(last?.next) > Number(last?.id), JSON.stringify(last))
  const rows = await askAt(
    restored,
    `insert into bounce (brand_id, event_type, channel, user_key, happened_at)
     select brand_id, event_type, channel, 'y', now() from bounce limit 1 returning seq`,
  )
  assert.equal(rows.length, 1)
})

test('a restored server answers as the old one did, and knows the calls that it had answered', async () => {
  const service = await startTestService([], false, restored)
  try {
    for (const { shop: old, cardNumber } of shops) {
      const shop = new Shop({ id: old.id, secret: old.secret, port: service.port, file: old.file })
      assert.deepEqual(await shop.balances(cardNumber), await old.balances(cardNumber))
      const amount = { balanceType: 'Currency', balanceCode: 'USD', amount: 7 }
      const headers = { customRequestId: 'once', externalTransactionId: 'order-1', note: 'by hand' }
      const { body } = await shop.call('updateBalance', { cardNumber, action: 'redeem', amount }, headers)
      assert.equal(body.errorCode, 3, JSON.stringify(body))
      const sold = await shop.redeem(cardNumber, { usd: 1 })
      assert.equal(sold.body.success, true, JSON.stringify(sold.body))
      await shop.must('allocate', { cardSetId: 'cards' })
    }
  } finally {
    await service.stop()
  }
  const { status, output } = await run(['verify', '--database', restored], secret)
  assert.equal(status, 0, output)
})

test('a database that holds something is not restored into, and nothing in it changes', async () => {
  const before = await countRows(restored)
  const { status, output } = await run(['restore', file, '--database', restored], secret)
  assert.equal(status, 1)
  assert.match(output, /is not empty\. It holds \d+ tables.*Nothing was changed\.\nRestore into a new database/)
  assert.deepEqual(await countRows(restored), before)
  const foreign = await newDatabase()
  await askAt(foreign, 'create table theirs (id integer)')
  assert.match((await run(['restore', file, '--database', foreign], secret)).output, /It holds 1 tables/)
})

test('a backup overwrites nothing, and names a file after the time where it is given a folder', async () => {
  const size = statSync(file).size
  const { status, output } = await run(['backup', file, '--database', testDatabase()], secret)
  assert.deepEqual([status, statSync(file).size], [1, size])
  assert.match(output, /exists already, and a backup overwrites nothing/)
  const inFolder = await run(['backup', folder, '--database', testDatabase()], secret)
  assert.match(inFolder.output, /purser-\d{4}-\d\d-\d\d-\d{6}\.tar: \d+ tables/)
  assert.match(
    (await run(['backup', join(folder, 'no/such'), '--database', testDatabase()], secret)).output,
    /no folder/,
  )
})

test('with another key it is neither restored nor said to be right', async () => {
  const other = { PURSER_SECRET_KEY: Buffer.from(testKey.toReversed()).toString('base64') }
  const empty = await newDatabase()
  const { status, output } = await run(['restore', file, '--database', empty], other)
  assert.equal(status, 1)
  assert.match(output, /The secret key here is not the one that .* was taken with[\s\S]*Nothing was restored/)
  assert.deepEqual(await countRows(empty), {})
  assert.match((await run(['backup', 'check', file], other)).output, /is NOT the one that it was taken with/)
  const data = newFolder()
  assert.match((await run(['backup', 'check', file, '--data', data])).output, /is whole[\s\S]*cannot be told/)
  assert.equal(existsSync(join(data, 'secret.key')), false, 'no key is made by looking for one')
})

async function schemaOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return dumpSchema(client).finally(() => client.end())
}

const partitionsOf = (url: string) =>
  askAt(
    url,
    `select c.relname, pg_get_expr(c.relpartbound, c.oid) as bound,
       (select count(*)::integer from pg_index x where x.indrelid = c.oid) as indexes
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relispartition and c.relkind = 'r' order by 1`,
  )
