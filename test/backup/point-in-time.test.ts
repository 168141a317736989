import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { chooseAccount } from '../../server/ground/database/embedded/system-account.ts'
import { migrate } from '../../server/ground/database/migrate.ts'
import { askAt, newDatabase, newFolder, run } from '../support/backup-room.ts'
import { openShop, Shop, startTestService } from '../support/shop.ts'
import { until } from '../support/worker-room.ts'

const scripts = join(import.meta.dirname, '../../operate/point-in-time')
const programs = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim() ?? ''
const needed = ['initdb', 'pg_ctl', 'postgres', 'pg_basebackup', 'pg_controldata']
const isAtHand = programs !== '' && needed.every((name) => existsSync(join(programs, name)))
const skip = isAtHand ? false : 'this machine has no PostgreSQL of its own (pg_config, pg_basebackup)'

/** Of the name of its socket: it listens nowhere else. */
const port = 5433

test('an own PostgreSQL is restored to a moment: what came before is there, and nothing after it', {
  skip,
}, async (t) => {
  const folder = newFolder()
  const account = chooseAccount(folder, folder)
  if (account) chownSync(folder, account.uid, account.gid)
  const [data, archive, restored] = ['data', 'wal', 'restored'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  /** PostgreSQL does not run as root. */
  const execute = (program: string, ...args: string[]): string => {
    const as = account ? { uid: account.uid, gid: account.gid } : {}
    const options = { encoding: 'utf8', cwd: '/', env: { PATH: process.env.PATH }, timeout: 300_000, ...as } as const
    // What a server that is started keeps open must not be waited for.
    const { status, stdout, stderr } = spawnSync(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    assert.equal(status, 0, `${program} ${args.join(' ')}: ${stdout}${stderr}`)
    return stdout.trim()
  }
  const postgres = (name: string, ...args: string[]) => execute(join(programs, name), ...args)
  const socket = `-p ${port} -c listen_addresses= -c unix_socket_directories=${folder}`
  const urlOf = (database: string) =>
    `postgresql:///${database}?host=${encodeURIComponent(folder)}&port=${port}&user=admin`
  t.after(() => {
    for (const one of [data, restored].filter(existsSync)) {
      const args = ['--pgdata', one, '--mode=immediate', 'stop']
      spawnSync(join(programs, 'pg_ctl'), args, account ? { uid: account.uid, gid: account.gid } : {})
    }
  })

  postgres('initdb', '--pgdata', data, '--username=admin', '--auth=trust', '--encoding=UTF8', '--locale=C')
  mkdirSync(archive)
  if (account) chownSync(archive, account.uid, account.gid)
  const command = `${scripts}/archive-wal.sh "%p" "%f" ${archive}`
  const archiving = `-c archive_mode=on -c 'archive_command=${command}'`
  const log = join(folder, 'log')
  postgres('pg_ctl', '--pgdata', data, '--wait', `--log=${log}`, `--options=${socket} ${archiving}`, 'start')
  await askAt(urlOf('postgres'), 'create database purser')
  const embedded = await newDatabase()
  process.env.PURSER_TEST_DATABASE = urlOf('purser')
  await migrate(urlOf('purser'), () => undefined)

  const service = await startTestService([], false, urlOf('purser'))
  const shop = await openShop({ service })
  const card = await shop.card()
  const sell = (till: Shop, id: string) =>
    till.call(
      'updateBalance',
      { cardNumber: card, action: 'issue', amount: { balanceType: 'Points', amount: 5 } },
      { customRequestId: id },
    )
  assert.equal((await sell(shop, 'before-1')).body.success, true)
  const base = execute(join(scripts, 'base-backup.sh'), folder, urlOf('postgres'))
  assert.equal((await sell(shop, 'before-2')).body.success, true)
  const [moment] = await askAt(urlOf('purser'), 'select clock_timestamp()::text as now')
  assert.equal((await sell(shop, 'after-1')).body.success, true)
  assert.equal((await sell(shop, 'after-2')).body.success, true)
  await service.stop()
  const [piece] = await askAt(urlOf('purser'), 'select pg_walfile_name(pg_switch_wal()) as name')
  await until('the last piece of the log is archived', async () => existsSync(join(archive, String(piece?.name))))

  // The disk is gone.
  postgres('pg_ctl', '--pgdata', data, '--mode=immediate', 'stop')
  rmSync(data, { recursive: true })

  const time = String(moment?.now)
  const told = execute(join(scripts, 'restore-to.sh'), base, archive, restored, time, socket)
  assert.match(told, /runs on .*restored as it was at/)
  const verified = await run(['verify', '--database', urlOf('purser')])
  assert.equal(verified.status, 0, verified.output)
  assert.match(verified.output, /1 brand and 2 ledger rows checked: everything adds up/)
  const again = await startTestService([], false, urlOf('purser'))
  try {
    const till = new Shop({ id: shop.id, secret: shop.secret, port: again.port, file: shop.file })
    const codes = []
    for (const id of ['before-1', 'before-2', 'after-1', 'after-2']) codes.push((await sell(till, id)).body.errorCode)
    assert.deepEqual(codes, [3, 3, undefined, undefined], 'the tills repeat the calls that were lost')
    assert.equal((await till.balances(card))[0]?.amount, 20)
    assert.deepEqual(await till.verify(), [])
  } finally {
    await again.stop()
  }

  // From one major version of PostgreSQL to another, and back.
  await askAt(urlOf('postgres'), 'create database back')
  const [there, back] = [join(folder, 'there.tar'), join(folder, 'back.tar')]
  for (const words of [
    ['backup', there, '--database', urlOf('purser')],
    ['restore', there, '--database', embedded],
    ['backup', back, '--database', embedded],
    ['restore', back, '--database', urlOf('back')],
  ]) {
    const { status, output } = await run(words)
    assert.equal(status, 0, output)
  }
})

test('a piece of the log is archived once: the same again is fine, another of its name is refused', () => {
  const folder = newFolder()
  const archiveWal = (name: string) =>
    spawnSync('bash', [join(scripts, 'archive-wal.sh'), name, 'piece', folder], { encoding: 'utf8' })
  const [one, other] = [import.meta.filename, join(scripts, 'archive-wal.sh')]
  assert.equal(archiveWal(one).status, 0)
  assert.equal(archiveWal(one).status, 0)
  const refused = archiveWal(other)
  assert.equal(refused.status, 1)
  assert.match(refused.stderr, /two servers must not share an archive/)
})
