import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import { withPurser } from '../support/purser-process.ts'
import { openShop } from '../support/shop.ts'

const launcher = fileURLToPath(new URL('../../server/purser.js', import.meta.url))

function purser(...words: string[]) {
  const { PURSER_TEST_DATABASE: _, ...env } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, [launcher, ...words], {
    env,
    encoding: 'utf8',
    timeout: 60_000,
  })
  return { status, stdout, stderr }
}

function temporaryFolder(t: { after: (run: () => void) => void }): string {
  const folder = mkdtempSync(join(tmpdir(), 'purser-cli-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('a command that only looks makes no database where there is none', (t) => {
  const folder = join(temporaryFolder(t), 'typo')

  const { status, stderr } = purser('verify', '--data', folder)

  assert.equal(status, 1)
  assert.match(stderr, /no database/)
  assert.equal(existsSync(folder), false)
})

test('every fault of a command line is told at once, with status 2', () => {
  const { status, stderr } = purser('start', '--port', 'x', '--colour', 'red')

  assert.equal(status, 2)
  assert.match(stderr, /port/)
  assert.match(stderr, /--colour/)
})

test('help on what there is not is a fault, with the nearest command', () => {
  const { status, stdout, stderr } = purser('help', 'simulat')
  assert.deepEqual([status, stdout], [2, ''])
  assert.equal(stderr, 'unknown command: simulat; did you mean "simulate"?\nRun "purser help" for help.\n')
  assert.equal(purser('nosuch', '--help').status, 2)
  assert.match(purser('help', 'brand').stdout, /^Usage: purser brand COMMAND/)
})

test('the help of a command says what its flags mean there, and which it needs', () => {
  const help = purser('export', '--help').stdout
  assert.match(help, /^Usage: purser export WHAT BRAND --from DAY --to DAY --out FOLDER \[FLAGS\]\n/)
  assert.match(help, /--to DAY +the last day\n/)
  assert.doesNotMatch(help, /of a move|of a promotion|of an export|PURSER_MOVE_TO/)
  assert.match(purser('report', '--help').stdout, /--format FORMAT +table, csv or json; table by default\n/)
  assert.match(
    purser('call', '--help').stdout,
    /--brand BRAND +the brand that is called[\s\S]*--location ID +where the call is made/,
  )
  assert.doesNotMatch(purser('mcp', '--help').stdout, /brand file to apply|of an export/)
  assert.match(purser('move', '--help').stdout, /--to URL .*\[PURSER_MOVE_TO\]/)

  const { status, stderr } = purser('export', 'ledger', '1001')
  assert.equal(status, 2)
  assert.match(stderr, /^export needs --from, --to, --out\n/)
})

test('a brand file is applied, exported and verified; another secret key is refused', (t) => {
  const folder = temporaryFolder(t)
  const file = fileURLToPath(new URL('../../demo/harbor-coffee.yaml', import.meta.url))

  assert.match(purser('brand', 'apply', file, '--dry-run', '--data', folder).stdout, /nothing was changed/)
  assert.match(purser('brand', 'apply', file, '--data', folder).stdout, /1001|rewards-cards: 500 more cards/)
  assert.match(purser('brand', 'apply', file, '--data', folder).stdout, /Nothing changes/)
  assert.match(purser('brand', 'export', '1001', '--data', folder).stdout, /secretSha256/)
  assert.equal(purser('verify', '--data', folder).status, 0)
  const made = purser('key', 'create', '1001', '--environment', 'stage', '--data', folder).stdout
  assert.match(made, /pk_stage_/)
  assert.match(purser('key', 'list', '1001', '--data', folder).stdout, /demo-key/)

  writeFileSync(join(folder, 'secret.key'), `${Buffer.from('another key of thirty-two bytes!').toString('base64')}\n`, {
    mode: 0o600,
  })
  const { status, stderr } = purser('brand', 'apply', file, '--data', folder)
  assert.equal(status, 1)
  assert.match(stderr, /secret key is not the one/)
})

test('a secret that is made is printed once, and without its key no server starts', (t) => {
  const folder = temporaryFolder(t)
  const file = join(folder, 'brand.json')
  const brand = { id: 'b1', name: 'Bakery', country: 'US', currency: 'USD' }
  const senders = {
    email: { smtp: 'smtp://me:pass-word@mail.test', from: 'a@b.test' },
    sms: { url: 'https://a.test/' },
  }
  writeFileSync(file, JSON.stringify({ brand, senders }))
  const data = ['--data', folder]

  assert.doesNotMatch(purser('brand', 'apply', file, '--dry-run', ...data).stdout, /whsec_/)
  const made = purser('brand', 'apply', file, '--log-level', 'debug', ...data)
  assert.match(made.stdout, /^senders\/sms: signs with whsec_\S{44} \(shown once\)$/m)
  assert.doesNotMatch(made.stderr, /whsec_/)
  assert.equal(purser('brand', 'apply', file, ...data).stdout, 'Nothing changes.\n')

  rmSync(join(folder, 'secret.key'))
  for (const words of [['brand', 'apply', file], ['start', '--port', '0', '--brand', file], ['work']]) {
    const { status, stdout, stderr } = purser(...words, ...data)
    assert.deepEqual([status, stdout], [1, ''])
    // A server writes nothing but lines of JSON.
    const said = words[0] === 'brand' ? stderr : stderr.split('\n').map((line) => line && JSON.parse(line).text)
    assert.match(
      String(said),
      /A secret of brand b1 cannot be opened with this secret key: senders\.email\.smtp\.\n.*\nRestore/,
    )
    assert.doesNotMatch(stderr, / at |pass-word/)
    assert.equal(existsSync(join(folder, 'secret.key')), false, 'no new key takes the place of the lost one')
  }
  writeFileSync(file, JSON.stringify({ brand: { ...brand, id: 'b2' } }))
  assert.match(purser('brand', 'apply', file, ...data).stderr, /A secret of brand b1 cannot be opened/)
  assert.match(purser('brand', 'export', 'b1', ...data).stdout, /smtp: smtp:\/\/me@mail\.test/)
})

test('a start shows what it made, once, and seals what an earlier version stored plain', async () => {
  await withPurser(async (purser) => {
    const file = join(purser.folder, 'brand.json')
    const senders = { sms: { url: 'https://sms.test/' } }
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), senders }))
    await purser.start()
    const [, made = ''] = /brand\.json: senders\/sms: signs with (whsec_\S+) \(shown once\)/.exec(purser.output) ?? []
    assert.match(made, /^whsec_/)
    const plain = JSON.stringify({ sms: { ...senders.sms, secrets: [made] } })
    await purser.ask(`update brand set document = jsonb_set(document, '{senders}', $1) - 'webhooks'`, [plain])
    assert.equal(await purser.stop(), 0)

    await purser.start()

    assert.doesNotMatch(purser.output, /whsec_/)
    const [row] = await purser.ask(`select document -> 'senders' -> 'sms' -> 'secrets' ->> 0 as secret from brand`)
    assert.match(String(row?.secret), /^sealed:\d+:/)
  })
})

test('a server whose output is logged makes no secret: it refuses before anything is changed', (t) => {
  const folder = temporaryFolder(t)
  const brandOf = (id: string) => ({ id, name: 'Bakery', country: 'US', currency: 'USD' })
  const files = [
    { brand: brandOf('b1') },
    { brand: brandOf('b2'), senders: { sms: { url: 'https://a.test/' } } },
    { brand: brandOf('b3'), webhooks: [{ id: 'erp', url: 'https://a.test/' }] },
  ].map((content) => {
    const file = join(folder, `${content.brand.id}.json`)
    writeFileSync(file, JSON.stringify(content))
    return file
  })
  const data = ['--data', folder]
  const start = (...names: string[]) =>
    purser('start', '--port', '0', '--environment', 'stage', ...names.flatMap((name) => ['--brand', name]), ...data)
  const [first = '', sms = '', webhook = ''] = files

  const refused = start(first, sms)
  assert.deepEqual([refused.status, refused.stdout], [1, ''])
  assert.match(
    refused.stderr,
    /b2\.json:1:\d+: senders\.sms\.secrets: are missing; add them, or apply the file with `purser brand apply`/,
  )
  assert.doesNotMatch(refused.stderr, /whsec_/)
  assert.equal(purser('brand', 'export', 'b1', ...data).status, 1, 'not even the first file was applied')
  assert.match(start(webhook).stderr, /webhooks\[erp\]\.secrets: are missing/)
  assert.match(purser('brand', 'apply', sms, ...data).stdout, /whsec_/)
})

test('a port that is taken ends the start with a word about it', async (t) => {
  const folder = temporaryFolder(t)
  const taken = createServer().listen(0, '127.0.0.1')
  t.after(() => taken.close())
  await new Promise((resolve) => taken.once('listening', resolve))
  const { port } = taken.address() as { port: number }

  const { status, stderr } = purser('start', '--port', String(port), '--data', folder)

  assert.equal(status, 1)
  assert.match(stderr, new RegExp(`Port ${port} .* is in use`))
})

test('a typo in a field is named although the call is refused', async () => {
  const shop = await openShop()

  const refused = await shop.call('updateBalance', { cardNumer: '1', action: 'issue' })
  const long = await shop.call('search', { filters: {}, [`${'a'.repeat(199)}😀`]: 1 })

  assert.equal(refused.body.errorCode, 6)
  assert.equal(refused.headers['purser-unknown-fields'], 'cardNumer')
  assert.equal(long.body.success, true)
})

test('wrong credentials are the same 101 however often they are tried', async () => {
  const shop = await openShop()

  const answers = []
  for (let tries = 0; tries < 30; tries += 1)
    answers.push(await shop.call('search', {}, { authorization: 'Basic eDp5' }))

  assert.deepEqual(new Set(answers.map(({ status, body }) => `${status} ${body.errorCode}`)), new Set(['401 101']))
})
