import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { stopMsMax } from '../../server/program/command-line/lifetime.ts'
import { listCopied, project, readDockerfile, readText, readYaml } from '../support/deployment-files.ts'

const dockerfile = readDockerfile('operate/container/Dockerfile')

interface Service {
  readonly image: string
  readonly ports?: readonly string[]
  readonly restart?: string
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly healthcheck?: object
  readonly stop_grace_period?: string
  readonly secrets?: readonly string[]
  readonly networks: readonly string[]
  readonly volumes: readonly string[]
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly deploy?: { readonly resources: { readonly limits: { readonly memory: string } } }
}

interface Compose {
  readonly services: Readonly<Record<'one' | 'two' | 'database' | 'proxy', Service>>
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>
  readonly volumes: Readonly<Record<string, null>>
  readonly secrets: Readonly<Record<string, { readonly file: string }>>
}

const compose = readYaml('operate/container/compose.yaml') as Compose
const all = Object.entries(compose.services)

test('the image holds a release, and runs it', () => {
  assert.ok(dockerfile.some(({ name, text }) => name === 'RUN' && text.startsWith('npm run release -- --to /release ')))
  assert.ok(dockerfile.some(({ name, text }) => name === 'COPY' && text === '--from=build /release/purser /opt/purser'))
  const program = dockerfile.find(({ name }) => name === 'ENTRYPOINT')
  assert.deepEqual(JSON.parse(program?.text ?? ''), ['node', '/opt/purser/server/purser.js'])
  const allowed = readText('operate/container/Dockerfile.dockerignore').match(/(?<=^!).+$/gm) ?? []
  assert.deepEqual(listCopied().toSorted(), allowed.toSorted())
})

test('the image runs as a user who is not root, and is told to stop as Purser expects it', () => {
  const last = (wanted: string) => dockerfile.findLast(({ name }) => name === wanted)?.text ?? ''
  assert.match(last('USER'), /^[1-9]\d{3,}:[1-9]\d{3,}$/)
  assert.equal(last('STOPSIGNAL'), 'SIGTERM')
  assert.match(last('CMD'), /^\[/)
  assert.match(last('HEALTHCHECK'), /CMD \["node", "-e", .*\/healthz/)
  assert.doesNotMatch(readText('operate/container/Dockerfile'), /\b(curl|wget|apt-get)\b/)
})

test('the health check of the image says whether a server answers', async (t) => {
  const text = dockerfile.find(({ name }) => name === 'HEALTHCHECK')?.text ?? ''
  const [, , script = ''] = JSON.parse(text.slice(text.indexOf('[')))
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/healthz' ? 200 : 404
    response.end()
  })
  t.after(() => server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  assert.equal(await statusOf(script, port), 0)
  assert.equal(await statusOf(script, 1), 1)
})

test('only the proxy can be reached from outside, and the database only by the servers', () => {
  assert.deepEqual(
    all.filter(([, { ports }]) => ports !== undefined).map(([name]) => name),
    ['proxy'],
  )
  assert.deepEqual(compose.services.database.networks, ['back'])
  assert.deepEqual(compose.services.proxy.networks, ['front'])
  assert.equal(compose.networks.back?.internal, true)
})

test('every container is watched, bounded, restarted and has time to stop', () => {
  for (const [name, { restart, deploy, stop_grace_period: grace = '', read_only: isReadOnly }] of all) {
    assert.equal(restart, 'unless-stopped', name)
    assert.ok(deploy?.resources.limits.memory, name)
    assert.ok(Number.parseInt(grace, 10) * 1000 > stopMsMax, name)
    assert.equal(isReadOnly, name === 'database' ? undefined : true, name)
  }
  const { one, two, database, proxy } = compose.services
  assert.deepEqual(one, two)
  assert.ok(one.healthcheck && database.healthcheck)
  assert.deepEqual(one.cap_drop, ['ALL'])
  assert.deepEqual(one.depends_on, { database: { condition: 'service_healthy' } })
  assert.deepEqual(Object.keys(proxy.depends_on ?? {}), ['one', 'two'])
})

test('every file, volume and secret that the compose file names is there', (t) => {
  const home = join(project, 'operate/container')
  const sources = all.flatMap(([, { volumes }]) => volumes.map((volume) => volume.split(':')[0] ?? ''))
  const files = sources.filter((source) => source.startsWith('.'))
  assert.deepEqual(
    files.filter((file) => !existsSync(join(home, file))),
    [],
  )
  assert.deepEqual(new Set(sources.filter((source) => !source.startsWith('.'))), new Set(Object.keys(compose.volumes)))
  const folder = tempFolder(t)
  execFileSync(join(home, 'make-secrets.sh'), [folder], { stdio: 'pipe' })
  const made = readdirSync(join(folder, 'secrets')).map((name) => `./secrets/${name}`)
  assert.deepEqual(
    Object.values(compose.secrets)
      .map(({ file }) => file)
      .toSorted(),
    made.toSorted(),
  )
  assert.equal(statSync(join(folder, 'secrets')).mode & 0o777, 0o700)
  const read = (name: string) => readFileSync(join(folder, 'secrets', name), 'utf8')
  assert.match(read('purser-password'), /^[0-9a-f]{48}$/)
  assert.equal(read('database-url'), `postgresql://purser:${read('purser-password')}@database:5432/purser`)
  assert.notEqual(read('postgres-password'), read('purser-password'))
  assert.equal(spawnSync(join(home, 'make-secrets.sh'), [folder]).status, 1, 'never over existing ones')
})

function tempFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'purser-container-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return folder
}

async function statusOf(script: string, port: number): Promise<number | null> {
  const child = spawn(process.execPath, ['-e', script], { env: { PURSER_PORT: String(port) }, stdio: 'ignore' })
  const [status] = await once(child, 'exit')
  return status
}
