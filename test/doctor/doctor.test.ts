import assert from 'node:assert/strict'
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { assertFound, assertHealthy, type Expected, visit, visitByCommand } from '../support/doctor-visit.ts'
import { type Purser, withPurser } from '../support/purser-process.ts'
import { until } from '../support/worker-room.ts'

/** Something that goes wrong in a running deployment, what the doctor says about it, and how it is mended. */
interface Trouble {
  readonly provoke: readonly string[]
  readonly mend: readonly string[]
  readonly expected: Expected
}

const month = (ahead: number) => {
  const at = new Date()
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + ahead, 1))
    .toISOString()
    .slice(0, 7)
    .replace('-', '_')
}

const inDocument = (path: string, value: string) =>
  `update brand set document = jsonb_set(document, '${path}', '"${value}"')`

/** All at once: each is a point of its own. */
const troubles: readonly Trouble[] = [
  {
    provoke: [`update api_key set expires_at = now() - interval '1 day' where api_key = 'till'`],
    mend: ['update api_key set expires_at = null'],
    expected: ['keys', 'problem', /^1 have expired.*: till of brand crash .*purser key change/],
  },
  {
    provoke: [`update api_key set expires_at = now() + interval '13 days' where api_key = 'web'`],
    mend: [],
    expected: ['keys', 'warning', /^1 expire within 14 days: web of brand crash/],
  },
  {
    provoke: [`update api_key set created_at = now() - interval '31 days', last_used_at = null where api_key = 'old'`],
    mend: [`update api_key set created_at = now() where api_key = 'old'`],
    expected: ['keys', 'warning', /^1 were made over 30 days ago and never used: old of brand crash/],
  },
  {
    provoke: [
      `insert into migration (number, name, sha256, kind) values (9999, '9999-from-the-future.sql', '\\x00', 'expand')`,
    ],
    mend: ['delete from migration where number = 9999'],
    expected: ['migrations', 'warning', /a newer Purser has added 9999-from-the-future\.sql/],
  },
  {
    provoke: [`update migration set sha256 = sha256 || '\\x00' where number = 1`],
    mend: ['update migration set sha256 = substring(sha256 for 32) where number = 1'],
    expected: ['migrations', 'problem', /changed after they were applied: 0001-brands\.sql/],
  },
  {
    provoke: [
      'create table kept as select * from migration where number = 8',
      'delete from migration where number = 8',
    ],
    mend: ['insert into migration select * from kept', 'drop table kept'],
    expected: ['migrations', 'warning', /not applied yet: 0008-.*purser migrate/],
  },
  {
    provoke: [`drop table notice_${month(1)}`],
    mend: [`select make_partitions('notice', 3)`],
    expected: ['partitions', 'warning', /^notice have too few/],
  },
  {
    provoke: ['grant update on ledger to purser_app'],
    mend: ['revoke update on ledger from purser_app'],
    expected: ['ledger', 'problem', /purser_app may change ledger .*purser migrate/],
  },
  {
    provoke: [inDocument('{brand,timeZone}', 'Mars/Phobos')],
    mend: [inDocument('{brand,timeZone}', 'UTC')],
    expected: ['time zones', 'problem', /does not know Mars\/Phobos/],
  },
  {
    provoke: [`update pg_database set datcollversion = '0' where datname = 'purser'`],
    mend: [`update pg_database set datcollversion = '1' where datname = 'purser'`],
    expected: ['collation', 'problem', /the indexes were made with 0.*reindex/],
  },
  {
    provoke: [`alter role purser set idle_session_timeout = '2h'`],
    mend: ['alter role purser reset idle_session_timeout'],
    expected: ['time-outs', 'warning', /idle_session_timeout of 7200000 ms/],
  },
  {
    provoke: ['alter database purser connection limit 10'],
    mend: ['alter database purser connection limit -1'],
    expected: ['connections', 'problem', /^10 for Purser, of which one server takes up to 38.*max_connections/],
  },
  {
    provoke: ['alter system set fsync = off', 'select pg_reload_conf()'],
    mend: ['alter system reset fsync', 'select pg_reload_conf()'],
    expected: ['durability', 'problem', /^fsync is off.*fsync = on/],
  },
  {
    provoke: [`insert into pgboss.job (name) values ('dead')`],
    mend: [`delete from pgboss.job where name = 'dead'`],
    expected: ['jobs', 'warning', /^1 given up after all retries.*purser jobs retry/],
  },
  {
    provoke: [
      `insert into receiver_state (brand_id, channel, brand_version, disabled_at, reason)
        values ('crash', 'sms', 1000, now(), 'gone')`,
      `insert into webhook_state (brand_id, webhook_id, brand_version, disabled_at, reason)
        values ('crash', 'erp', 1000, now(), 'gone')`,
    ],
    mend: ['delete from receiver_state'],
    expected: ['receivers', 'warning', /^sms of brand crash is disabled.*purser messages enable crash sms/],
  },
  {
    provoke: [],
    mend: ['delete from webhook_state'],
    expected: ['webhooks', 'warning', /^erp of brand crash is disabled.*purser webhooks replay crash erp/],
  },
  {
    provoke: [
      `insert into message (brand_id, request_ref, line, channel, rule_id, body, created_at, next_attempt_at, lease_until)
        values ('crash', gen_random_uuid(), 1, 'email', 'r', 'a private word', now(), now() - interval '2 hours',
          now() + interval '1 hour')`,
    ],
    mend: ['delete from message'],
    expected: ['outbox', 'problem', /a message of brand crash has been due for 1[12]\d minutes/],
  },
  {
    provoke: [
      `create table if not exists verify_run (brand_id text primary key, ran_at timestamptz not null,
        ledger_rows bigint not null, discrepancies bigint not null)`,
      `insert into verify_run values ('crash', now(), 10, 3)`,
    ],
    mend: ['delete from verify_run'],
    expected: ['verify', 'problem', /^3 differences in brand crash on .*purser verify/],
  },
  {
    provoke: [
      `insert into brand_schedule (brand_id, number, due_at, state, source, base_version, overwrite, made_at, actor_kind,
        actor_name, changes, change_count, content, ended_at)
        values ('crash', 4, now(), 'refused', 'file', 1, false, now(), 'commandLine', 'ana', '[]', 0, '', now())`,
    ],
    mend: ['delete from brand_schedule'],
    expected: ['scheduled changes', 'problem', /^number 4 of brand crash was refused.*purser brand history crash/],
  },
  {
    provoke: [
      `insert into errand (brand_id, errand_id, kind, input, state, error, asked_at, actor_kind, actor_name, attempts,
        ended_at)
        values ('crash', gen_random_uuid(), 'verify', '{}', 'failed', 'a private word', now(), 'key', 'till', 3, now())`,
    ],
    mend: ['delete from errand'],
    expected: ['errands', 'warning', /^1 of brand crash failed within a week.*purser errands crash/],
  },
  {
    provoke: [`update card set status = 'Distributed' where pick_key > (select min(pick_key) from card)`],
    mend: [`update card set status = 'Inventory'`],
    expected: ['stock', 'warning', /cards of brand crash \(1 left\).*generate\.count/],
  },
]

test('a healthy server has no problem, and each trouble is seen beside it and gone when it is mended', () =>
  withPurser(async (purser) => {
    addToBrand(purser)
    const { port } = await purser.start()
    const flags = ['--data', purser.folder, '--port', String(port)]
    assertHealthy(await visitByCommand(flags))

    await provoke(
      purser,
      'off',
      troubles.flatMap((trouble) => trouble.provoke),
    )
    const ill = await visitByCommand(flags)
    assertFound(
      ill,
      troubles.map(({ expected }) => expected),
    )
    assert.doesNotMatch(ill.text, /private|whsec_|secret-of-the-crash-test/, 'it tells nothing of what is stored')

    await provoke(
      purser,
      'on',
      troubles.flatMap((trouble) => trouble.mend),
    )
    assertHealthy(await visit(flags))
    const { status, output } = await purser.run('verify')
    assert.equal(status, 0, output)
  }))

/** With secrets to seal, and more keys. */
function addToBrand({ folder }: Purser): void {
  const file = join(folder, 'brand.json')
  const brand = JSON.parse(readFileSync(file, 'utf8'))
  const key = (name: string) => ({ key: name, secret: `secret-of-the-crash-test-${name}`, scope: ['merchant'] })
  const senders = { sms: { url: 'https://sms.test/' } }
  const webhooks = [{ id: 'erp', url: 'https://erp.test/' }]
  writeFileSync(
    file,
    JSON.stringify({ ...brand, senders, webhooks, apiKeys: [...brand.apiKeys, key('web'), key('old')] }),
  )
}

async function provoke(purser: Purser, fsync: string, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await purser.ask(statement)
  await until(`fsync is ${fsync}`, async () => (await purser.ask('show fsync'))[0]?.fsync === fsync)
}

test('keys, folders, clocks and addresses', () =>
  withPurser(async (purser) => {
    addToBrand(purser)
    const { port } = await purser.start()
    const data = ['--data', purser.folder]
    const own = [...data, '--port', String(port)]
    const key = join(purser.folder, 'secret.key')
    const another = { PURSER_SECRET_KEY: Buffer.from('another key of thirty-two bytes!').toString('base64') }
    const late = `--import=data:text/javascript,const%20now=Date.now;Date.now=()=>now()-90000`

    const wrong = await visitByCommand([...own, '--brand', '/nowhere/brand.yaml'], { ...another, NODE_OPTIONS: late })
    assertFound(wrong, [
      ['secret key', 'problem', /PURSER_SECRET_KEY does not open the .*another key/],
      ['clock', 'problem', /^this machine is (8[5-9]|9\d)\d{3} ms behind the database.*NTP/],
      ['brand files', 'problem', /\/nowhere\/brand\.yaml/],
    ])

    chmodSync(key, 0o644)
    chmodSync(purser.folder, 0o777)
    chmodSync(join(purser.folder, 'postgres'), 0o755)
    const outside = ['--host', '0.0.0.0', '--environment', 'production', '--trusted-proxies', '0.0.0.0/0']
    assertFound(await visit([...data, '--port', '1', ...outside, '--public-url', 'http://a.example']), [
      ['secret key', 'problem', /can be read or changed by others.*chmod 600/],
      ['data folder', 'problem', /every user of this machine may change .*chmod o-w/],
      ['database folder', 'problem', /is open to every user.*chmod 700/],
      ['trusted proxies', 'problem', /0\.0\.0\.0\/0 trusts every caller/],
      ['public URL', 'warning', /is not https/],
      ['keys', 'warning', /^1 may call every operation: till of brand crash/],
    ])
    chmodSync(purser.folder, 0o755)
    chmodSync(join(purser.folder, 'postgres'), 0o700)
    renameSync(key, `${key}.away`)
    assertFound(await visit([...own, '--host', '0.0.0.0', '--environment', 'production']), [
      ['secret key', 'problem', /there is no .*secret\.key, and the database holds .*Restore/],
      ['host', 'problem', /over plain HTTP.*--public-url https/],
      ['port', 'ok', /is ready/],
    ])
    assert.equal(existsSync(key), false, 'no new key takes the place of the lost one')
    writeFileSync(`${key}.bad`, 'no key', { mode: 0o600 })
    assertFound(await visit(own, { PURSER_SECRET_KEY_FILE: `${key}.bad` }), [
      ['secret key', 'problem', /does not hold the base64 of 32 random bytes/],
    ])
    renameSync(`${key}.away`, key)
    chmodSync(key, 0o600)
    assertHealthy(await visit(own))
  }))
