import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { chooseAccount } from '../../server/ground/database/embedded/system-account.ts'
import { migrate } from '../../server/ground/database/migrate.ts'
import { askAt, newDatabase, newFolder, run } from '../support/backup-room.ts'
import { openShop, Shop, startTestService } from '../support/shop.ts'
import { until } from '../support/worker-room.ts'

const scripts = join(import.meta.dirname, '../../operate/point-in-time')
const programs = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim() ?? ''
const needed = ['initdb', 'pg_ctl', 'postgres', 'pg_basebackup', 'pg_controldata', 'psql']
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
  /** The same while calls go on here. */
  const executeBeside = async (program: string, ...args: string[]): Promise<string> => {
    const as = account ? { uid: account.uid, gid: account.gid } : {}
    const child = spawn(program, args, {
      cwd: '/',
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...as,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
    const [status] = await once(child, 'close')
    assert.equal(status, 0, `${program} ${args.join(' ')}: ${output}`)
    return output.trim()
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
  const told: string[] = []
  const sold = async (id: string) => {
    const { body } = await sell(shop, id)
    assert.equal(body.success, true)
    told.push(body.requestRef)
  }
  await sold('before-1')
  const load = startSelling(sold)
  const base = await executeBeside(join(scripts, 'base-backup.sh'), folder, urlOf('postgres'))
  await load.stop()
  await sold('before-2')
  const [moment] = await askAt(urlOf('purser'), 'select clock_timestamp()::text as now')
  const kept = [...told]
  await sold('after-1')
  await sold('after-2')
  await service.stop()
  const [piece] = await askAt(urlOf('purser'), 'select pg_walfile_name(pg_switch_wal()) as name')
  await until('the last piece of the log is archived', async () => existsSync(join(archive, String(piece?.name))))

  const linesOf = (refs: readonly string[]) => refs.map((ref) => `${shop.id} ${ref}`)
  const lackingOf = (refs: readonly string[]) => {
    const list = join(folder, 'acknowledged.txt')
    writeFileSync(list, `${linesOf(refs).join('\n')}\n`)
    const { status, stdout } = spawnSync(join(scripts, 'lacking.sh'), [list, urlOf('purser')], { encoding: 'utf8' })
    return { status, lines: stdout.split('\n').filter((line) => line !== '') }
  }

  // The disk is gone.
  postgres('pg_ctl', '--pgdata', data, '--mode=immediate', 'stop')
  rmSync(data, { recursive: true })

  const time = String(moment?.now)
  const restoring = execute(join(scripts, 'restore-to.sh'), base, archive, restored, time, socket)
  assert.match(restoring, /runs on .*restored as it was at/)
  const verified = await run(['verify', '--database', urlOf('purser')])
  assert.equal(verified.status, 0, verified.output)
  assert.ok(
    verified.output.includes(`1 brand and ${kept.length} ledger rows checked: everything adds up`),
    verified.output,
  )
  assert.deepEqual(
    lackingOf(told),
    { status: 1, lines: linesOf(told.slice(kept.length)) },
    'what was told and is not there',
  )
  assert.deepEqual(lackingOf(kept), { status: 0, lines: [] })
  const again = await startTestService([], false, urlOf('purser'))
  try {
    const till = new Shop({ id: shop.id, secret: shop.secret, port: again.port, file: shop.file })
    const codes = []
    for (const id of ['before-1', 'before-2', 'after-1', 'after-2']) codes.push((await sell(till, id)).body.errorCode)
    assert.deepEqual(codes, [3, 3, undefined, undefined], 'the tills repeat the calls that were lost')
    assert.equal((await till.balances(card))[0]?.amount, 5 * told.length)
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

/** Four tills that go on until they are told to stop. */
function startSelling(sell: (id: string) => Promise<void>) {
  let isOver = false
  const tills = [0, 1, 2, 3].map(async (till) => {
    for (let count = 0; !isOver; count += 1) await sell(`till-${till}-${count}`)
  })
  const ended = Promise.all(tills)
  ended.catch(() => undefined)
  return {
    stop: () => {
      isOver = true
      return ended
    },
  }
}

test('a list of calls in another form is refused', () => {
  const list = join(newFolder(), 'list')
  writeFileSync(list, 'one two\n')
  const { status, stderr } = spawnSync(join(scripts, 'lacking.sh'), [list, 'postgresql:///none'], { encoding: 'utf8' })
  assert.equal(status, 2, stderr)
  assert.match(stderr, /This one has not:\none two/)
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
