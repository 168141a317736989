import assert from 'node:assert/strict'
import { cpSync, readdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { ServerBeside, temporaryFolder } from '../support/server-beside.ts'
import { testKey } from '../support/shop.ts'
import { until, useOwnDatabase } from '../support/worker-room.ts'

await useOwnDatabase()

const root = join(import.meta.dirname, '../..')
const env = { PURSER_SECRET_KEY: testKey.toString('base64') }

/** The sources as they are after `npm ci`: nothing is built. */
function freshSources(t: TestContext): string {
  const folder = temporaryFolder(t)
  for (const part of ['server', 'demo', 'scripts', 'portal', 'package.json', 'tsconfig.json'])
    cpSync(join(root, part), join(folder, part), { recursive: true, filter: (path) => !path.includes('portal/dist') })
  symlinkSync(realpathSync(join(root, 'node_modules')), join(folder, 'node_modules'))
  return folder
}

/** On a busy machine a build takes minutes. */
const patience = { timeout: 600_000 }

const startIn = (t: TestContext, version: string) => ServerBeside.ready(t, ['--processes', '1'], { version, env })

async function get(port: number, path: string) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`)
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}

test(
  'servers that start from fresh sources answer at once, build the portal beside that, and then send it',
  patience,
  async (t) => {
    const folder = freshSources(t)
    const servers = [await startIn(t, folder), await startIn(t, folder)]
    for (const { port } of servers) {
      assert.equal((await get(port, '/healthz')).status, 200)
      const { status, type, text } = await get(port, '/portal/cards')
      // A quick machine may have built it already.
      if (status !== 200) {
        assert.deepEqual([status, type], [503, 'text/html; charset=utf-8'])
        assert.match(text, /http-equiv="refresh"/)
        assert.match(text, /is being built/)
      }
    }
    for (const server of servers) {
      await until('it is built', async () => server.output.includes('The portal is built.'), 400)
      // The other server may just put what it has built in the place of the first one's.
      await until('it is sent', async () => (await get(server.port, '/portal/cards')).status !== 503)
      const page = await get(server.port, '/portal/cards')
      assert.equal(page.status, 200)
      const scripts = page.text.match(/\/portal\/assets\/[^"]+\.js/g) ?? []
      const [script = ''] = scripts
      assert.equal((await get(server.port, script)).status, 200, script)
      assert.ok(scripts.length <= 4, `the first screen needs few files: ${scripts.join(', ')}`)
    }
    assert.deepEqual(
      readdirSync(join(folder, 'portal')).filter((name) => name.startsWith('dist')),
      ['dist'],
    )
    for (const server of servers) assert.equal(await server.stop(), 0)

    const next = await startIn(t, folder)
    assert.ok(!next.output.includes('being built'), 'once is enough')
    assert.equal((await get(next.port, '/portal')).status, 200)
  },
)

test('a build that fails is told with its reason, and the server goes on without a portal', patience, async (t) => {
  const folder = freshSources(t)
  writeFileSync(join(folder, 'portal/main.tsx'), 'this is no program')
  const server = await startIn(t, folder)
  await until('it has failed', async () => server.output.includes('could not be built'), 400)
  assert.match(server.output, /npm run portal:build/)
  assert.match(server.output, /main\.tsx/)
  assert.equal((await get(server.port, '/portal')).status, 503)
  assert.equal((await get(server.port, '/healthz')).status, 200)
  assert.equal(await server.stop(), 0)
})
