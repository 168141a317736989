import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { demoSecrets } from '../../server/domain/brand/keys/public-secrets.ts'

const root = join(import.meta.dirname, '../..')

async function startOn(folder: string, t: TestContext, flags: readonly string[] = []) {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^PURSER_|^DATABASE_URL$/.test(name)))
  const words = ['start', '--port', '0', '--data', folder, '--log-level', 'warn', '--no-demo-history', ...flags]
  const child = spawn(process.execPath, [join(root, 'server/main.ts'), ...words], { env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  t.after(() => stop(child))
  const port = () => Number(/ready at http:\/\/[^:]+:(\d+)/.exec(output)?.[1] ?? 0)
  // Its last words when it starts.
  while (!output.includes('The documentation is at') && child.exitCode === null) await pause(20)
  assert.ok(port() > 0, output)
  return { child, port: port(), output: () => output }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

async function call(address: string, port: number, path: string, body: object, key = 'demo-key') {
  const secret = key === 'demo-key' ? demoSecrets.till : demoSecrets.admin
  const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`
  const headers = { authorization, brand: '1001', location: 'L1', terminal: 'T1' }
  const answer = await fetch(`http://${address}:${port}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  return (await answer.json()) as { errorCode?: number }
}

/** An address of this machine by which it is reached from others, where it has one. */
const outside = Object.values(networkInterfaces())
  .flat()
  .find((one) => one && !one.internal && one.family === 'IPv4')?.address

test('the demo is for this machine, and in production nothing of it works or is printed', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'purser-safe-'))
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }))

  const demo = await startOn(folder, t, ['--host', '0.0.0.0'])
  assert.match(demo.output(), /Other machines can reach this server/)
  assert.match(demo.output(), new RegExp(demoSecrets.till))
  const search = { filters: { cardNumber: '70000001' } }
  assert.equal((await call('127.0.0.1', demo.port, '/merchant/search', search)).errorCode, undefined)
  assert.equal((await call('127.0.0.1', demo.port, '/merchant/search', { filter: {} })).errorCode, 100, 'it is strict')
  assert.equal((await call('127.0.0.1', demo.port, '/admin/createKey', {})).errorCode, 104)
  assert.equal((await call('127.0.0.1', demo.port, '/admin/listKeys', {}, 'demo-admin')).errorCode, undefined)
  const readme = await readFile(join(root, 'README.md'), 'utf8')
  const pasted = [...readme.matchAll(/call (\w+) '(\{.*\})'/g)]
  assert.ok(pasted.length >= 6)
  for (const [, name = '', body = ''] of pasted) {
    const answer = await call('127.0.0.1', demo.port, `/merchant/${name}`, JSON.parse(body))
    assert.equal(answer.errorCode, undefined, `${name} of the README: ${JSON.stringify(answer)}`)
  }
  if (outside) assert.equal((await call(outside, demo.port, '/merchant/search', search)).errorCode, 101)
  await stop(demo.child)

  const production = await startOn(folder, t, ['--host', '0.0.0.0', '--environment', 'production'])
  assert.doesNotMatch(production.output(), /demo-(secret|admin|key)/)
  for (const key of ['demo-key', 'demo-admin'])
    assert.equal((await call('127.0.0.1', production.port, '/merchant/search', search, key)).errorCode, 101)
  await stop(production.child)

  const unnamed = await startOn(folder, t, ['--host', '0.0.0.0'])
  assert.doesNotMatch(unnamed.output(), /demo-(secret|admin|key)/, 'the database remembers that it is production')
  assert.equal((await call('127.0.0.1', unnamed.port, '/merchant/search', search)).errorCode, 101)
})

test("the demo's secrets are those of its file", async () => {
  const file = await readFile(join(root, 'demo/harbor-coffee.yaml'), 'utf8')
  const found = [...file.matchAll(/secret: ([\w-]+)/g)].map(([, secret]) => secret)
  assert.deepEqual(found, Object.values(demoSecrets))
})
