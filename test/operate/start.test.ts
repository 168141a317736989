import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { testDatabase, testKey } from '../support/shop.ts'
import { until, useOwnDatabase } from '../support/worker-room.ts'

const launcher = join(import.meta.dirname, '../../server/purser.js')

function environment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const { PURSER_TEST_DATABASE: _, npm_command: __, ...env } = process.env
  const ours = {
    PURSER_SECRET_KEY: testKey.toString('base64'),
    PURSER_ALLOW_UNSAFE_DATABASE: 'true',
    PURSER_PROCESSES: '1',
  }
  return { ...env, ...ours, ...more }
}

/** A server that the test starts and that does not outlive it. */
class Started {
  stdout = ''
  stderr = ''
  readonly child: ChildProcess

  constructor(t: TestContext, words: readonly string[], env = environment(), flags: readonly string[] = []) {
    this.child = spawn(process.execPath, [...flags, launcher, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text
    })
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text
    })
    t.after(() => this.child.kill('SIGKILL'))
  }

  async exited(): Promise<number | null> {
    if (this.child.exitCode === null) await once(this.child, 'close', { signal: AbortSignal.timeout(60_000) })
    return this.child.exitCode
  }

  /** Every line of both streams; fails on one that is not JSON. */
  lines(): { level: string; event: string; text?: string }[] {
    const lines = `${this.stdout}${this.stderr}`.split('\n').filter((line) => line !== '')
    return lines.map((line) => JSON.parse(line))
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** The test's database, which listens on a socket of the file system, on a port. */
async function openDatabasePort(t: TestContext, port: number): Promise<Server> {
  const folder = new URL(testDatabase()).searchParams.get('host')
  const server = createServer((caller) => {
    const database = connect(`${folder}/.s.PGSQL.5432`)
    caller.pipe(database).pipe(caller)
    for (const socket of [caller, database]) socket.on('error', () => undefined)
  })
  t.after(() => server.close())
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

function urlAt(port: number, user = new URL(testDatabase()).searchParams.get('user')): string {
  return `postgres://${user}@127.0.0.1:${port}${new URL(testDatabase()).pathname}`
}

/** A call of the demo brand whose body is not complete: until it is, the server cannot have stopped. */
async function beginCall(output: string): Promise<Socket> {
  const [, port = ''] = /ready at http:\/\/127\.0\.0\.1:(\d+)/.exec(output) ?? []
  const socket = connect(Number(port), '127.0.0.1')
  await once(socket, 'connect')
  const authorization = Buffer.from('demo-key:demo-secret-please-change').toString('base64')
  const head = ['POST /merchant/search HTTP/1.1', 'host: x', `authorization: Basic ${authorization}`]
  const place = ['brand: 1001', 'location: L1', 'terminal: T1', 'expect: 100-continue', 'content-length: 2']
  socket.write(`${[...head, ...place].join('\r\n')}\r\n\r\n`)
  await once(socket, 'data')
  socket.write('{')
  return socket
}

async function textOf(socket: Socket): Promise<string> {
  let text = ''
  for await (const part of socket) text += part
  return text
}

test('a start waits for its database, says so, and every line of it is JSON in a pipe', async (t) => {
  await useOwnDatabase()
  const port = await freePort()
  const warns = `--import=data:text/javascript,process.on('SIGUSR2',()=>process.emitWarning('odd'))`
  const env = environment({ NODE_OPTIONS: warns })
  const server = new Started(t, ['start', '--port', '0', '--database', urlAt(port)], env)
  await until('it waits', async () => /Waiting for the database/.test(server.stderr))

  await openDatabasePort(t, port)

  await until('it is ready', async () => /ready at http/.test(server.stdout))
  server.child.kill('SIGUSR2')
  await until('Node warns', async () => /Warning: odd/.test(server.stderr))
  server.child.kill('SIGTERM')
  assert.equal(await server.exited(), 0)
  const lines = server.lines()
  const waiting = lines.find(({ event }) => event === 'database')
  assert.match(waiting?.text ?? '', new RegExp(`at 127\\.0\\.0\\.1:${port}, for \\d+ more seconds at most: .*REFUSED`))
  assert.deepEqual(
    ['ready', 'demo', 'docs', 'node', 'stopping', 'stopped'].filter(
      (event) => !lines.some((line) => line.event === event),
    ),
    [],
  )
})

test('a start gives its database up after the time that was set, with the reason and what to check', async (t) => {
  const port = await freePort()
  const server = new Started(t, ['start', '--port', '0', '--database', urlAt(port), '--database-wait', '1'])

  assert.equal(await server.exited(), 1)

  const last = server.lines().at(-1)
  assert.deepEqual([last?.level, last?.event], ['error', 'start failed'])
  const said = `at 127\\.0\\.0\\.1:${port} cannot be reached: .*ECONNREFUSED.* \\(waited \\d seconds?\\)\\. Start PostgreSQL`
  assert.match(last?.text ?? '', new RegExp(said))
})

test('a start that waits for its database stops when it is told to', async (t) => {
  const server = new Started(t, ['work', '--database', urlAt(await freePort())])
  await until('it waits', async () => /Waiting for the database/.test(server.stderr))

  server.child.kill('SIGTERM')

  assert.equal(await server.exited(), 0)
  assert.equal(server.lines().at(-1)?.event, 'stopped')
})

test('Ctrl-C that arrives twice, from the terminal and from npm, is one signal', async (t) => {
  await useOwnDatabase()
  const server = new Started(t, ['start', '--port', '0', '--database', testDatabase()])
  await until('it is ready', async () => /ready at http/.test(server.stdout))

  const call = await beginCall(server.stdout)
  server.child.kill('SIGINT')
  await until('it is stopping', async () => /"stopping"/.test(server.stderr))
  server.child.kill('SIGINT')
  call.write('}')

  assert.match(await textOf(call), /^HTTP\/1\.1 [24]/, 'the call in flight is answered')
  assert.equal(await server.exited(), 0)
  assert.equal(server.lines().at(-1)?.event, 'stopped')
})

test('settings that are wrong are a line of JSON too', async (t) => {
  const server = new Started(t, ['start', '--port', 'x', '--colour=red'])
  assert.equal(await server.exited(), 2)
  const [line, ...others] = server.lines()
  assert.deepEqual([line?.event, others], ['start failed', []])
  assert.match(line?.text ?? '', /unknown flag: --colour\n--port must be a whole number/)
})

test('a login that is refused is not waited for, and a command does not wait at all', async (t) => {
  const port = await freePort()
  const words = ['verify', '--database', urlAt(port)]
  const command = spawnSync(process.execPath, [launcher, ...words], { env: environment(), encoding: 'utf8' })
  assert.equal(command.status, 1)
  assert.match(
    command.stderr,
    new RegExp(`^The database "\\w+" at 127\\.0\\.0\\.1:${port} cannot be reached: .*REFUSED`),
  )

  await openDatabasePort(t, port)
  const server = new Started(t, ['start', '--port', '0', '--database', urlAt(port, 'somebody_else')])
  assert.equal(await server.exited(), 1)
  assert.match(server.lines().at(-1)?.text ?? '', /refuses the connection: .*somebody_else/)
  assert.doesNotMatch(server.stderr, /Waiting/)
})

test('a port that is taken is told with the process that has it', async (t) => {
  await useOwnDatabase()
  const taken = createServer().listen(0, '127.0.0.1')
  t.after(() => taken.close())
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo

  const server = new Started(t, ['start', '--port', String(port), '--database', testDatabase()])

  assert.equal(await server.exited(), 1)
  const text = server.lines().at(-1)?.text ?? ''
  assert.match(text, new RegExp(`^Port ${port} of 127\\.0\\.0\\.1 is in use by \\S+ \\(process ${process.pid}\\)\\.`))
  assert.match(text, new RegExp(`kill ${process.pid}.* --port`))
})

test('a port that another Purser has is told as such', async (t) => {
  await useOwnDatabase()
  const first = new Started(t, ['start', '--port', '0', '--no-jobs', '--database', testDatabase()])
  await until('it is ready', async () => /ready at http/.test(first.stdout))
  const [, port = ''] = /ready at http:\/\/127\.0\.0\.1:(\d+)/.exec(first.stdout) ?? []

  const second = new Started(t, ['start', '--port', port, '--no-jobs', '--database', testDatabase()])

  assert.equal(await second.exited(), 1)
  const said = `is in use by another Purser server \\(process ${first.child.pid}\\)`
  assert.match(second.lines().at(-1)?.text ?? '', new RegExp(said))
})

/** npm names itself by its process title; the shell is what npm starts a program with. */
const likeNpm = `
  const { spawn } = require('node:child_process')
  process.title = 'npm exec purser'
  spawn('sh', ['-c', process.argv[1] + ' & wait'], { stdio: 'inherit' })
    .on('spawn', function () { console.error('shell=' + this.pid) })`

for (const [whom, signal] of [
  ['the shell of npm', 'SIGTERM'],
  ['npm itself', 'SIGKILL'],
] as const) {
  test(`a server stops when ${whom} is ended with ${signal}`, async (t) => {
    await useOwnDatabase()
    const folder = mkdtempSync(join(tmpdir(), 'purser-npm-'))
    t.after(() => rmSync(folder, { recursive: true }))
    const words = ['start', '--port', '0', '--no-jobs', '--data', folder]
    const line = [process.execPath, launcher, ...words].map((word) => `'${word}'`).join(' ')
    const npm = spawn(process.execPath, ['-e', likeNpm, line], {
      env: environment({ npm_command: 'exec', DATABASE_URL: testDatabase() }),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    t.after(() => npm.kill('SIGKILL'))
    let output = ''
    for (const stream of [npm.stdout, npm.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    await until('it is ready', async () => /ready at http/.test(output))
    const shell = Number(/shell=(\d+)/.exec(output)?.[1])

    process.kill(whom === 'npm itself' ? (npm.pid ?? 0) : shell, signal)

    await until('the server has stopped', async () => /"event":"stopped"/.test(output))
  })
}

/** As on an older Node, which has nothing to replace a process by another program with. */
const older = `--import=data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.20.2'}})`

for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
  test(`a server on the Node that was installed with Purser stops when its launcher is ended with ${signal}`, async (t) => {
    await useOwnDatabase()
    const words = ['start', '--port', '0', '--no-jobs', '--database', testDatabase()]
    const server = new Started(t, words, environment(), [older])
    await until('it is ready', async () => /ready at http/.test(server.stdout), 60)

    server.child.kill(signal)

    await until('the server has stopped', async () => /"event":"stopped"/.test(server.stderr))
    const call = fetch(`http://127.0.0.1:${/ready at http:\/\/127\.0\.0\.1:(\d+)/.exec(server.stdout)?.[1]}/healthz`)
    await assert.rejects(call, 'nobody has the port')
  })
}
